import { type Binding, hasVerbBeginning, objectKey, type Policy, type Role, roleNamed } from '../../kube/index.ts'
import { roleNotFound } from '../../policy/index.ts'
import { isTypoOf } from '../../text/index.ts'
import { mayBeAggregated } from '../open-identities.ts'
import type { Linted, LintRule } from '../rule.ts'
import { quoted } from '../words.ts'

/** With more bindings to missing roles than this, no similar names are looked for. */
const MOST_COMPARED = 100

/**
 * Roles that no binding names, where a binding names one that is not there and has nearly this name; and those of impersonation
 * beside bindings of other roles.
 */
export const unboundRole: LintRule = {
  name: 'unbound-role',
  severity: 'note',
  summary: 'A role that a binding probably means, or one of impersonation, and no binding names it.',
  checkPolicy(linted, report) {
    const { policy, rights, lineOf } = linted
    const dangling = danglingIn(policy)
    for (const role of policy.roles) {
      if (rights.bindingsTo(role).length > 0) continue
      const binding = dangling.find(
        ({ roleRef, namespace }) =>
          roleRef.kind === role.kind &&
          (role.kind === 'ClusterRole' || role.namespace === namespace) &&
          isTypoOf(roleRef.name, role.name),
      )
      if (binding !== undefined) {
        report({
          at: { span: role.nameSpan },
          message: `No binding names this ${role.kind}; line ${lineOf(binding.roleRef.span)} names ${quoted(binding.roleRef.name)}.`,
          fix: 'Write one name in both places.',
        })
      } else if (isForgotten(role, linted)) {
        report({
          at: { span: role.nameSpan },
          message: `No binding here names this ${role.kind}, so its rules about impersonation grant nothing yet.`,
          fix: 'Bind it, or leave it for others to bind.',
        })
      }
    }
  },
}

/** Bindings to roles that are missing. */
function danglingIn({ diagnostics, silenced, bindings }: Policy): readonly Binding[] {
  const missing = [...diagnostics, ...silenced].filter(({ code }) => code === roleNotFound.name)
  if (missing.length === 0 || missing.length > MOST_COMPARED) return []
  return bindings.filter(({ roleRef }) =>
    missing.some(({ range }) => range.start >= roleRef.span.start && range.end <= roleRef.span.end),
  )
}

/** Whether a role names verbs of impersonation, and no text of the run binds it or aggregates it, where this one has bindings. */
function isForgotten(role: Role, { policy, rights, others }: Linted): boolean {
  const names = role.rules.some(({ verbs }) =>
    hasVerbBeginning(
      verbs.filter((verb) => verb !== '*'),
      'impersonate',
    ),
  )
  if (!names || policy.bindings.length === 0 || mayBeAggregated(role, { rights, others })) return false
  const key = objectKey(role)
  return !others.some(({ bindings }) => bindings.some((binding) => objectKey(roleNamed(binding)) === key))
}
