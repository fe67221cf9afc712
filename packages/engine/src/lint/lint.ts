import { type ClusterSettings, connectionsNeedCreate, type GateSettings } from '../cluster/index.ts'
import { type Assumptions, aboutDesign, type Design, type DesignAbout, releasedWords } from '../designs/index.ts'
import { customResources } from '../discovery/index.ts'
import { type APIResource, Discovery, objectKey, type Policy } from '../kube/index.ts'
import { mayNameDefaultRoles, type RuleDescription } from '../policy/index.ts'
import { rightsOf } from '../rights/index.ts'
import { finished, MOST_PROBLEMS, type Severity } from '../text/index.ts'
import type { Finding, LintDesign, Mend } from './finding.ts'
import { spanAt } from './finding-places.ts'
import { askedWhen } from './gate.ts'
import { withoutIgnored } from './ignored.ts'
import { grantedRules, hasImpersonation, impersonatorsIn, rolesBeside, rulesByRole } from './impersonators.ts'
import { KnownResources } from './known-resources.ts'
import { hasReleasedModes } from './modes.ts'
import { foundWhileReading, hasErrors, type Run } from './read-findings.ts'
import type { Found, Linted, LintRule } from './rule.ts'
import { pageOf } from './rule-names.ts'
import { RULES } from './rules/index.ts'
import { quoted } from './words.ts'

/** What is known beside the text. */
export interface LintContext {
  /**
   * The roles that kube-apiserver creates itself, where the text may name one of them. Without them it is not known what such a
   * role grants.
   */
  readonly defaults?: Policy | undefined
  /** Resources of the cluster beside those that the text defines. */
  readonly resources?: readonly APIResource[]
  /** The design whose verbs of impersonation are asked for; the released API server by default. */
  readonly design?: LintDesign
  /** The cluster that the policy is for; by default any of the newest versions. */
  readonly cluster?: Pick<ClusterSettings, 'version'> &
    Partial<Pick<ClusterSettings, 'authorizationModes'>> &
    GateSettings
}

/** The rules in their order, as lists show them. `docs/lint/NAME.md` is the page about each. */
export const LINT_RULES: readonly RuleDescription[] = RULES

const RELEASED: LintDesign = {
  name: 'The released API server',
  words: releasedWords({}),
  ...gateOf(aboutDesign('constrained')),
}

/** A design with the chosen options of its assumptions, for a {@link LintContext}. */
export function lintDesign(
  { id, title, words, gate }: Pick<Design, 'id' | 'title' | 'words' | 'gate'>,
  assumptions: Assumptions = {},
): LintDesign {
  if (id === 'constrained') return RELEASED
  return { name: `The design ${quoted(title)}`, words: words(assumptions), ...gateOf({ gate }) }
}

function gateOf(design: { readonly gate?: DesignAbout['gate'] | undefined } | undefined): Pick<LintDesign, 'gate'> {
  return design?.gate === undefined ? {} : { gate: design.gate }
}

/**
 * The mistakes in several policies, such as the files of a folder, in their order. A text may refer to roles and resources of
 * another one, and what one grants may be the other half of what another one does. Two texts may have an object of one name:
 * they may be for two clusters.
 */
export function lintPolicies(policies: readonly Policy[], context: LintContext = {}): readonly (readonly Finding[])[] {
  const resources = [
    ...(context.resources ?? []),
    ...policies.flatMap(({ text }) => customResources(text, context.cluster?.version)),
  ]
  const run: Run = { policies, roles: new Set(policies.flatMap((policy) => policy.roles.map(objectKey))) }
  const known = { ...context, resources, defaults: neededDefaults(policies, context) }
  return policies.map((policy) => finished(lintOne(lintedPolicy(policy, known, run), run)))
}

/**
 * The mistakes in a policy, in the order of the text: what was found while it was read, and what only the whole text shows.
 * Those that a comment silences are left out. At most a thousand of each severity. Decides nothing.
 */
export function lintPolicy(policy: Policy, context: LintContext = {}): readonly Finding[] {
  return finished(lintSteps(policy, context))
}

/** {@link lintPolicy} in small steps, for a caller that must not be busy for long: at the size of a cluster it takes 0.3 s. */
export function lintSteps(policy: Policy, context: LintContext = {}): Generator<void, readonly Finding[]> {
  const resources = [...(context.resources ?? []), ...customResources(policy.text, context.cluster?.version)]
  return lintOne(lintedPolicy(policy, { ...context, resources, defaults: neededDefaults([policy], context) }))
}

/** The default roles, where a text may name one: else nobody's rights are looked up among theirs. */
function neededDefaults(policies: readonly Policy[], { defaults }: LintContext): Policy | undefined {
  return policies.some(({ text }) => mayNameDefaultRoles(text)) ? defaults : undefined
}

function lintedPolicy(policy: Policy, context: LintContext, run?: Run): Linted {
  const others = run?.policies.filter((one) => one !== policy) ?? []
  const { defaults } = context
  const design = context.design ?? RELEASED
  let impersonators: Linted['impersonators'] | undefined
  return {
    policy,
    lineOf: ({ start }) => policy.lines.range({ start, end: start }).line,
    resources: new KnownResources(new Discovery(context.cluster?.version, context.resources)),
    design,
    asked: askedWhen(design, context.cluster),
    asksWebhook: context.cluster?.authorizationModes?.includes('Webhook') ?? false,
    connectionsNeedCreate: context.cluster === undefined || connectionsNeedCreate(context.cluster),
    defaults,
    others,
    get rights() {
      return rightsOf(policy, rolesBeside(defaults))
    },
    get impersonators() {
      impersonators ??= hasImpersonation(policy) ? impersonatorsIn(policy, defaults) : []
      return impersonators
    },
  }
}

const ORDER: ReadonlyMap<string, number> = new Map(RULES.map(({ name }, index) => [name, index]))

function* lintOne(linted: Linted, run?: Run): Generator<void, readonly Finding[]> {
  const found = [...foundWhileReading(linted, run), ...(yield* foundInWhole(linted))]
  return withoutIgnored(linted.policy, found).sort(
    ({ range: a, code }, { range: b, code: other }) =>
      a.start - b.start || a.end - b.end || (ORDER.get(code) ?? 0) - (ORDER.get(other) ?? 0),
  )
}

function* foundInWhole(linted: Linted): Generator<void, readonly Finding[]> {
  const { policy, resources, design } = linted
  const findings: Finding[] = []
  const counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 }
  const checks = RULES.filter((rule) => rule.aboutReleasedModes !== true || hasReleasedModes(design)).map((rule) => {
    const report = (found: Found) => {
      const { severity = (found.rule ?? rule).severity } = found
      if (++counts[severity] <= MOST_PROBLEMS) findings.push(findingOf(policy, rule, found))
    }
    return { rule, report }
  })
  // The text may bind or aggregate default roles.
  const rights = rightsOf(policy, linted.defaults)
  const rulesOf = rulesByRole(policy.roles, rights)
  for (const role of policy.roles) {
    const ofRole = rulesOf.get(role) ?? []
    for (const rule of role.rules) {
      const site = { role, rule, ofRole, resources, design }
      for (const { rule: check, report } of checks) check.checkRule?.(site, report)
    }
    for (const { rule, report } of checks) rule.checkRole?.(role, linted, report)
    yield
  }
  for (const binding of policy.bindings) {
    const site = { ...linted, binding, rules: grantedRules(rights, binding)?.map(({ rule }) => rule) }
    for (const { rule, report } of checks) rule.checkBinding?.(site, report)
    yield
  }
  if (hasErrors(policy)) return findings
  for (const { rule, report } of checks) {
    rule.checkPolicy?.(linted, report)
    yield
  }
  return findings
}

function findingOf(policy: Policy, of: LintRule, found: Found): Finding {
  const { rule = of, at, message, fix, severity = rule.severity, replace } = found
  const span = spanAt(policy, at)
  const mend: Mend | undefined = replace && { kind: 'replace', span, values: replace }
  const { name } = rule
  return {
    severity,
    code: name,
    message,
    fix,
    range: policy.lines.range(span),
    page: pageOf(name),
    ...(mend && { mend }),
  }
}
