import { type Assumptions, type Design, releasedWords } from '../designs/index.ts'
import { customResources } from '../discovery/index.ts'
import type { APIResource, Binding, PolicyRule, Role } from '../kube/index.ts'
import { ignoreComments, type Policy, silences } from '../policy/index.ts'
import { type Diagnostic, isSlipOf, MOST_PROBLEMS, type Severity, type TextEdit } from '../text/index.ts'
import { lintAccounts } from './accounts.ts'
import { lintCrowds, lintNothingWithin, lintSubjects } from './bindings.ts'
import { lintGrantsTogether } from './combined-grants.ts'
import { lintEscalation } from './escalation.ts'
import type { Finding, Found, LintDesign, LintedPolicy, Mend, ReportFound } from './finding.ts'
import { hasReleasedModes, lintImpersonation } from './impersonation.ts'
import { KnownResources } from './known-resources.ts'
import { mendEdits, spanAt } from './places.ts'
import { lintResourceNames } from './resource-names.ts'
import { lintResources } from './resource-words.ts'
import { lintAggregationLabels, lintClusterScoped, lintCoveredRules } from './role-rules.ts'
import type { RuleSite } from './rule-site.ts'
import { isRuleName, pageOf, type RuleName } from './rules.ts'
import { severityOf } from './severities.ts'
import { lintVerbs } from './verb-words.ts'
import { quoted } from './words.ts'
import { lintWrittenValues } from './written-values.ts'

/** What is known beside the text. */
export interface LintContext {
  /** The default roles, where they count. */
  readonly defaults?: Policy
  /** Resources of the cluster beside those that the text defines. */
  readonly resources?: readonly APIResource[]
  /** The design whose verbs of impersonation are asked for; the released API server by default. */
  readonly design?: LintDesign
}

/** Rules about what the released modes check, and in which API group. */
const OF_RELEASED_MODES: ReadonlySet<string> = new Set<RuleName>([
  'identity-api-group',
  'kep-api-group',
  'plain-extra-key',
])

const RELEASED: LintDesign = { name: 'The released API server', words: releasedWords({}) }

/** A design with the chosen options of its assumptions, for a {@link LintContext}. */
export function lintDesign(
  { id, title, words }: Pick<Design, 'id' | 'title' | 'words'>,
  assumptions: Assumptions = {},
): LintDesign {
  return id === 'constrained' ? RELEASED : { name: `The design ${quoted(title)}`, words: words(assumptions) }
}

/** What the other texts of a run have, in which a text may refer to objects. */
interface Surroundings {
  readonly policies: readonly Policy[]
  /** Kind, namespace and name of every role. */
  readonly roles: ReadonlySet<string>
}

/**
 * The mistakes in several policies, such as the files of a folder, in their order. A text may refer to roles and resources of
 * another one, and what one grants may be the other half of what another one does. Two texts may have an object of one name:
 * they may be for two clusters.
 */
export function lintPolicies(policies: readonly Policy[], context: LintContext = {}): readonly (readonly Finding[])[] {
  const roles = new Set(policies.flatMap((policy) => policy.roles.map(keyOf)))
  const resources = [...(context.resources ?? []), ...policies.flatMap(({ text }) => customResources(text))]
  return policies.map((policy) => lastOf(lintOne(policy, { ...context, resources }, { policies, roles })))
}

/**
 * The mistakes in a policy, in the order of the text: what was found while it was read, and what only the whole text shows.
 * Those that a comment silences are left out. At most a thousand of each severity. Decides nothing.
 */
export function lintPolicy(policy: Policy, context: LintContext = {}): readonly Finding[] {
  return lastOf(lintSteps(policy, context))
}

/** {@link lintPolicy} in small steps, for a caller that must not be busy for long: at the size of a cluster it takes 0.3 s. */
export function lintSteps(policy: Policy, context: LintContext = {}): Generator<void, readonly Finding[]> {
  const resources = [...(context.resources ?? []), ...customResources(policy.text)]
  return lintOne(policy, { ...context, resources }, undefined)
}

function lastOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function* lintOne(
  policy: Policy,
  context: LintContext,
  around: Surroundings | undefined,
): Generator<void, readonly Finding[]> {
  const found = [
    ...[...policy.diagnostics, ...policy.silenced].flatMap((one) =>
      foundWhileReading(policy, one, context.design ?? RELEASED, around),
    ),
    ...(yield* foundInWhole(policy, context, around)),
  ]
  const ignores = ignoreComments(policy.text, policy.lines, policy.documents)
  const used = new Set<(typeof ignores)[number]>()
  const names = new Set<string>()
  const left = found.filter((one) => {
    const by = ignores.filter((comment) => silences(comment, one))
    for (const comment of by) {
      used.add(comment)
      names.add(`${comment.span.start} ${one.code}`)
    }
    return by.length === 0
  })
  const unused = ignores.flatMap((comment) =>
    comment.names
      .filter((name) => !names.has(`${comment.span.start} ${name}`))
      .map((name) => unusedIgnore(policy, comment.span, name)),
  )
  return [...left, ...unused].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
}

function unusedIgnore(policy: Policy, span: { readonly start: number; readonly end: number }, name: string): Finding {
  return {
    severity: severityOf('unused-ignore'),
    code: 'unused-ignore',
    message: isRuleName(name) ? `This silences no ${quoted(name)}.` : `There is no rule ${quoted(name)}.`,
    fix: isRuleName(name) ? 'Remove it, or move it to the line of the finding.' : 'Write the name of a rule.',
    range: policy.lines.range(span),
    page: pageOf('unused-ignore'),
  }
}

/** What reading found already, with its page and its mend. */
function foundWhileReading(
  policy: Policy,
  diagnostic: Diagnostic,
  design: LintDesign,
  around: Surroundings | undefined,
): readonly Finding[] {
  const { code, range, replacement, setting } = diagnostic
  // A binding to a role that every cluster has is no mistake.
  if (diagnostic.severity === 'error' || !isRuleName(code) || setting === 'default-roles') return []
  // Without the released modes it says nothing about the design.
  if (OF_RELEASED_MODES.has(code) && !hasReleasedModes(design)) return []
  const mend: Mend | undefined =
    code === 'namespace-ignored'
      ? { kind: 'remove-key', span: range, key: 'namespace' }
      : replacement === undefined
        ? undefined
        : { kind: 'replace', span: range, values: [replacement] }
  const finding: Finding = { ...diagnostic, code, page: pageOf(code), ...(mend && { mend }) }
  if (code !== 'role-not-found') return [finding]
  // The role may be one of the objects with errors.
  if (hasErrors(policy)) return []
  const binding = policy.bindings.find(({ roleRef: { span } }) => span.start <= range.start && range.end <= span.end)
  if (binding === undefined) return [finding]
  if (around?.roles.has(keyOf(wantedRole(binding)))) return []
  return [
    probablyMeans(policy, binding, replacement !== undefined, around) ? finding : { ...finding, severity: 'note' },
  ]
}

/**
 * Whether a binding to a role that is not there probably means one that is. Otherwise the text may be a part of what a cluster
 * has, and the role may be in another part.
 */
function probablyMeans(
  policy: Policy,
  { roleRef }: Binding,
  similar: boolean,
  around: Surroundings | undefined,
): boolean {
  if (similar || policy.roles.some(({ name }) => name === roleRef.name)) return true
  if (around !== undefined) return false
  const bound = new Set(policy.bindings.map((one) => `${one.roleRef.kind}/${one.roleRef.name}`))
  return policy.roles.some(({ kind, name }) => !bound.has(`${kind}/${name}`))
}

function hasErrors({ diagnostics }: Policy): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

function keyOf({ kind, namespace, name }: Pick<Role, 'kind' | 'namespace' | 'name'>): string {
  return `${kind}/${namespace}/${name}`
}

function wantedRole({ roleRef: { kind, name }, namespace }: Binding): Pick<Role, 'kind' | 'namespace' | 'name'> {
  return { kind, name, namespace: kind === 'Role' ? namespace : '' }
}

function* foundInWhole(
  policy: Policy,
  context: LintContext,
  around: Surroundings | undefined,
): Generator<void, readonly Finding[]> {
  const findings: Finding[] = []
  const counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 }
  const report: ReportFound = (found) => {
    const severity = found.severity ?? severityOf(found.rule)
    if (++counts[severity] <= MOST_PROBLEMS) findings.push(findingOf(policy, found, severity))
  }
  const linted: LintedPolicy = {
    policy,
    lineOf: ({ start }) => policy.lines.range({ start, end: start }).line,
  }
  const resources = new KnownResources(context.resources ?? [])
  const design = context.design ?? RELEASED
  const selected = new Set(
    policy.roles.flatMap(({ aggregationRule }) =>
      (aggregationRule?.clusterRoleSelectors ?? []).flatMap(({ matchLabels, matchExpressions }) => [
        ...matchLabels.keys(),
        ...matchExpressions.map(({ key }) => key),
      ]),
    ),
  )
  for (const role of policy.roles) {
    for (const rule of role.rules) lintRule({ role, rule, resources, design, report })
    lintCoveredRules(role, linted, report)
    lintClusterScoped(role, resources, report)
    lintAggregationLabels(role, selected, report)
    lintEscalation(role, report)
    yield
  }
  const rulesOf = rulesByBinding(policy, context.defaults)
  for (const binding of policy.bindings) {
    const rules = rulesOf(binding)
    lintSubjects(binding, linted, report)
    lintCrowds(binding, rules, report)
    lintNothingWithin(binding, rules, resources, report)
    yield
  }
  // Objects with errors are missing, so nothing is said about what the text does not have.
  if (!hasErrors(policy)) {
    lintUnboundRoles(linted, report)
    yield
    lintAccounts(linted, report)
    yield
    lintGrantsTogether(linted, design, around?.policies ?? [], report)
  }
  return findings
}

function lintRule(site: RuleSite): void {
  lintWrittenValues(site)
  lintVerbs(site)
  lintResources(site)
  lintResourceNames(site)
  lintImpersonation(site)
}

/** The rules that are written in the role of a binding; undefined where it is aggregated, or not in the text. */
function rulesByBinding(policy: Policy, defaults: Policy | undefined) {
  const roles = new Map([...(defaults?.roles ?? []), ...policy.roles].map((role) => [keyOf(role), role]))
  return (binding: Binding): readonly PolicyRule[] | undefined => {
    const role = roles.get(keyOf(wantedRole(binding)))
    return role?.aggregationRule === undefined ? role?.rules : undefined
  }
}

/** Roles that no binding names, where a binding names one that is not there and has nearly this name. */
function lintUnboundRoles({ policy, lineOf }: LintedPolicy, report: ReportFound): void {
  const missing = [...policy.diagnostics, ...policy.silenced].filter(({ code }) => code === 'role-not-found')
  if (missing.length === 0 || missing.length > MOST_COMPARED) return
  const bound = new Set(policy.bindings.map(({ roleRef }) => `${roleRef.kind}/${roleRef.name}`))
  const dangling = policy.bindings.filter(({ roleRef }) =>
    missing.some(({ range }) => range.start >= roleRef.span.start && range.end <= roleRef.span.end),
  )
  for (const role of policy.roles) {
    if (bound.has(`${role.kind}/${role.name}`)) continue
    const binding = dangling.find(
      ({ roleRef, namespace }) =>
        roleRef.kind === role.kind &&
        (role.kind === 'ClusterRole' || role.namespace === namespace) &&
        isSlipOf(roleRef.name, role.name),
    )
    if (binding === undefined) continue
    report({
      rule: 'unbound-role',
      at: { span: role.nameSpan },
      message: `No binding names this ${role.kind}; line ${lineOf(binding.roleRef.span)} names ${quoted(binding.roleRef.name)}.`,
      fix: 'Write one name in both places.',
    })
  }
}

/** With more bindings to missing roles than this, no similar names are looked for. */
const MOST_COMPARED = 100

function findingOf(policy: Policy, { rule, at, message, fix, replace }: Found, severity: Severity): Finding {
  const span = spanAt(policy, at)
  const mend: Mend | undefined = replace && { kind: 'replace', span, values: replace }
  return {
    severity,
    code: rule,
    message,
    fix,
    range: policy.lines.range(span),
    page: pageOf(rule),
    ...(mend && { mend }),
  }
}

/** The edits that mend a finding; undefined where a person has to decide, or where they would change more than this. */
export function editsOf(policy: Policy, { mend }: Pick<Finding, 'mend'>): readonly TextEdit[] | undefined {
  return mend && mendEdits(policy, mend)
}

/** Rules whose mend is a guess about what should be granted, or hides that something else was meant: one at a time. */
const DECIDED_SINGLY: ReadonlySet<string> = new Set<RuleName>([
  'role-not-found',
  'undefined-account',
  'namespace-ignored',
  'subject-kind',
])

/** Whether a person has to decide about each finding of a rule: which role, account or kind is meant. */
export function isDecidedSingly(code: string): boolean {
  return DECIDED_SINGLY.has(code)
}

/**
 * The edits that mend several findings at once, without those that a person has to decide. Those that overlap with earlier
 * ones are left out: mend the text, read it and ask again.
 */
export function editsOfAll(policy: Policy, findings: readonly Pick<Finding, 'code' | 'mend'>[]): readonly TextEdit[] {
  return withoutOverlaps(findings.map((one) => (isDecidedSingly(one.code) ? undefined : editsOf(policy, one)))).flat()
}

/** The mends that can be made together: of two that overlap, the first one. */
export function withoutOverlaps(mends: readonly (readonly TextEdit[] | undefined)[]): readonly (readonly TextEdit[])[] {
  const kept: (readonly TextEdit[])[] = []
  const all: TextEdit[] = []
  for (const edits of mends) {
    if (!edits?.every((one) => all.every((other) => !overlaps(one, other)))) continue
    kept.push(edits)
    all.push(...edits)
  }
  return kept
}

function overlaps({ span: one }: TextEdit, { span: other }: TextEdit): boolean {
  return one.start <= other.end && other.start <= one.end
}
