import type { Binding, Policy, PolicyRule, Role, RuleList } from '../kube/index.ts'
import type { RuleDescription } from '../policy/index.ts'
import type { Rights } from '../rights/index.ts'
import type { Severity, Span } from '../text/index.ts'
import type { LintDesign, Place } from './finding.ts'
import type { AskedWhen } from './gate.ts'
import type { Impersonator } from './impersonators.ts'
import type { KnownResources } from './known-resources.ts'

/**
 * A rule of the lint: one object of the list in `rules/index.ts`. It has the checks that it needs. One without checks is found
 * while the policy is read, or by the rule in whose file it is.
 */
export interface LintRule extends RuleDescription {
  checkRule?(site: RuleSite, report: ReportFound): void
  checkRole?(role: Role, linted: Linted, report: ReportFound): void
  checkBinding?(site: BindingSite, report: ReportFound): void
  /** Only for a policy without errors: objects with errors are missing, so nothing is said about what the text does not have. */
  checkPolicy?(linted: Linted, report: ReportFound): void
}

/** What every check can ask. */
export interface Linted {
  readonly policy: Policy
  readonly lineOf: (span: Span) => number
  readonly resources: KnownResources
  readonly design: LintDesign
  /** When the verbs of its modes of impersonation are asked for. */
  readonly asked: AskedWhen
  /** Whether a webhook is among the authorizers, which may allow what no rule grants. */
  readonly asksWebhook: boolean
  /** Whether a connection to a pod by GET needs `create` as well, as from Kubernetes 1.35 on. */
  readonly connectionsNeedCreate: boolean
  /** The subjects that may impersonate. */
  readonly impersonators: readonly Impersonator[]
  /** The rights by the bindings of this text alone, to its roles and the default ones, which its roles may aggregate. */
  readonly rights: Rights
  /** The default roles, where a text of the run may name one. */
  readonly defaults: Policy | undefined
  /** The other texts of the run, which may have the objects that this one refers to. */
  readonly others: readonly Policy[]
}

/** A rule of a role. */
export interface RuleSite extends Pick<Linted, 'resources' | 'design'> {
  readonly role: Role
  readonly rule: PolicyRule
  /** The rules that go with the role: of an aggregating one those that count, of its parts those of the other parts too. */
  readonly ofRole: readonly PolicyRule[]
}

export interface BindingSite extends Linted {
  readonly binding: Binding
  /** The rules that it grants, after aggregation; undefined where its role is in no text, and no default role. */
  readonly rules: readonly PolicyRule[] | undefined
}

/** A finding before its place is looked up. */
export interface Found {
  readonly at: Place
  readonly message: string
  readonly fix: string
  /** Another rule of the file than the one whose check finds it. */
  readonly rule?: LintRule
  /** Another severity than the usual one of the rule. */
  readonly severity?: Severity
  /** Values in place of the one at the place; none remove it. */
  readonly replace?: readonly string[]
}

export type ReportFound = (found: Found) => void

/** The place of a value of a rule, of a whole list, or of the rule. */
export function placeIn({ rule }: Pick<RuleSite, 'rule'>, list?: RuleList, index?: number): Place {
  const path = [...(list === undefined ? [] : [list]), ...(index === undefined ? [] : [index])]
  return { span: rule.span, path }
}
