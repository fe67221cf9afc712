import { describe, expect, it } from 'vitest'
import { type ClusterSettings, clusterOf } from '../../cluster/index.ts'
import { defaultRoles } from '../../decide/index.ts'
import { userInfo } from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { rightsOf, userOf } from '../../rights/index.ts'
import { Random } from '../../vectors/index.ts'
import { canBecome, identityEvidence } from './can-become.ts'
import { equivalents } from './escalations.ts'
import type { Goal } from './identity-graph.ts'
import { pathsTo, type SubjectPath } from './identity-paths.ts'
import { type Bound, policyOf, type Rule } from './testing.ts'

const CLUSTER: ClusterSettings = { version: '1.36', authorizationModes: ['RBAC'] }
const ADMIN: Goal = { kind: 'everything' }
const RBAC = 'rbac.authorization.k8s.io'
const EVERYTHING: Rule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }

const rule = (verbs: string, apiGroup: string, resource: string, ...resourceNames: readonly string[]): Rule => ({
  verbs: verbs.split(' '),
  apiGroups: [apiGroup],
  resources: resource.split(' '),
  ...(resourceNames.length > 0 && { resourceNames }),
})

/** Each path on a line: "jane: legacy root + ops; token". */
function paths(goal: Goal, cluster: ClusterSettings, ...rows: readonly Bound[]): readonly string[] {
  return printedPaths(goal, policyOf(...rows), cluster)
}

/** Without that of `system:masters`, which is in every list. */
function printedPaths(goal: Goal, policy: string, cluster: ClusterSettings): readonly string[] {
  const { rights } = clusterOf(readPolicy(policy), cluster, { defaultRoles: defaultRoles() })
  const [masters, ...others] = pathsTo(goal, rights, cluster).map(printed)
  expect(masters).toMatch(/^group system:masters: /)
  return others
}

function printed({ subject, steps, certain, limited }: SubjectPath): string {
  const all = steps.map((step) => {
    const as = [step.as.username || '(any)', ...step.as.groups].join(' + ')
    return `${step.kind === 'impersonation' ? step.mode : step.way.kind} ${as}`
  })
  const marks = [...(certain ? [] : ['?']), ...(limited ? ['limited'] : [])]
  return [`${subject.kind === 'Group' ? 'group ' : ''}${subject.name}:`, all.join('; ') || 'is', ...marks].join(' ')
}

const admin = (...rows: readonly Bound[]): readonly string[] => paths(ADMIN, CLUSTER, ...rows)

describe('who can become cluster-admin, and how', () => {
  it('begins with those who are', () => {
    expect(
      admin(['User/root', '', EVERYTHING], ['Group/ops', '', EVERYTHING], ['User/jane', 'prod', EVERYTHING]),
    ).toEqual(['root: is', 'group ops: is'])
    expect(
      admin(
        ['User/jane', '', { ...EVERYTHING, resourceNames: ['a'] }],
        ['User/joe', '', { ...EVERYTHING, verbs: ['get'] }],
      ),
    ).toEqual([])
  })

  it('has those who may impersonate one, or anybody with a group', () => {
    expect(admin(['User/root', '', EVERYTHING], ['User/jane', '', rule('impersonate', '', 'users', 'root')])).toEqual([
      'root: is',
      'jane: legacy root',
    ])
    expect(admin(['User/jane', '', rule('impersonate', '', 'users groups')])).toEqual([
      'jane: legacy (any) + system:masters',
    ])
    expect(
      admin(
        ['User/jane', '', rule('impersonate', '', 'users', 'joe'), rule('impersonate', '', 'groups', 'ops')],
        ['Group/ops', '', EVERYTHING],
      ),
    ).toEqual(['jane: legacy joe + ops', 'group ops: is'])
    expect(admin(['User/jane', '', rule('impersonate', '', 'groups')])).toEqual([])
  })

  it('does not count groups that an impersonated user does not bring', () => {
    expect(admin(['Group/ops', '', EVERYTHING], ['User/jane', '', rule('impersonate', '', 'users')])).toEqual([
      'group ops: is',
    ])
  })

  it('says where only the actions of a constrained mode are allowed', () => {
    const identity = rule('impersonate:user-info', 'authentication.k8s.io', 'users', 'root')
    const root: Bound = ['User/root', '', EVERYTHING]
    const list = rule('impersonate-on:user-info:list', '', 'pods')
    expect(admin(root, ['User/jane', '', identity, list])).toEqual(['root: is', 'jane: user-info root limited'])
    const off: ClusterSettings = { ...CLUSTER, version: '1.35' }
    expect(paths(ADMIN, off, root, ['User/jane', '', identity, list])).toEqual(['root: is'])
    const bind = rule('impersonate-on:user-info:create', RBAC, 'clusterrolebindings')
    expect(admin(root, ['User/jane', '', identity, bind])).toEqual(['root: is', 'jane: user-info root; bind (any)'])
  })

  it('never impersonates twice in a row: a request names one target', () => {
    const root: Bound = ['User/root', '', EVERYTHING]
    const middle: Bound = ['User/joe', '', rule('impersonate', '', 'users', 'root')]
    expect(admin(root, middle, ['User/jane', '', rule('impersonate', '', 'users', 'joe')])).toEqual([
      'root: is',
      'joe: legacy root',
    ])
    const account: Bound = ['ServiceAccount/prod/ci', '', rule('impersonate', '', 'users', 'root')]
    expect(admin(root, account, ['User/jane', 'prod', rule('create', '', 'pods')])).toEqual([
      'root: is',
      'ci: legacy root',
      'jane: pod system:serviceaccount:prod:ci; legacy root',
    ])
  })

  it('goes by tokens, pods, Secrets, and by the groups of a namespace’s accounts', () => {
    const robot: Bound = ['ServiceAccount/prod/ci', '', EVERYTHING]
    const ci = 'system:serviceaccount:prod:ci'
    expect(admin(robot, ['User/jane', 'prod', rule('create', '', 'serviceaccounts/token', 'ci')])).toContain(
      `jane: token ${ci}`,
    )
    expect(admin(robot, ['User/jane', 'prod', rule('create', '', 'serviceaccounts/token', 'other')])).toEqual([
      'ci: is',
    ])
    expect(admin(robot, ['User/jane', 'dev', rule('create', '', 'pods')])).toEqual(['ci: is'])
    expect(admin(robot, ['User/jane', 'prod', rule('get', '', 'secrets')])).toContain(`jane: read-secrets ${ci} ?`)
    expect(
      admin(
        ['Group/system:serviceaccounts:prod', '', EVERYTHING],
        ['User/jane', 'prod', rule('create', 'batch', 'jobs')],
      ),
    ).toEqual(['jane: workload system:serviceaccount:prod:default', 'group system:serviceaccounts:prod: is'])
  })

  it('goes by a certificate, but not to system:masters', () => {
    const all = rule(
      'create update approve',
      'certificates.k8s.io',
      'certificatesigningrequests certificatesigningrequests/approval signers',
    )
    expect(admin(['User/jane', '', all])).toEqual([])
    expect(admin(['Group/ops', '', EVERYTHING], ['User/jane', '', all])).toEqual([
      'jane: certificate (any) + ops',
      'group ops: is',
    ])
    expect(admin(['User/root', '', EVERYTHING], ['User/jane', '', all])).toContain('jane: certificate root')
  })

  it('goes by bind, also to the cluster-admin that every cluster has', () => {
    const writes = rule('create', RBAC, 'clusterrolebindings')
    expect(admin(['User/jane', '', writes, rule('bind', RBAC, 'clusterroles')])).toEqual(['jane: bind jane'])
    expect(admin(['User/jane', '', writes, rule('bind', RBAC, 'clusterroles', 'cluster-admin')])).toEqual([
      'jane: bind jane',
    ])
    expect(admin(['User/jane', '', writes, rule('bind', RBAC, 'clusterroles', 'view')])).toEqual([])
    expect(admin(['User/jane', '', writes])).toEqual([])
  })

  it('goes by bind in one namespace, and on from there', () => {
    const inProd = rule('create bind', RBAC, 'rolebindings clusterroles')
    expect(admin(['User/jane', 'prod', inProd])).toEqual([])
    expect(admin(['User/jane', 'prod', inProd], ['ServiceAccount/prod/ci', '', EVERYTHING])).toEqual([
      'jane: bind jane; legacy system:serviceaccount:prod:ci',
      'ci: is',
    ])
  })

  it('goes by escalate on a role that one has', () => {
    expect(admin(['User/jane', '', rule('update escalate', RBAC, 'clusterroles')])).toEqual(['jane: escalate jane'])
    expect(admin(['User/jane', '', rule('update escalate', RBAC, 'clusterroles', 'r0')])).toEqual([
      'jane: escalate jane',
    ])
    expect(admin(['User/jane', '', rule('update escalate', RBAC, 'clusterroles', 'other')])).toEqual([])
    expect(admin(['User/jane', '', rule('create escalate', RBAC, 'clusterroles')])).toEqual([])
    expect(admin(['User/jane', 'prod', rule('update escalate', RBAC, 'roles')])).toEqual([])
  })

  it('counts a binding to cluster-admin where the policy does not contain the role', () => {
    const policy = `
apiVersion: ${RBAC}/v1
kind: ClusterRoleBinding
metadata: {name: admins}
roleRef: {apiGroup: ${RBAC}, kind: ClusterRole, name: cluster-admin}
subjects: [{kind: User, name: jane, apiGroup: ${RBAC}}]
`
    expect(printedPaths(ADMIN, policy, CLUSTER)).toEqual(['jane: is'])
    expect(printedPaths(ADMIN, policy, { ...CLUSTER, defaultRoles: false })).toEqual([])
  })
})

describe('who can become a subject, and how', () => {
  it('is a path to its name or into its group', () => {
    const user: Goal = { kind: 'subject', subject: { kind: 'User', name: 'joe', namespace: '' } }
    const group: Goal = { kind: 'subject', subject: { kind: 'Group', name: 'ops', namespace: '' } }
    const rows: readonly Bound[] = [
      ['User/jane', '', rule('impersonate', '', 'users', 'joe')],
      ['User/ann', '', rule('impersonate', '', 'users groups')],
    ]
    expect(paths(user, CLUSTER, ...rows)).toEqual(['jane: legacy joe', 'ann: legacy joe'])
    expect(paths(group, CLUSTER, ...rows)).toEqual(['ann: legacy (any) + ops'])
  })
})

describe('the first step of a path', () => {
  const VERBS = ['create', 'get', 'update', 'bind', 'escalate', 'approve', 'impersonate', 'impersonate:user-info', '*']
  const RESOURCES = [
    'pods',
    'secrets',
    'users',
    'groups',
    'serviceaccounts',
    'serviceaccounts/token',
    'clusterroles',
    'clusterrolebindings',
    'rolebindings',
    '*',
  ]
  const GROUPS = ['', RBAC, 'authentication.k8s.io', '*']
  const SUBJECTS = ['User/jane', 'User/root', 'Group/ops', 'ServiceAccount/prod/ci', 'ServiceAccount/dev/ci']

  it('is an impersonation or a way that the subject has, in random policies', () => {
    const kinds = new Set<string>()
    for (let run = 0; run < 300; run++) {
      const random = new Random(17, run)
      const rows = Array.from({ length: random.between(2, 5) }, (): Bound => {
        const rules = Array.from({ length: random.between(1, 3) }, () => ({
          verbs: [...random.some(VERBS, 3, 1), 'impersonate-on:user-info:create'],
          apiGroups: random.some(GROUPS, 2, 1),
          resources: random.some(RESOURCES, 4, 1),
          ...(random.chance(0.2) && { resourceNames: random.some(['root', 'ops', 'ci', 'r0', 'cluster-admin'], 2, 1) }),
        }))
        return [random.pick(SUBJECTS), random.pick(['', '', 'prod']), ...rules]
      })
      const bound = rightsOf(readPolicy(policyOf(...rows)))
      for (const { subject, steps } of pathsTo(ADMIN, bound, CLUSTER)) {
        const user = userOf(subject)
        const [step] = steps
        if (step === undefined) continue
        kinds.add(step.kind === 'way' ? step.way.kind : step.mode)
        if (step.kind === 'way') expect(equivalents(bound, user, CLUSTER)).toContainEqual(step.way)
        else {
          const grants = canBecome(bound, user, CLUSTER).modes.find(({ mode }) => mode === step.mode)
          const target = userInfo({ username: step.as.username || 'anybody', groups: step.as.groups })
          expect(grants?.missing).toEqual([])
          expect(grants && identityEvidence(grants, target)).toBeDefined()
        }
      }
    }
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['bind', 'legacy', 'pod', 'token', 'user-info']))
  })
})
