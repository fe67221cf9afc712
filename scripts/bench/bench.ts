import { attributesOf, type Decider, readPolicy, readRequest, type UserInfo, userInfo } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { clusterOf } from '@authz-playground/engine/internal/cluster'
import { proofOf } from '@authz-playground/engine/internal/constrain'
import { loadAllChunks, ScenarioDecider } from '@authz-playground/engine/internal/decide'
import { newAccessBetween } from '@authz-playground/engine/internal/explain'
import { ANY_VERSION } from '@authz-playground/engine/internal/kube'
import { accessMatrix, canBecome, pathsTo, subjectsOf, whatCan, whoCan } from '@authz-playground/engine/internal/query'
import { rightsOf } from '@authz-playground/engine/internal/rights'
import { type ConstrainPlan, constrain, ObservationReader } from '@authz-playground/engine/logs'
import { judgeGoals, lintPolicy, policyDiff } from '@authz-playground/engine/policy'
import { explain } from '@authz-playground/engine/questions'
import { EXAMPLES } from '@authz-playground/examples'
import { arrivals } from './arrival.ts'
import { auditLines } from './audit-log.ts'
import { clusterGoals, failingGoals, policyOfGoals } from './cluster-goals.ts'
import { BOUND, clusterPolicy, riskyPolicy } from './cluster-policy.ts'
import { freezes } from './freezes.ts'
import { gradedTexts } from './graded-texts.ts'
import { hostileTimes } from './hostile.ts'
import { median } from './median.ts'

const CHUNKS = await loadAllChunks()

/** A decider that has read nothing yet. */
function newDecider(): Decider {
  const scenarios = new ScenarioDecider()
  return (scenario, options) => scenarios.decide(scenario, CHUNKS, options)
}

/** A figure, its limit and its unit. */
interface Figure {
  readonly what: string
  readonly took: number
  readonly bar: number
  readonly unit: 'ms' | 'µs'
}

/** What a keystroke in the policy costs, and a request that is sent again, for every example of the gallery. */
function examples(): readonly Figure[] {
  const figures = EXAMPLES.map(({ id, scenario }): Figure => {
    const decide = newDecider()
    // A keystroke is a new policy text, so that nothing that was decided before can be used again.
    const keystroke = medianOf(30, 101, (i) =>
      decide({ ...scenario, policy: `${scenario.policy}# ${i}\n` }, { cel: CEL }),
    )
    return { what: `keystroke in ${id}`, took: keystroke, bar: 16, unit: 'ms' }
  })
  const slowest = figures.reduce((most, one) => (one.took > most.took ? one : most))
  return [...figures, { ...slowest, what: `the slowest of ${figures.length} examples` }]
}

/** The same for the policy of a large cluster, and the cost of one check there. */
function cluster(): readonly Figure[] {
  const policy = clusterPolicy()
  const scenario = {
    version: 2,
    policy,
    request: { form: 'http', text: 'GET /api/v1/namespaces/namespace-7/pods HTTP/1.1\nImpersonate-User: jane\n' },
    requestor: { username: BOUND.username },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  } as const
  const pasted = medianOf(1, 5, (i) => newDecider()({ ...scenario, policy: `${policy}# ${i}\n` }))
  const decide = newDecider()
  const somewhere = policy.indexOf('---\n', policy.length / 2)
  const keystroke = medianOf(5, 21, (i) =>
    decide({ ...scenario, policy: `${policy.slice(0, somewhere)}# ${'x'.repeat(i)}\n${policy.slice(somewhere)}` }),
  )
  const request = medianOf(5, 21, (i) =>
    decide({ ...scenario, request: { form: 'http', text: `${scenario.request.text}X-Count: ${i}\n` } }),
  )
  return [
    { what: `a policy of ${(policy.length / 1e6).toFixed(1)} MB, pasted`, took: pasted, bar: 1000, unit: 'ms' },
    { what: 'a keystroke in the middle of it', took: keystroke, bar: 100, unit: 'ms' },
    { what: 'a keystroke in the request', took: request, bar: 16, unit: 'ms' },
    { what: 'the lint of it, after the answer', took: linting(policy), bar: 1000, unit: 'ms' },
    ...nearRules(policy),
    ...checks(policy),
    ...becomings(policy),
    ...opened(policy),
    ...diffs(policy),
    ...queries(policy),
    ...migration(policy),
    ...goals(),
  ]
}

/** Goals of all kinds about such a policy, with the time to read it. */
function goals(): readonly Figure[] {
  const policy = policyOfGoals()
  const judging = (sentences: readonly string[], wanted: 'holds' | 'fails') =>
    medianOf(1, 5, (i) => {
      const decide = newDecider()
      const scenario = {
        version: 2,
        policy: `${policy}# ${i}\n`,
        request: { form: 'http', text: '' },
        requestor: { username: '' },
        cluster: { version: '1.36', authorizationModes: ['RBAC'] },
        design: 'constrained',
      } as const
      const results = [...judgeGoals({ scenario, goals: sentences }, (one) => decide(one, { cel: CEL }))]
      if (results.some(({ state }) => state !== wanted)) throw new Error('the goals are not what they are called')
    })
  const size = `${(policy.length / 1e6).toFixed(1)} MB`
  return [
    {
      what: `1,000 goals about a policy of ${size}`,
      took: judging(clusterGoals(1000), 'holds'),
      bar: 2000,
      unit: 'ms',
    },
    { what: '1,000 goals about it that fail', took: judging(failingGoals(1000), 'fails'), bar: 4000, unit: 'ms' },
  ]
}

/** The legacy right of the impersonators in the log, who may be anybody, and what everybody may do. */
const PORTALS = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: portals}
rules: [{apiGroups: [''], resources: [users, groups], verbs: [impersonate]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: portals}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: portals}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: 'system:serviceaccounts:portals'}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: everything}
rules: [{apiGroups: ['*'], resources: ['*'], verbs: [get, list, watch, create, update, patch, delete]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: devs}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: everything}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: devs}]
`

/** Rules for what a log of 10,000 events shows, and the proof. */
function migration(policy: string): readonly Figure[] {
  const log = new ObservationReader()
  log.begin('audit.log')
  log.read(new TextEncoder().encode(`${[...auditLines('realistic', 10_000, 1)].join('\n')}\n`))
  log.end()
  const observation = log.impersonations()
  return [
    ['', PORTALS],
    [', with that policy beside', `${policy}${PORTALS}`],
  ].flatMap(([beside = '', text = '']): readonly Figure[] => {
    const cluster = clusterOf(readPolicy(text))
    let plan: ConstrainPlan | undefined
    const planning = medianOf(0, 3, () => {
      plan = constrain(cluster, observation)
    })
    const [first] = plan?.impersonators ?? []
    if (plan === undefined || first === undefined || first.modes.length === 0) throw new Error('there are no rules')
    const [made, of] = [plan, first]
    const proving = medianOf(0, 3, () => proofOf(of, cluster, made))
    const requests = observation.requests.length.toLocaleString('en')
    return [
      { what: `rules for ${requests} impersonated requests${beside}`, took: planning, bar: 2000, unit: 'ms' },
      { what: `the proof of them${beside}`, took: proving, bar: 2000, unit: 'ms' },
    ]
  })
}

/** Questions about its roles and bindings: who can, what can. They share the index of the authorizer. */
function queries(text: string): readonly Figure[] {
  const policy = readPolicy(text)
  const user = userInfo({ username: BOUND.username })
  const { attributes } = checkIn(BOUND.namespace, 'pods', user)
  const who = medianOf(1, 11, () => whoCan(rightsOf(policy), attributes))
  const what = medianOf(1, 11, () => whatCan(rightsOf(policy), user, { served: ANY_VERSION.resources }))
  const subjects = subjectsOf(policy)
  const resources = ANY_VERSION.resources.slice(0, 60)
  const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']
  const matrix = medianOf(1, 5, () => {
    const running = accessMatrix(rightsOf(policy), subjects, resources, verbs, { served: ANY_VERSION.resources })
    while (running.next().done !== true);
  })
  const all = `${subjects.length.toLocaleString('en')} subjects × ${resources.length} resources × ${verbs.length} verbs`
  return [
    { what: 'who can there', took: who, bar: 100, unit: 'ms' },
    { what: 'everything that one subject can there', took: what, bar: 200, unit: 'ms' },
    { what: `the matrix of ${all}`, took: matrix, bar: 3000, unit: 'ms' },
  ]
}

/** What a verb more in one rule opens, and another role in every ClusterRoleBinding. */
function opened(text: string): readonly Figure[] {
  const before = clusterOf(readPolicy(text))
  const somewhere = text.indexOf('  - get\n', text.length / 9)
  const inOneRule = `${text.slice(0, somewhere)}  - delete\n${text.slice(somewhere)}`
  const everywhere = text.replaceAll(/(?<role>kind: ClusterRole\n {2}name: cluster-role-)\d+/g, '$<role>1')
  return [
    { what: 'what one more verb there opens', changed: inOneRule, least: 1, bar: 50 },
    { what: 'what other roles in all ClusterRoleBindings open', changed: everywhere, least: 600, bar: 200 },
  ].map(({ what, changed, least, bar }): Figure => {
    const after = clusterOf(readPolicy(changed))
    if (newAccessBetween(before, after).length < least) throw new Error('the change opens less than it is called')
    return { what, took: medianOf(2, 11, () => newAccessBetween(before, after)), bar, unit: 'ms' }
  })
}

/** A policy and the same with one verb more, and one with other users in other namespaces. */
function diffs(text: string): readonly Figure[] {
  const before = clusterOf(readPolicy(text))
  const somewhere = text.indexOf('  - get\n', text.length / 9)
  const small = `${text.slice(0, somewhere)}  - delete\n${text.slice(somewhere)}`
  const unrelated = text
    .replaceAll(/user-(\d+)/g, 'person-$1')
    .replaceAll(/namespace-(\d+)/g, (_, number) => `namespace-${Number(number) + 7}`)
  return [
    { what: 'the diff with one verb more', changed: small, least: 1, bar: 1000 },
    { what: 'the diff with unrelated users and namespaces', changed: unrelated, least: 2000, bar: 5000 },
  ].map(({ what, changed, least, bar }): Figure => {
    const after = clusterOf(readPolicy(changed))
    const { gains, losses } = policyDiff(before, after)
    if (gains.length < least || (least === 1 && losses.length > 0))
      throw new Error('the change is not what it is called')
    return { what, took: medianOf(1, 5, () => policyDiff(before, after)), bar, unit: 'ms' }
  })
}

/** Whom a user can become, and who can become cluster-admin, in the policy and in one with many long paths. */
function becomings(text: string): readonly Figure[] {
  const cluster = { version: '1.36', authorizationModes: ['RBAC'] } as const
  const user = userInfo({ username: BOUND.username, groups: ['system:authenticated'] })
  const plain = readPolicy(text)
  const risky = readPolicy(`${text}---\n${riskyPolicy()}`)
  const bound = rightsOf(plain)
  return [
    {
      what: 'whom a user can become there',
      took: medianOf(1, 5, () => canBecome(bound, user, cluster)),
      bar: 200,
      unit: 'ms',
    },
    ...[plain, risky].map((policy, at): Figure => {
      const took = medianOf(0, 3, () => pathsTo({ kind: 'everything' }, rightsOf(policy), cluster))
      return {
        what: `who can become cluster-admin there${at === 0 ? '' : ', by 600 risky bindings more'}`,
        took,
        bar: 3000,
        unit: 'ms',
      }
    }),
  ]
}

/** The mistakes in a whole policy that was read before, with the places of a thousand of them. */
function linting(text: string): number {
  const policies = Array.from({ length: 6 }, (_, i) => readPolicy(`${text}# ${i}\n`))
  return medianOf(1, 5, (i) => lintPolicy(policies[i] ?? readPolicy(text)))
}

/** What nearly fits a refusal, after a keystroke in the policy: the index of near rules is made anew. */
function nearRules(policy: string): readonly Figure[] {
  return [
    ['a check that nothing fits', 'GET /apis/example.com/v1/namespaces/elsewhere/gadgets/x HTTP/1.1', 'nobody'],
    ['a check that each role fits but for the verb', 'DELETE /api/v1/namespaces/namespace-7/pods/x HTTP/1.1', 'user-7'],
    [
      'a check of a service account that others are named like',
      'GET /api/v1/namespaces/namespace-7/secrets HTTP/1.1',
      'system:serviceaccount:namespace-7:account-8',
    ],
    ['two checks, as of an impersonation', `${IMPERSONATING}\n`, BOUND.username],
  ].map(([what, text = '', username = '']): Figure => {
    const decide = newDecider()
    const times: number[] = []
    for (let i = 0; i < 26; i++) {
      const scenario = {
        version: 2,
        policy: `${policy}# ${i}\n`,
        request: { form: 'http', text },
        requestor: { username },
        cluster: { version: '1.36', authorizationModes: ['RBAC'] },
        design: 'constrained',
      } as const
      const decided = decide(scenario)
      const began = performance.now()
      if (explain(decided) === undefined) throw new Error('a request that is not refused')
      if (i >= 5) times.push(performance.now() - began)
    }
    return { what: `what nearly fits there, of ${what}`, took: median(times), bar: 50, unit: 'ms' }
  })
}

const IMPERSONATING = 'GET /api/v1/namespaces/namespace-7/pods HTTP/1.1\nImpersonate-User: jane'

/** kube-apiserver's own RBAC authorizer takes 19 µs and 9 µs: the bars are a tenth and a quarter of that. */
function checks(text: string): readonly Figure[] {
  const { authorizer } = clusterOf(readPolicy(text))
  const user = userInfo({ username: BOUND.username })
  const check = (resource: string) => {
    const { attributes } = checkIn(BOUND.namespace, resource, user)
    const many = 10_000
    const all = medianOf(3, 21, () => {
      for (let i = 0; i < many; i++) authorizer.authorize(attributes)
    })
    return { took: (all / many) * 1000, decision: authorizer.authorize(attributes).decision }
  }
  const [allowed, denied] = [check('pods'), check('secrets')]
  if (allowed.decision !== 'Allow' || denied.decision !== 'NoOpinion')
    throw new Error('the checks are not what they are called')
  return [
    { what: 'one check there that is allowed', took: allowed.took, bar: 9 / 4, unit: 'µs' },
    { what: 'one check there that is denied', took: denied.took, bar: 19 / 10, unit: 'µs' },
  ]
}

/** The attributes of a request that lists a resource. */
function checkIn(namespace: string, resource: string, user: UserInfo) {
  const text = `GET /api/v1/namespaces/${namespace}/${resource} HTTP/1.1`
  const { request } = readRequest({ form: 'http', text })
  const read = request && attributesOf(request, user)
  if (!read?.ok) throw new Error('a request that cannot be read')
  return read
}

/** Texts that would take long if what multiplies were written out, each decided and explained once. */
function hostile(): readonly Figure[] {
  return hostileTimes().map((one) => ({ ...one, bar: 2000, unit: 'ms' }))
}

function medianOf(warmUp: number, runs: number, work: (run: number) => unknown): number {
  const times: number[] = []
  for (let i = 0; i < warmUp + runs; i++) {
    const began = performance.now()
    work(i)
    if (i >= warmUp) times.push(performance.now() - began)
  }
  return median(times)
}

/** Hand-ins at the limits of `course grade`, each graded once by a process. */
async function graded(): Promise<readonly Figure[]> {
  return (await gradedTexts()).map((one) => ({ ...one, bar: 15_000, unit: 'ms' }))
}

/** Prints every figure, the slow ones marked. Returns the exit status. */
async function main(): Promise<number> {
  const arrived = (await arrivals()).map((one): Figure => ({ ...one, unit: 'ms' }))
  const frozen = (await freezes()).map((one): Figure => ({ ...one, unit: 'ms' }))
  const figures = [...arrived, ...frozen, ...examples(), ...cluster(), ...hostile(), ...(await graded())]
  for (const { what, took, bar, unit } of figures) {
    const measured = `${took.toFixed(3)} ${unit}`.padStart(13)
    const allowed = `of ${Number(bar.toFixed(3))} ${unit}`.padEnd(12)
    console.log(`${measured}  ${allowed}  ${what}${took > bar ? '  SLOW' : ''}`)
  }
  const slow = figures.filter(({ took, bar }) => took > bar).length
  console.log(`\n${figures.length} figures, ${slow} above their bar`)
  return slow === 0 ? 0 : 1
}

process.exitCode = await main()
