import { type ClusterSettings, userInfo } from '@authz-playground/engine'
import { type ChangeRow, diffAnswer, finished } from '@authz-playground/engine/internal/answers'
import { MODES_IN_ORDER } from '@authz-playground/engine/internal/designs'
import { connectsByGet } from '@authz-playground/engine/internal/kube'
import { grantsIn, impersonation } from '@authz-playground/engine/internal/query'
import { usernameOf } from '@authz-playground/engine/internal/rights'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadDecide } from '../decision.ts'
import { AskedPolicy } from './asked-policy.ts'
import { type Action, type Fact, factInWords, type PolicyCase, reviewOf, userOfSender } from './fact.ts'
import { grants, isOf, run } from './maker.ts'

/** One for each cluster: each keeps the policy that it read last. */
const [decideBefore, decideAfter] = [await loadDecide(), await loadDecide()]

type Change = ChangeRow['change']

/** Clusters without constrained impersonation, and clusters with it; both with and without `create` for connections. */
const OFF: readonly Partial<ClusterSettings>[] = [
  { version: '1.34' },
  { version: '1.35' },
  { version: '1.36', constrainedImpersonation: false },
]
const ON: readonly Partial<ClusterSettings>[] = [
  { version: '1.35', constrainedImpersonation: true },
  { version: '1.36' },
  { version: '1.36', authorizePodWebsocketUpgradeCreatePermission: false },
  { version: '1.37' },
]
const CLUSTERS = fc
  .tuple(fc.constantFrom(...OFF), fc.constantFrom(...ON, ...OFF), fc.boolean())
  .map(([one, other, turned]) => (turned ? ([other, one] as const) : ([one, other] as const)))

const some = (...values: readonly string[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 })
const names = (...values: readonly string[]) => fc.option(some(...values), { nil: [], freq: 1 })
const MODES = MODES_IN_ORDER.map(({ mode }) => mode)
const AUTHENTICATION = 'authentication.k8s.io'

const identityRule = fc.record({
  verbs: some(
    'impersonate:user-info',
    'impersonate:user-info',
    'impersonate:serviceaccount',
    'impersonate:arbitrary-node',
    '*',
  ),
  apiGroups: some(AUTHENTICATION, AUTHENTICATION, '*'),
  resources: some('users', 'users', 'groups', 'serviceaccounts', 'nodes', '*'),
  resourceNames: names('bob', 'bot', 'n1', 'ops', '*'),
})
const legacyRule = fc.record({
  verbs: some('impersonate', '*'),
  apiGroups: some('', '*'),
  resources: some('users', 'groups', 'serviceaccounts', '*'),
  resourceNames: names('bob', 'bot', 'ops', 'system:node:n1'),
})
const actionRule = fc.oneof(
  fc.record({
    verbs: some(...MODES.slice(1).map((mode) => `impersonate-on:${mode}:get`), 'impersonate-on:user-info:get', '*'),
    apiGroups: some('', '*'),
    resources: some('pods', 'pods', 'pods/exec', '*'),
    resourceNames: names('web', 'other'),
  }),
  fc.record({ verbs: some('impersonate-on:user-info:get', '*'), nonResourceURLs: some('/healthz', '*') }),
)
const connectionRule = fc.record({
  verbs: some('get', 'get', 'create', '*'),
  apiGroups: some('', '*'),
  resources: some('pods/exec', 'pods/exec', 'pods/attach', 'pods/*', '*/exec', '*'),
  resourceNames: names('web', 'other'),
})

const binding = fc.record({
  namespace: fc.constantFrom('', '', '', '', 'prod', 'ci'),
  subject: fc.constantFrom<object>(
    { kind: 'User', name: 'jane' },
    { kind: 'User', name: 'jane' },
    { kind: 'Group', name: 'devs' },
    { kind: 'Group', name: 'devs' },
    { kind: 'Group', name: 'system:authenticated' },
    { kind: 'ServiceAccount', name: 'bot', namespace: 'prod' },
  ),
  rule: fc.oneof(
    { weight: 4, arbitrary: identityRule },
    { weight: 4, arbitrary: actionRule },
    { weight: 3, arbitrary: connectionRule },
    { weight: 1, arbitrary: legacyRule },
  ),
})

type Bound = typeof binding extends fc.Arbitrary<infer Value> ? Value : never

function policyText(bindings: readonly Bound[]): string {
  const group = 'rbac.authorization.k8s.io'
  const apiVersion = `${group}/v1`
  const items = bindings.flatMap(({ namespace, subject, rule }, at) => {
    const rules = [rule]
    const isPath = 'nonResourceURLs' in rule
    const scope = isPath ? '' : namespace
    return [
      { apiVersion, kind: 'ClusterRole', metadata: { name: `r${at}` }, rules },
      {
        apiVersion,
        kind: scope === '' ? 'ClusterRoleBinding' : 'RoleBinding',
        metadata: { name: `b${at}`, ...(scope !== '' && { namespace: scope }) },
        roleRef: { apiGroup: group, kind: 'ClusterRole', name: `r${at}` },
        subjects: [subject],
      },
    ]
  })
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}

const user = (username: string, ...groups: readonly string[]) => ({ spelled: username, username, groups })
const SENDERS = [user('jane'), user('jane', 'devs'), user('anna', 'devs'), user('system:serviceaccount:prod:bot')]
const TARGETS = [user('bob'), user('bob', 'ops'), user('system:serviceaccount:prod:bot'), user('system:node:n1')]
const POD: Action = {
  verb: 'get',
  apiGroup: '',
  resource: 'pods',
  subresource: '',
  namespace: 'prod',
  name: 'web',
  path: '',
}
const ACTIONS: readonly Action[] = [
  POD,
  { ...POD, subresource: 'exec' },
  { ...POD, subresource: 'exec', namespace: 'ci' },
  { ...POD, apiGroup: '', resource: '', namespace: '', name: '', path: '/healthz' },
]
const FACTS: readonly Fact[] = SENDERS.flatMap((sender) =>
  ACTIONS.flatMap((action): readonly Fact[] => [
    { kind: 'access', sender, action },
    ...TARGETS.map((as): Fact => ({ kind: 'identity', sender, action, as })),
  ]),
)

/** The lines about a user that cover what a fact asks for; a connection is also lost or gained with its `create`. */
function coveringLines(changes: readonly Change[], fact: Fact): readonly Change[] {
  const [user, review] = [userOfSender(fact.sender), reviewOf(fact)]
  const asked = connectsByGet(review) ? [review, { ...review, verb: 'create' }] : [review]
  return changes.filter(
    ({ versionRight, subjects, namespaces, rule, except }) =>
      (versionRight === undefined || versionRight === 'connection') &&
      subjects.some((one) => isOf(one, user)) &&
      asked.some(
        (one) => grants(rule, namespaces, one) && !except.some((part) => grants(part.rule, [part.namespace], one)),
      ),
  )
}

/** Whether lines about a user cover both halves of a constrained impersonation. */
function coversImpersonation(changes: readonly Change[], fact: Exclude<Fact, { readonly kind: 'access' }>): boolean {
  const subject = userOfSender(fact.sender)
  const heldBy = (part: Change['versionRight']) =>
    changes
      .filter(({ versionRight, subjects }) => versionRight === part && subjects.some((one) => isOf(one, subject)))
      .flatMap(({ namespaces, rule }) =>
        namespaces.map((namespace) => ({ rule, namespace, evidence: () => ({ authorizer: 'RBAC' }) as const })),
      )
  const [identities, actions] = [heldBy('identity'), heldBy('action')]
  const modes = MODES_IN_ORDER.map(({ mode }) => ({
    ...grantsIn(mode, identities),
    actions: grantsIn(mode, actions).actions,
    missing: [],
  }))
  const { username, groups } = fact.as
  return (
    impersonation({ subject, featureEnabled: true, modes }, userInfo({ username, groups }), reviewOf(fact)) !==
    undefined
  )
}

function grantsLegacy({ verbs }: Change['rule']): boolean {
  return verbs.some((verb) => verb === 'impersonate' || verb === '*')
}

/** What is wrong with the lines about a fact, of which both decisions are known. Undefined where nothing is. */
function fault(fact: Fact, changes: readonly Change[], then: boolean, now: boolean): string | undefined {
  if (fact.kind !== 'access') {
    if (then) return undefined
    const isCovered = coversImpersonation(changes, fact)
    // Another policy may grant legacy impersonation as well.
    const isLegacy = now && changes.some(({ versionRight, rule }) => versionRight === undefined && grantsLegacy(rule))
    return isCovered === now || isLegacy ? undefined : 'an impersonation'
  }
  const lines = coveringLines(changes, fact)
  if (!then && now) return lines.length > 0 ? undefined : 'no line covers it'
  // A line about a name is about the user with the groups that it implies.
  const isAlone = fact.sender.groups.length === 0
  const connects = connectsByGet(reviewOf(fact))
  const own = lines.some(
    ({ subjects, versionRight }) =>
      (versionRight === 'connection') === connects && subjects.some((one) => usernameOf(one) === fact.sender.username),
  )
  return own && isAlone ? 'a line covers it' : undefined
}

it('says of two versions of a cluster exactly what run says on each', () => {
  const facts = fc.subarray([...FACTS], { minLength: 20, maxLength: 20 })
  const counts = { access: 0, 'access-as': 0, identity: 0 }
  fc.assert(
    fc.property(
      fc.array(binding, { minLength: 4, maxLength: 10, size: 'max' }),
      CLUSTERS,
      facts,
      fc.integer({ min: -2, max: 2 }),
      (bindings, [from, to], asked, left) => {
        // In most cases one policy has bindings that the other one does not have.
        const policies = [bindings.slice(Math.max(left, 0)), bindings.slice(Math.max(-left, 0))]
        const [old, now] = policies.map((some) => ({ policy: policyText(some), defaultRoles: false })) as [
          PolicyCase,
          PolicyCase,
        ]
        const [before, after] = [new AskedPolicy(old, decideBefore, from), new AskedPolicy(now, decideAfter, to)]
        const { gains, losses } = finished(diffAnswer(before.cluster, after.cluster))
        for (const fact of asked) {
          const [was, is] = [before, after].map((one) => run.says(fact, one) === 'yes') as [boolean, boolean]
          if (was !== is) counts[fact.kind]++
          const lines = [gains, losses].map((rows) => rows.map(({ change }) => change))
          const found = fault(fact, lines[0] ?? [], was, is) ?? fault(fact, lines[1] ?? [], is, was)
          if (found === undefined) continue
          const words = [...gains, ...losses].map(({ words }) => JSON.stringify(words))
          throw new Error(
            [
              '',
              old.policy,
              now.policy,
              `# ${JSON.stringify([from, to])}`,
              factInWords(fact),
              `${was}, then ${is}: ${found}`,
              ...words,
            ].join('\n'),
          )
        }
      },
    ),
    { numRuns: 120, seed: 1 },
  )
  expect(counts.identity).toBeGreaterThan(15)
  expect(counts.access).toBeGreaterThan(5)
})
