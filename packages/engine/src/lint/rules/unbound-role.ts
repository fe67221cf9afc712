import { roleNotFound } from '../../policy/index.ts'
import { isTypoOf } from '../../text/index.ts'
import type { LintRule } from '../rule.ts'
import { quoted } from '../words.ts'

/** With more bindings to missing roles than this, no similar names are looked for. */
const MOST_COMPARED = 100

/** Roles that no binding names, where a binding names one that is not there and has nearly this name. */
export const unboundRole: LintRule = {
  name: 'unbound-role',
  severity: 'note',
  summary: 'A role that a binding probably means and does not name.',
  checkPolicy({ policy, rights, lineOf }, report) {
    const missing = [...policy.diagnostics, ...policy.silenced].filter(({ code }) => code === roleNotFound.name)
    if (missing.length === 0 || missing.length > MOST_COMPARED) return
    const dangling = policy.bindings.filter(({ roleRef }) =>
      missing.some(({ range }) => range.start >= roleRef.span.start && range.end <= roleRef.span.end),
    )
    for (const role of policy.roles) {
      if (rights.bindingsTo(role).length > 0) continue
      const binding = dangling.find(
        ({ roleRef, namespace }) =>
          roleRef.kind === role.kind &&
          (role.kind === 'ClusterRole' || role.namespace === namespace) &&
          isTypoOf(roleRef.name, role.name),
      )
      if (binding === undefined) continue
      report({
        at: { span: role.nameSpan },
        message: `No binding names this ${role.kind}; line ${lineOf(binding.roleRef.span)} names ${quoted(binding.roleRef.name)}.`,
        fix: 'Write one name in both places.',
      })
    }
  },
}
