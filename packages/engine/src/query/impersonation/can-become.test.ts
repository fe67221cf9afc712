import { describe, expect, it } from 'vitest'
import type { ClusterSettings } from '../../cluster/index.ts'
import { decider } from '../../decide/index.ts'
import { modesInTurn } from '../../designs/index.ts'
import { attributesOf, readHTTP, targetOf } from '../../http/index.ts'
import { type Evidence, type PlainUser, plainUser, userInfo } from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { rightsOf, userOf } from '../../rights/index.ts'
import { Random } from '../../vectors/index.ts'
import { type CanBecome, canBecome, identityEvidence, impersonation } from './can-become.ts'
import { RelevantSubjects } from './relevant-subjects.ts'
import { type Bound, policyOf, type Rule } from './testing.ts'
import { whoCanBecome } from './who-can-become.ts'

const CLUSTER: ClusterSettings = { version: '1.36', authorizationModes: ['RBAC'] }

function becomes(policy: string, user: PlainUser | string, cluster = CLUSTER): CanBecome {
  const plain = typeof user === 'string' ? { username: user } : user
  return canBecome(rightsOf(readPolicy(policy)), userInfo(plain), cluster)
}

const IN_AUTHENTICATION = ['authentication.k8s.io']

describe('whom a user can become', () => {
  it('is a list of modes, in the order in which the server tries them', () => {
    const policy = policyOf(['User/jane', '', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }])
    expect(becomes(policy, 'jane').modes.map(({ mode }) => mode)).toEqual([
      'arbitrary-node',
      'serviceaccount',
      'user-info',
      'legacy',
    ])
    expect(becomes(policy, 'jane', { ...CLUSTER, version: '1.35' }).modes.map(({ mode }) => mode)).toEqual(['legacy'])
    const off = { ...CLUSTER, constrainedImpersonation: false }
    expect(becomes(policy, 'jane', off).modes.map(({ mode }) => mode)).toEqual(['legacy'])
  })

  it('is everybody, in every mode, for a member of system:masters, with or without RBAC', () => {
    const root = { username: 'root', groups: ['system:masters'] }
    for (const authorizationModes of [['RBAC'], ['Node']] as const) {
      const { modes } = becomes('', root, { ...CLUSTER, authorizationModes })
      expect(modes.map(({ mode }) => mode)).toEqual(['arbitrary-node', 'serviceaccount', 'user-info', 'legacy'])
      expect(modes.at(-1)?.groups).toEqual([{ names: 'any', evidence: { authorizer: 'system:masters' } }])
    }
    const policy = policyOf(['User/jane', '', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }])
    expect(becomes(policy, 'jane', { ...CLUSTER, authorizationModes: ['Node'] }).modes).toEqual([])
  })

  it('leaves out the names that the checks of a mode never ask for', () => {
    const names = ['jane', 'system:serviceaccount:prod:ci', 'system:node:n1']
    const rule = { apiGroups: ['*'], resources: ['users'], resourceNames: names }
    const policy = policyOf(
      ['User/a', '', { verbs: ['impersonate', 'impersonate:user-info'], ...rule }],
      ['User/a', '', { verbs: ['impersonate-on:user-info:get'], apiGroups: [''], resources: ['pods'] }],
    )
    const [info, legacy] = becomes(policy, 'a').modes
    expect(info?.usernames.map((one) => one.names)).toEqual([['jane']])
    expect(legacy?.usernames.map((one) => one.names)).toEqual([['jane', 'system:node:n1']])
  })

  it('counts a RoleBinding for service accounts of its namespace, and for nothing that is cluster-wide', () => {
    const resources = ['users', 'groups', 'uids', 'serviceaccounts', 'userextras/scopes']
    const policy = policyOf(['User/a', 'prod', { verbs: ['impersonate'], apiGroups: ['*'], resources }])
    const [legacy] = becomes(policy, 'a').modes
    expect(legacy).toMatchObject({ usernames: [{ kind: 'serviceaccount', names: 'any', namespace: 'prod' }] })
    expect(legacy).toMatchObject({ groups: [], uids: [], extras: [], missing: [] })
  })

  it('says what a mode lacks where a rule names its verbs, and is silent where only a wildcard grants them', () => {
    const action = { verbs: ['impersonate-on:user-info:list'], apiGroups: [''], resources: ['pods'] }
    const identity = { verbs: ['impersonate:user-info'], apiGroups: IN_AUTHENTICATION, resources: ['users'] }
    const groups = { verbs: ['impersonate'], apiGroups: [''], resources: ['groups'] }
    const everyVerb = { verbs: ['*'], apiGroups: [''], resources: ['pods'] }
    const missing = (...rules: readonly Rule[]) =>
      becomes(policyOf(['User/a', '', ...rules]), 'a').modes.map((one) => [one.mode, ...one.missing])
    expect(missing(action)).toEqual([['user-info', 'username']])
    expect(missing(identity)).toEqual([['user-info', 'action']])
    expect(missing(groups)).toEqual([['legacy', 'username']])
    expect(missing(action, identity)).toEqual([['user-info']])
    expect(missing(everyVerb)).toEqual([])
    expect(missing(identity, everyVerb)).toEqual([['user-info']])
  })

  it('allows a node of its own to service accounts alone, and only by a rule for every node', () => {
    const on = { verbs: ['impersonate-on:associated-node:list'], apiGroups: [''], resources: ['pods'] }
    const identity = { verbs: ['impersonate:associated-node'], apiGroups: IN_AUTHENTICATION, resources: ['nodes'] }
    const agent = 'system:serviceaccount:prod:agent'
    const modes = (rule: Rule, user: string) =>
      becomes(policyOf(['User/a', '', on, rule], ['ServiceAccount/prod/agent', '', on, rule]), user).modes
    expect(modes(identity, agent)).toMatchObject([{ usernames: [{ kind: 'own-node', names: 'any' }], missing: [] }])
    expect(modes({ ...identity, resourceNames: ['n1'] }, agent)).toMatchObject([{ missing: ['username'] }])
    expect(modes({ ...identity, resourceNames: ['*'] }, agent)).toMatchObject([{ missing: [] }])
    expect(modes(identity, 'a')).toMatchObject([{ missing: ['service-account'] }])
    const group = (name: string) =>
      becomes(policyOf([`Group/${name}`, '', on, identity]), { username: '', groups: [name] }).modes
    expect(group('system:serviceaccounts:prod')).toMatchObject([{ missing: [] }])
    expect(group('operators')).toMatchObject([{ missing: ['service-account'] }])
  })

  it('has groups and extras that only count together with three others', () => {
    const names = { apiGroups: IN_AUTHENTICATION, resourceNames: ['*', 'system:masters', 'ops'] }
    const policy = policyOf([
      'User/a',
      '',
      {
        verbs: ['impersonate:user-info'],
        resources: ['users', 'groups', 'userextras/*', 'userextras/plain'],
        ...names,
      },
      { verbs: ['impersonate-on:user-info:list'], apiGroups: [''], resources: ['pods'] },
    ])
    const [info] = becomes(policy, 'a').modes
    expect(info?.groups).toMatchObject([{ names: ['*', 'ops'] }, { names: 'any', fromFour: true }])
    expect(info?.extras).toMatchObject([{ keys: 'any', values: 'any', fromFour: true }])
  })

  it.each([
    ['groups', (n: number) => `Impersonate-Group: g${n}`],
    ['userextras/*', (n: number) => `Impersonate-Extra-Example.com%2Fk: v${n}`],
    ['userextras/*', (n: number) => `Impersonate-Extra-Example.com%2Fk${n}: v`],
  ])('may have all %s at once from the fourth on, as the server does', (resource, header) => {
    const names = { apiGroups: IN_AUTHENTICATION, resourceNames: ['*'] }
    const policy = policyOf([
      'User/a',
      '',
      { verbs: ['impersonate:user-info'], apiGroups: IN_AUTHENTICATION, resources: ['users'] },
      { verbs: ['impersonate:user-info'], resources: [resource], ...names },
      { verbs: ['impersonate-on:user-info:list'], apiGroups: [''], resources: ['pods'] },
    ])
    const requestor = { username: 'a', groups: ['system:authenticated'] }
    const answers = [3, 4].map((count) => {
      const headers = ['Impersonate-User: b', ...Array.from({ length: count }, (_, at) => header(at))]
      const text = `GET /api/v1/pods HTTP/1.1\n${headers.join('\n')}\n`
      const { request } = readHTTP(text)
      const target = request && targetOf(request.headers)
      const read = request && attributesOf(request, userInfo(requestor))
      if (target?.kind !== 'target' || !read?.ok) throw new Error(text)
      const { trace } = decide({
        version: 2,
        policy,
        request: { form: 'http', text },
        requestor,
        cluster: CLUSTER,
        design: 'constrained',
      })
      const mine = impersonation(becomes(policy, requestor), target.wantedUser, read.attributes)
      return [trace?.impersonatedUser !== undefined, mine !== undefined]
    })
    expect(answers).toEqual([
      [false, false],
      [true, true],
    ])
  })
})

const decide = await decider()

const USERS = ['jane', 'root', 'system:anonymous', 'system:node:n1', 'system:node:n2', 'system:node:Not_One']
const ACCOUNTS = [
  'system:serviceaccount:prod:ci',
  'system:serviceaccount:prod:agent',
  'system:serviceaccount:dev:ci',
  'system:serviceaccount:Bad:ci',
]
const GROUPS = ['ops', 'dev', 'system:masters', 'system:nodes', 'system:unauthenticated', 'a', 'b', '*']
const EXTRAS = ['example.com/scopes', 'plain', 'example.com/team', '*']
const PATHS = ['/api/v1/namespaces/prod/pods', '/api/v1/namespaces/dev/secrets/s', '/api/v1/nodes/n1', '/metrics']
const MODES = ['associated-node', 'arbitrary-node', 'serviceaccount', 'user-info']

/** A rule about impersonation, of all sorts of right and of wrong. */
function randomRule(random: Random, focus: string): Rule {
  const names = (values: readonly string[]) =>
    random.chance(0.5) ? {} : { resourceNames: random.some([...values, '*'], 3, 1) }
  const mode = random.chance(0.7) ? focus : random.pick(MODES)
  const verb = random.chance(0.3) ? 'impersonate' : `impersonate:${mode}`
  const apiGroups = [
    random.weighted([
      [6, verb === 'impersonate' ? '' : 'authentication.k8s.io'] as const,
      [1, '*'] as const,
      [1, ''] as const,
    ]),
  ]
  const verbs = [random.weighted([[8, verb] as const, [1, '*'] as const])]
  return random.weighted<() => Rule>([
    [3, () => ({ verbs, apiGroups, resources: ['users'], ...names([...USERS, ...ACCOUNTS]) })],
    [3, () => ({ verbs, apiGroups, resources: ['serviceaccounts'], ...names(['ci', 'agent']) })],
    [2, () => ({ verbs, apiGroups, resources: ['nodes'], ...names(['n1', 'n2']) })],
    [2, () => ({ verbs, apiGroups, resources: ['groups'], ...names(GROUPS) })],
    [1, () => ({ verbs, apiGroups: ['*'], resources: ['uids'], ...names(['u1']) })],
    [
      2,
      () => ({
        verbs,
        apiGroups: ['authentication.k8s.io'],
        resources: random.some([...EXTRAS.map((key) => `userextras/${key}`), '*/plain', '*'], 2, 1),
        ...names(['v', 'w']),
      }),
    ],
    [focus === 'associated-node' ? 4 : 1, () => ({ verbs, apiGroups, resources: ['*'] })],
    [
      5,
      () => ({
        verbs: [`impersonate-on:${mode}:${random.pick(['get', 'list', 'create', '*'])}`, `impersonate-on:${mode}:get`],
        apiGroups: [random.pick(['', '*'])],
        resources: random.some(['pods', 'secrets', 'nodes', '*'], 3, 1),
        ...(random.chance(0.8) ? {} : { resourceNames: ['s'] }),
      }),
    ],
    [1, () => ({ verbs: [`impersonate-on:${mode}:get`], nonResourceURLs: ['/metrics'] })],
    [1, () => ({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] })],
  ])()
}

function randomHeaders(random: Random, focus: string): readonly string[] {
  if (focus === 'associated-node' && random.chance(0.5)) return ['Impersonate-User: system:node:n1']
  const groups = random.chance(0.6) ? [] : random.some(GROUPS, 5)
  const extras = random.chance(0.7) ? [] : random.some(EXTRAS, 4)
  return [
    `Impersonate-User: ${random.pick([...USERS, ...ACCOUNTS])}`,
    ...groups.map((group) => `Impersonate-Group: ${group}`),
    ...(random.chance(0.9) ? [] : ['Impersonate-Uid: u1']),
    ...extras.flatMap((key) =>
      random.some(['v', 'w', 'x'], 2, 1).map((value) => `Impersonate-Extra-${encodeURIComponent(key)}: ${value}`),
    ),
  ]
}

const REQUESTORS: readonly PlainUser[] = [
  { username: 'jane', groups: ['ops'] },
  { username: 'system:serviceaccount:prod:agent', extra: { 'authentication.kubernetes.io/node-name': ['n1'] } },
  { username: 'system:serviceaccount:prod:ci', groups: ['ops'] },
  { username: 'root', groups: ['system:masters'] },
]

describe('who can become a target', () => {
  it('is the other direction of whom they can become', () => {
    let found = 0
    for (let run = 0; run < 150; run++) {
      const random = new Random(16, run)
      const focus = random.pick(MODES)
      const subjects = ['User/jane', 'Group/ops', 'ServiceAccount/prod/agent', 'User/root']
      const rows = Array.from({ length: random.between(2, 5) }, (): Bound => {
        const namespace = random.pick(['', '', 'prod'])
        const rules = Array.from({ length: random.between(1, 4) }, () => randomRule(random, focus))
        const fitting = namespace === '' ? rules : rules.filter((rule) => rule.nonResourceURLs === undefined)
        return [random.pick(subjects), namespace, ...fitting]
      })
      const bound = rightsOf(readPolicy(policyOf(...rows)))
      for (const username of [...USERS, ...ACCOUNTS]) {
        const target = userInfo({ username, groups: random.chance(0.7) ? [] : ['dev'] })
        const impersonators = whoCanBecome(bound, { kind: 'user', user: target }, CLUSTER)
        for (const { subject, mode, evidence } of impersonators) {
          const from = canBecome(bound, userOf(subject), CLUSTER).modes.find((one) => one.mode === mode)
          expect(from && identityEvidence(from, target)).toEqual(evidence)
          found++
        }
        for (const subject of RelevantSubjects.of(bound).all) {
          if (userOf(subject).username === username) continue
          const { modes } = canBecome(bound, userOf(subject), CLUSTER)
          for (const mode of modes.filter(({ missing }) => missing.length === 0)) {
            const applies = modesInTurn(target, NODE_BOUND(username), undefined).includes(mode.mode)
            const evidence = applies ? identityEvidence(mode, target) : undefined
            if (evidence === undefined) continue
            const by = [subject.name, ...userOf(subject).groups]
            expect(impersonators.some((one) => one.mode === mode.mode && by.includes(one.subject.name))).toBe(true)
          }
        }
      }
    }
    expect(found).toBeGreaterThan(500)
  })

  it('is asked of a group as well, which goes with a user', () => {
    const users = { verbs: ['impersonate'], apiGroups: [''], resources: ['users'] }
    const groups = { verbs: ['impersonate'], apiGroups: [''], resources: ['groups'], resourceNames: ['ops'] }
    const bound = rightsOf(
      readPolicy(policyOf(['User/a', '', users, groups], ['User/b', '', groups], ['User/c', '', users])),
    )
    const of = (group: string) => whoCanBecome(bound, { kind: 'group', group }, CLUSTER)
    const names = (group: string) => of(group).map(({ subject, mode, missing }) => [subject.name, mode, ...missing])
    const masters = ['system:masters', 'legacy']
    expect(names('ops')).toEqual([['system:masters', 'user-info'], masters, ['a', 'legacy']])
    expect(names('system:masters')).toEqual([masters])
  })

  it('leaves out those who may only as members of a group that is listed', () => {
    const everybody = { verbs: ['impersonate'], apiGroups: [''], resources: ['users'] }
    const other = { verbs: ['impersonate'], apiGroups: [''], resources: ['groups'] }
    const policy = policyOf(['Group/system:authenticated', '', everybody], ['User/a', '', other])
    const impersonators = whoCanBecome(
      rightsOf(readPolicy(policy)),
      { kind: 'user', user: userInfo({ username: 'jane' }) },
      CLUSTER,
    )
    expect([...new Set(impersonators.map(({ subject }) => subject.name))]).toEqual([
      'system:masters',
      'system:authenticated',
    ])
  })
})

/** A service account with a token that is bound to the node of a username. */
const NODE_BOUND = (username: string) =>
  userInfo({
    username: 'system:serviceaccount:prod:agent',
    extra: { 'authentication.kubernetes.io/node-name': [username.replace('system:node:', '')] },
  })

function byRule(a: Evidence | undefined, b: Evidence | undefined): number {
  const key = (one: Evidence | undefined): string => JSON.stringify([one?.rule?.range.start, one?.binding?.range.start])
  return key(a) < key(b) ? -1 : 1
}

describe('whom a user can become and the server', () => {
  it('agree on random policies, on every target, mode and rule', () => {
    const seen = new Map<string, number>()
    for (let run = 0; run < 800; run++) {
      const random = new Random(15, run)
      const focus = random.pick(MODES)
      const namespaces = ['', '', '', '', 'prod']
      const subjects = ['User/jane', 'Group/ops', 'ServiceAccount/prod/agent', 'ServiceAccount/prod/ci']
      const policy = policyOf(
        ...Array.from({ length: random.between(1, 4) }, (): Bound => {
          const namespace = random.pick(namespaces)
          const rules = Array.from({ length: random.between(2, 6) }, () => randomRule(random, focus))
          const fitting = namespace === '' ? rules : rules.filter((rule) => rule.nonResourceURLs === undefined)
          return [random.pick(subjects), namespace, ...fitting]
        }),
      )
      const requestor = random.weighted(REQUESTORS.map((one, index) => [index === 3 ? 1 : 6, one] as const))
      const cluster: ClusterSettings = random.weighted([
        [4, CLUSTER],
        [1, { ...CLUSTER, version: '1.35' }],
      ])
      const from = becomes(policy, requestor, cluster)
      for (let turn = 0; turn < 8; turn++) {
        const text = `GET ${random.pick(PATHS)} HTTP/1.1\n${randomHeaders(random, focus).join('\n')}\n`
        const { request } = readHTTP(text)
        if (request === undefined) throw new Error(text)
        const target = targetOf(request.headers)
        const read = attributesOf(request, userInfo(requestor))
        if (target.kind !== 'target' || !read.ok) throw new Error(text)
        const mine = impersonation(from, target.wantedUser, read.attributes)
        const { trace, errors } = decide({
          version: 2,
          policy,
          request: { form: 'http', text },
          requestor,
          cluster,
          design: 'constrained',
        })
        const where = `run ${run}: ${policy}\n${text}`
        expect(errors, where).toEqual([])
        const constraint = trace?.impersonatedUser && (trace.constraint ?? '')
        expect(mine && (mine.mode === 'legacy' ? '' : `impersonate:${mine.mode}`), where).toBe(constraint)
        expect(mine && plainUser(mine.user), where).toEqual(
          trace?.impersonatedUser && plainUser(trace.impersonatedUser),
        )
        const { groups, extra } = target.wantedUser
        if (trace !== undefined && mine !== undefined && groups.length < 4 && [...extra.values()].flat().length < 4) {
          const verb = mine.mode === 'legacy' ? /^impersonate$/ : new RegExp(`^impersonate(-on)?:${mine.mode}`)
          const checks = trace.steps.flatMap(({ check }) =>
            check?.phase === 'impersonation' && verb.test(check.attributes.verb) ? [check.answer.evidence] : [],
          )
          expect(checks.toSorted(byRule), where).toEqual(mine.evidence.toSorted(byRule))
        }
        seen.set(constraint ?? 'none', (seen.get(constraint ?? 'none') ?? 0) + 1)
      }
    }
    expect(Math.min(...seen.values())).toBeGreaterThan(10)
    expect([...seen.keys()].sort()).toEqual(['', ...MODES.map((mode) => `impersonate:${mode}`).sort(), 'none'].sort())
  })
})
