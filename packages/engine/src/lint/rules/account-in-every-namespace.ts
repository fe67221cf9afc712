import { AUTHENTICATION_GROUP, mayBeName, type PolicyRule } from '../../kube/index.ts'
import { apiGroupMatches } from '../../rights/index.ts'
import { grantedRules, hasImpersonation } from '../impersonators.ts'
import type { LintRule } from '../rule.ts'
import { quoted } from '../words.ts'

/** A ClusterRoleBinding that lets a subject act as the service accounts of a name in every namespace. */
export const accountInEveryNamespace: LintRule = {
  name: 'account-in-every-namespace',
  severity: 'warning',
  summary: 'A service account that may be impersonated in every namespace.',
  checkPolicy({ policy, rights, lineOf }, report) {
    if (!hasImpersonation(policy)) return
    const reported = new Set<PolicyRule>()
    for (const binding of policy.bindings) {
      if (binding.kind !== 'ClusterRoleBinding') continue
      for (const { rule } of grantedRules(rights, binding) ?? []) {
        const name = rule.resourceNames.find((one) => mayBeName('serviceaccounts', one))
        const acting = actingAs(rule)
        if (name === undefined || reported.has(rule) || acting === undefined) continue
        reported.add(rule)
        report({
          at: { span: rule.span, path: ['resourceNames', rule.resourceNames.indexOf(name)] },
          message: `The ClusterRoleBinding in line ${lineOf(binding.nameSpan)} grants this in every namespace: ${acting} any service account called ${quoted(name)}.`,
          fix: 'Bind the role by a RoleBinding in the namespace of the account.',
        })
      }
    }
  },
}

/** What a rule that names service accounts allows with them; undefined where no check of impersonation is about it. */
function actingAs(rule: PolicyRule): string | undefined {
  const grants = (verb: string, apiGroup: string) =>
    rule.verbs.includes(verb) && rule.resources.includes('serviceaccounts') && apiGroupMatches(rule, apiGroup)
  if (grants('impersonate', '')) return 'to act as'
  return grants('impersonate:serviceaccount', AUTHENTICATION_GROUP) ? 'one half of acting as' : undefined
}
