import type { Severity } from '../text/index.ts'
import { RULE_NAMES, type RuleName } from './rules.ts'
import { severityOf } from './severities.ts'

/** A rule of the lint, as lists of rules show it. */
export interface LintRule {
  readonly severity: Exclude<Severity, 'error'>
  /** What it finds, in one sentence. */
  readonly summary: string
}

const SUMMARIES: Readonly<Record<RuleName, string>> = {
  'partial-wildcard-verb': 'A verb with a “*” that is no wildcard.',
  'partial-wildcard-resource': 'A resource with a “*” that is no wildcard.',
  'literal-name-wildcard': 'A “*” in “resourceNames”, where it is an ordinary character.',
  'unlikely-api-group': 'An API group that is written as a version, as “core” or with a “*”.',
  'unlikely-url': 'A path that no request has.',
  'kep-api-group': 'The API group of identities as KEP-5284 spelled it first.',
  'identity-api-group': 'A verb of impersonation in an API group where it is not checked.',
  'identity-in-role': 'Impersonation of users in a Role, where it is not checked.',
  'plain-extra-key': 'An extra key that constrained impersonation refuses.',
  'namespace-ignored': 'A namespace of a user or a group, or of a ClusterRole or its binding.',
  'role-not-found': 'A binding to a role that the text does not have.',
  'duplicate-object': 'An object that is twice in the text.',
  'aggregated-rules': 'Rules of an aggregated role that the controller replaces.',
  'several-values-in-one': 'A value with a comma or a blank, which is one value.',
  'misspelt-verb': 'A verb that is misspelt.',
  'no-such-verb': 'A word for a verb that no request has.',
  'verb-of-other-design': 'A verb of impersonation that the design does not ask for.',
  'misspelt-resource': 'A singular, a kind, a short name or a misspelling in place of a resource.',
  'other-api-group': 'A resource that is in another API group.',
  'unknown-resource': 'A resource that no API group of the rule has.',
  'gone-resource': 'A resource that Kubernetes no longer serves.',
  'unknown-api-group': 'An API group that does not exist.',
  'names-without-effect': 'Names in a rule for requests that name no object.',
  'names-with-list': 'Names in a rule for reading many objects.',
  'names-with-associated-node': 'Names in a rule for the mode associated-node, which asks for “*”.',
  'never-matches': 'A rule that no request can match.',
  'covered-rule': 'A rule that another rule of the role covers.',
  'cluster-scoped-in-role': 'A cluster-scoped resource that is granted within a namespace.',
  'aggregation-label': 'A label that the aggregation of roles does not select.',
  'unbound-role': 'A role that a binding probably means and does not name.',
  'subject-kind': 'A user with the name of a group, or the reverse.',
  'account-name': 'A username of a service account that is none.',
  'undefined-account': 'A service account that is probably misspelt.',
  'duplicate-subject': 'A subject that is twice in a binding.',
  'namespace-missing': 'A Role or RoleBinding without a namespace, beside a Namespace.',
  'masters-subject': 'A binding to the group “system:masters”.',
  'anonymous-access': 'A binding that gives anonymous users more than discovery.',
  'everybody-access': 'A binding that lets every user change objects.',
  'impersonation-target': 'A resource that no check of impersonation is about.',
  'masters-target': 'The group “system:masters” as a target of impersonation.',
  'account-in-every-namespace': 'A service account that may be impersonated in every namespace.',
  'identity-without-action': 'An identity that may be taken, with nothing that may be done as it.',
  'action-without-identity': 'An action as somebody else, with nobody whom it may be done as.',
  'legacy-beside-constrained': 'The verb “impersonate” beside a constraint that it lifts.',
  'combined-grants': 'Two bindings that open together what neither opens alone.',
  'grants-everything': 'Every verb on every resource.',
  'grants-escalation': 'A permission that leads to more than it says.',
  'unused-ignore': 'A comment that silences nothing.',
}

/** The rules by name, in the order of {@link RULE_NAMES}. `docs/lint/NAME.md` has a page about each. */
export const LINT_RULES = Object.fromEntries(
  RULE_NAMES.map((name): readonly [RuleName, LintRule] => [
    name,
    { severity: severityOf(name), summary: SUMMARIES[name] },
  ]),
) as Readonly<Record<RuleName, LintRule>>
