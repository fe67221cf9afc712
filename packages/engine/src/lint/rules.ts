import type { Severity } from '../text/index.ts'
import type { RuleName } from './rule-names.ts'

/** A rule of the lint, as lists of rules show it. */
export interface LintRule {
  readonly severity: Exclude<Severity, 'error'>
  /** What it finds, in one sentence. */
  readonly summary: string
}

function warns(summary: string): LintRule {
  return { severity: 'warning', summary }
}

function notes(summary: string): LintRule {
  return { severity: 'note', summary }
}

/**
 * The rules by name. `docs/lint/NAME.md` has a page about each. Those of the first part are checked while a policy is read.
 */
export const LINT_RULES = {
  'partial-wildcard-verb': warns('A verb with a “*” that is no wildcard.'),
  'partial-wildcard-resource': warns('A resource with a “*” that is no wildcard.'),
  'literal-name-wildcard': warns('A “*” in “resourceNames”, where it is an ordinary character.'),
  'unlikely-api-group': warns('An API group that is written as a version, as “core” or with a “*”.'),
  'unlikely-url': warns('A path that no request has.'),
  'kep-api-group': notes('The API group of identities as KEP-5284 spelled it first.'),
  'identity-api-group': warns('A verb of impersonation in an API group where it is not checked.'),
  'identity-in-role': warns('Impersonation of users in a Role, where it is not checked.'),
  'plain-extra-key': warns('An extra key that constrained impersonation refuses.'),
  'namespace-ignored': warns('A namespace of a user or a group, or of a ClusterRole or its binding.'),
  'role-not-found': warns('A binding to a role that the text does not have.'),
  'duplicate-object': warns('An object that is twice in the text.'),
  'aggregated-rules': warns('Rules of an aggregated role that the controller replaces.'),

  'several-values-in-one': warns('A value with a comma or a blank, which is one value.'),
  'misspelt-verb': warns('A verb that is misspelt.'),
  'no-such-verb': warns('A word for a verb that no request has.'),
  'verb-of-other-design': notes('A verb of impersonation that the design does not ask for.'),
  'misspelt-resource': warns('A singular, a kind, a short name or a misspelling in place of a resource.'),
  'other-api-group': warns('A resource that is in another API group.'),
  'unknown-resource': warns('A resource that no API group of the rule has.'),
  'gone-resource': notes('A resource that Kubernetes no longer serves.'),
  'unknown-api-group': warns('An API group that does not exist.'),
  'names-without-effect': warns('Names in a rule for requests that name no object.'),
  'names-with-list': notes('Names in a rule for reading many objects.'),
  'names-with-associated-node': warns('Names in a rule for the mode associated-node, which asks for “*”.'),
  'never-matches': warns('A rule that no request can match.'),
  'covered-rule': notes('A rule that another rule of the role covers.'),
  'cluster-scoped-in-role': warns('A cluster-scoped resource that is granted within a namespace.'),
  'aggregation-label': warns('A label that the aggregation of roles does not select.'),
  'unbound-role': notes('A role that a binding probably means and does not name.'),
  'subject-kind': warns('A user with the name of a group, or the reverse.'),
  'account-name': warns('A username of a service account that is none.'),
  'undefined-account': warns('A service account that is probably misspelt.'),
  'duplicate-subject': notes('A subject that is twice in a binding.'),
  'namespace-missing': notes('A Role or RoleBinding without a namespace, beside a Namespace.'),
  'masters-subject': notes('A binding to the group “system:masters”.'),
  'anonymous-access': warns('A binding that gives anonymous users more than discovery.'),
  'everybody-access': warns('A binding that lets every user change objects.'),
  'impersonation-target': warns('A resource that no check of impersonation is about.'),
  'masters-target': warns('The group “system:masters” as a target of impersonation.'),
  'account-in-every-namespace': warns('A service account that may be impersonated in every namespace.'),
  'identity-without-action': warns('An identity that may be taken, with nothing that may be done as it.'),
  'action-without-identity': warns('An action as somebody else, with nobody whom it may be done as.'),
  'legacy-beside-constrained': warns('The verb “impersonate” beside a constraint that it lifts.'),
  'combined-grants': warns('Two bindings that open together what neither opens alone.'),
  'grants-everything': notes('Every verb on every resource.'),
  'grants-escalation': notes('A permission that leads to more than it says.'),
  'unused-ignore': notes('A comment that silences nothing.'),
} as const satisfies Readonly<Record<RuleName, LintRule>>

/** The page about a rule, as a path from the top of the repository. */
export function pageOf(rule: RuleName): string {
  return `docs/lint/${rule}.md`
}
