import type { PolicyRule } from '../../kube/index.ts'
import { accountNamed, covers } from '../../rights/index.ts'
import { grantedRules } from '../impersonators.ts'
import type { LintRule } from '../rule.ts'
import { quoted } from '../words.ts'

/** A ClusterRoleBinding that lets a subject act as the service accounts of a name in every namespace. */
export const accountInEveryNamespace: LintRule = {
  name: 'account-in-every-namespace',
  severity: 'warning',
  summary: 'A service account that may be impersonated in every namespace.',
  checkPolicy({ policy, rights, lineOf }, report) {
    const reported = new Set<PolicyRule>()
    for (const binding of policy.bindings) {
      if (binding.kind !== 'ClusterRoleBinding') continue
      const granted = grantedRules(rights, binding) ?? []
      for (const { rule } of granted) {
        const named = accountNamed(rule)
        if (named === undefined || reported.has(rule)) continue
        // A rule without names that grants all of it grants every account, which is a finding of its own.
        if (granted.some((one) => one.rule.resourceNames.length === 0 && covers(one.rule, rule))) continue
        reported.add(rule)
        const { name, verb } = named
        const acting = verb === 'impersonate' ? 'to act as' : 'one half of acting as'
        report({
          at: { span: rule.span, path: ['resourceNames', rule.resourceNames.indexOf(name)] },
          message: `The ClusterRoleBinding in line ${lineOf(binding.nameSpan)} grants this in every namespace: ${acting} any service account called ${quoted(name)}.`,
          fix: 'Bind the role by a RoleBinding in the namespace of the account.',
        })
      }
    }
  },
}
