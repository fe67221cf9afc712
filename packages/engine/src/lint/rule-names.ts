// Names alone: a page that reads goals knows them, and loads the rules where it judges a goal about the lint.

/** The names of the rules in their order, which `pnpm docs:lint` writes from `rules/index.ts`. */
export const RULE_NAMES: readonly string[] = [
  'partial-wildcard-verb',
  'partial-wildcard-resource',
  'literal-name-wildcard',
  'unlikely-api-group',
  'unlikely-url',
  'kep-api-group',
  'identity-api-group',
  'identity-in-role',
  'plain-extra-key',
  'namespace-ignored',
  'role-not-found',
  'duplicate-object',
  'invisible-character',
  'mixed-scripts',
  'several-values-in-one',
  'repeated-value',
  'misspelt-verb',
  'no-such-verb',
  'verb-of-other-design',
  'misspelt-resource',
  'other-api-group',
  'unknown-resource',
  'gone-resource',
  'unknown-api-group',
  'names-without-effect',
  'names-with-list',
  'names-with-associated-node',
  'impossible-name',
  'never-matches',
  'connection-without-create',
  'covered-rule',
  'cluster-scoped-in-role',
  'aggregation-label',
  'aggregated-rules',
  'unbound-role',
  'subject-kind',
  'account-name',
  'undefined-account',
  'duplicate-subject',
  'no-subjects',
  'namespace-missing',
  'masters-subject',
  'anonymous-access',
  'everybody-access',
  'identity-not-stored',
  'impersonation-target',
  'impersonation-name',
  'extra-without-key',
  'extra-key-spelling',
  'masters-target',
  'account-in-every-namespace',
  'account-namespace',
  'identity-without-action',
  'action-without-identity',
  'legacy-beside-constrained',
  'legacy-called-constrained',
  'combined-grants',
  'wildcard-identity',
  'unnamed-identity',
  'grants-everything',
  'grants-escalation',
  'unused-ignore',
]

/** Whether there is a rule of this name. */
export function isRuleName(name: string): boolean {
  return RULE_NAMES.includes(name)
}

/** The page about a rule, as a path from the top of the repository. */
export function pageOf(rule: string): string {
  return `docs/lint/${rule}.md`
}
