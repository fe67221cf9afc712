import {
  type Attributes,
  defaultRoles,
  loadDesigns,
  plainText,
  readPolicy,
  type Scenario,
  type Trace,
} from '@authz-playground/engine'
import { combinedResource } from '@authz-playground/engine/internal/kube'
import { lintDesign } from '@authz-playground/engine/internal/lint'
import { usernameOf } from '@authz-playground/engine/internal/rights'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { lintPolicy } from '@authz-playground/engine/policy'
import { type Change, changes, type NewAccess } from '@authz-playground/engine/questions'
import { EXAMPLES } from '@authz-playground/examples'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadDecide } from '../decision.ts'
import { type Fact, requestOf, userOfSender } from './fact.ts'
import { anyCase } from './testing.ts'

const decide = await loadDecide()
const designs = await loadDesigns()

/** The lint of the change states what its caution states, and the change is made only by somebody who asks for it. */
const CAUTIONED: ReadonlyMap<string, Change['unsafe'][number]['id']> = new Map([
  ['grants-escalation', 'superusers'],
  ['masters-target', 'superusers'],
  ['legacy-beside-constrained', 'lifts-constraint'],
  ['wildcard-identity', 'open-identity'],
  ['everybody-access', 'everybody'],
  ['anonymous-access', 'anonymous'],
])

/** What the lint says of one half of constrained impersonation, or of a connection, without the other, and the words of that half. */
const HALVES = new Map<string, (mode: string) => RegExp>([
  ['identity-without-action', (mode) => new RegExp(`"impersonate:${mode}"`)],
  ['action-without-identity', (mode) => new RegExp(`"impersonate-on:${mode}:`)],
  ['connection-without-create', () => /pods\/|\/proxy/],
])

/**
 * A mistake in the API group of a rule is one mistake: the right group of one resource may show that of another, or that another one is
 * in no namespace, or does not exist.
 */
const OF_GROUPS: ReadonlySet<string> = new Set([
  'unlikely-api-group',
  'unknown-api-group',
  'other-api-group',
  'cluster-scoped-in-role',
  'unknown-resource',
])

/** Of values and rules that grant nothing: those that the policy had already show as soon as more of their rule or their role counts. */
const OF_NO_GRANT: ReadonlySet<string> = new Set(['impersonation-name', 'aggregated-rules'])

/** The mode that a warning about a half is about. */
const MODE = / in the mode ([a-z-]+)/

/**
 * Whether a change writes no half: what a rule of the policy lacked already shows as soon as it counts, or counts without another. The
 * verbs and resources of such a rule stay.
 */
function writesNoHalf(half: RegExp, before: string, after: string): boolean {
  const rules = (policy: string) => readPolicy(policy).roles.flatMap((role) => role.rules)
  const words = ({ verbs, resources }: ReturnType<typeof rules>[number]) => JSON.stringify([verbs, resources])
  const had = new Set(rules(before).map(words))
  return rules(after).every((rule) => had.has(words(rule)) || !half.test(words(rule)))
}

/** How often the lint warns in each of its rules, of halves in each mode, and of what grants nothing where the policy before does not have it. The verbs of designs that were not released have no lint of their own. */
function warnings({ policy, cluster, design, assumptions }: Scenario, before = ''): ReadonlyMap<string, number> {
  const chosen = designs.find(({ id }) => id === design)
  const found = lintPolicy(readPolicy(policy), {
    defaults: cluster.defaultRoles === false ? undefined : defaultRoles(),
    cluster,
    ...(chosen && { design: lintDesign(chosen, assumptions?.[chosen.id]) }),
  })
  const counts = new Map<string, number>()
  for (const { severity, code, message, range } of found) {
    if (severity === 'note') continue
    if (OF_NO_GRANT.has(code) && before.includes(policy.slice(range.start, range.end))) continue
    const mode = HALVES.has(code) ? MODE.exec(message)?.[1] : undefined
    const kind = mode !== undefined ? `${code} ${mode}` : OF_GROUPS.has(code) ? 'other-api-group' : code
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

/** The rules of the lint that warn more often afterwards. Both policies are in the cluster that the change leaves. */
function newWarnings({ policy }: Scenario, after: Scenario): readonly string[] {
  const now = warnings(after, policy)
  const before = now.size === 0 ? now : warnings({ ...after, policy })
  return [...now].flatMap(([kind, count]) => {
    const [code = '', mode = ''] = kind.split(' ')
    const half = HALVES.get(code)
    const isOwn = half !== undefined && writesNoHalf(half(mode), policy, after.policy)
    return count > (before.get(kind) ?? 0) && !isOwn ? [code] : []
  })
}

const titleOf = ({ parts }: Change): string => parts.map(plainText).join('; ')

/** The trace of what is asked for: of a question that no request asks, that of what is meant. */
function traceOf(scenario: Scenario): Trace | undefined {
  const { state, trace, question } = decide(scenario)
  return state === 'decided' ? (question?.meant ?? trace) : undefined
}

/** What is wrong with the changes of a refused request, a sentence each. */
function faultsOf(scenario: Scenario): readonly string[] {
  const decided = decide(scenario)
  const { trace } = decided
  if (decided.state !== 'decided' || trace === undefined || !isRefused(trace)) return []
  const offered = changes(decided, scenario, decide)
  const titles = offered.map(titleOf)
  return offered.flatMap((change, at) => {
    const after: Scenario = change.scenario ?? { ...scenario, policy: change.policy }
    const allowed = traceOf(after)
    const title = `${change.kind}: ${titles[at]}`
    const isJudged = scenario.design === 'constrained' && after.policy !== scenario.policy
    const warned = isJudged ? newWarnings(scenario, after) : []
    const cautions = change.unsafe.map(({ id }) => id)
    const unsaid = warned.filter((code) => !cautions.some((id) => id === CAUTIONED.get(code)))
    return [
      ...(allowed === undefined || isRefused(allowed) ? [`${title}: the request is still refused.`] : []),
      ...(titles.indexOf(titles[at] ?? '') === at ? [] : [`${title}: another change has this title.`]),
      ...unsaid.map((code) => `${title}: the lint warns afterwards: ${code}.`),
      ...wider(change, trace, allowed?.steps ?? []).map((one) => `${title}: opens ${JSON.stringify(one)}.`),
    ]
  })
}

/** What a change opens beside what its title says: to other subjects, in other namespaces, or of another verb, resource or name. */
function wider({ kind, adds, parts }: Change, { steps, grant }: Trace, after: Trace['steps']): readonly NewAccess[] {
  const asked = [...steps, ...after].flatMap(({ check }) => (check === undefined ? [] : [check.attributes]))
  // A writer who lacks the rules of a role is given these rules.
  const toHold = (grant?.rules ?? []).map(({ rule }) => JSON.stringify(rule))
  const others = adds.filter(
    (one) => !toHold.includes(JSON.stringify(one.rule)) && !asked.some((review) => isOnly(one, review, asked)),
  )
  if (kind === 'new-role') return others
  if (kind === 'bind') return others.filter((one) => !asked.some((review) => isForSame(one, review)))
  if (kind !== 'extend') return []
  const words = parts.flatMap((part) =>
    part.flatMap((word) => (typeof word === 'object' && 'code' in word ? [word.code] : [])),
  )
  // A label is for all rules of the role that the title names.
  const isWhole = words.includes('resourceNames') || parts.some((part) => plainText(part).includes(' the label '))
  return others.filter(
    ({ rule }) =>
      !isWhole &&
      !Object.values(rule)
        .flat()
        .some((value) => words.includes(value === '' ? '""' : value)),
  )
}

const isForSame = ({ subject, namespace }: NewAccess, { user, namespace: asked, isResourceRequest }: Attributes) =>
  (subject.kind === 'Group' ? user.groups.includes(subject.name) : usernameOf(subject) === user.username) &&
  namespace === (isResourceRequest ? asked : '')

/** Whether new access is for the user and the place of a review, and each of its values is asked for there. */
function isOnly(one: NewAccess, review: Attributes, asked: readonly Attributes[]): boolean {
  if (!isForSame(one, review)) return false
  const same = asked.filter((other) => isForSame(one, other))
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = one.rule
  return (
    verbs.every((verb) => same.some((other) => other.verb === verb)) &&
    apiGroups.every((group) => same.some((other) => other.apiGroup === group)) &&
    resources.every((resource) => same.some((other) => combinedResource(other) === resource)) &&
    resourceNames.every((name) => same.some((other) => other.name === name)) &&
    nonResourceURLs.every((path) => same.some((other) => other.path === path))
  )
}

/** Mistakes that people make in a policy, as the words before and after. */
const MISTAKES: readonly (readonly [written: string, mistaken: string])[] = [
  ['"list"', '"lst"'],
  ['"pods"', '"pod"'],
  ['"deployments', '"deployment'],
  ['"apps"', '"app"'],
  ['name: jane', 'name: jnae'],
  ['namespace: prod}', 'namespace: prdo}'],
  ['{kind: Group, name: devs}', '{kind: User, name: devs}'],
  ['aggregate-to-view: "true"', 'aggregate-to-vew: "true"'],
  ['name: r0}', 'name: r0-reader}'],
  ['impersonate:user-info', 'impersonate-user-info'],
  ['"authentication.k8s.io"', '"authentication"'],
]

const mistaken = fc
  .record({
    drawn: anyCase,
    mistakes: fc.subarray([...MISTAKES], { maxLength: 2 }),
    version: fc.constantFrom('1.34', '1.36', '1.37'),
  })
  .map(({ drawn: { of, facts }, mistakes, version }) => ({
    of: { ...of, policy: mistakes.reduce((text, [from, to]) => text.replace(from, to), of.policy) },
    facts,
    version,
  }))

function scenarioOf(fact: Fact, { of, version }: Omit<Drawn, 'facts'>): Scenario {
  const { username, groups } = userOfSender(fact.sender)
  const { policy, defaultRoles: counting } = of
  const cluster = { version, authorizationModes: ['RBAC'], ...(counting !== undefined && { defaultRoles: counting }) }
  return {
    version: 2,
    policy,
    request: requestOf(fact),
    requestor: { username, groups },
    cluster,
    design: 'constrained',
  } as Scenario
}

type Drawn = typeof mistaken extends fc.Arbitrary<infer Value> ? Value : never

it('offers only changes that hold: each lets the request through, and opens what its title says', () => {
  fc.assert(
    fc.property(mistaken, ({ facts, ...more }) => {
      for (const fact of facts.slice(0, 2)) {
        const scenario = scenarioOf(fact, more)
        const faults = faultsOf(scenario)
        if (faults.length > 0) throw new Error([...faults, scenario.policy, scenario.request.text].join('\n'))
      }
    }),
    { numRuns: 100, seed: 11 },
  )
})

it.each(EXAMPLES.map(({ id, scenario }) => [id, scenario] as const))(
  'offers only changes that hold in the example %s',
  (_, scenario) => {
    expect(faultsOf(scenario)).toEqual([])
  },
)
