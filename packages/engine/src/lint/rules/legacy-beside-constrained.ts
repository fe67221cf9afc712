import type { Binding, PolicyRule } from '../../kube/index.ts'
import { liftingRule } from '../../rights/index.ts'
import { hasHalves, type Impersonator } from '../impersonators.ts'
import type { Linted, LintRule, ReportFound } from '../rule.ts'
import { quoted } from '../words.ts'

/** The older verb beside a constraint: it is tried last, and needs no permission for the action. */
export const legacyBesideConstrained: LintRule = {
  name: 'legacy-beside-constrained',
  severity: 'warning',
  summary: 'The verb “impersonate” beside a constraint that it lifts.',
  checkPolicy(linted, report) {
    if (!hasHalves(linted.design)) return
    const reported = new Set<PolicyRule | Binding>()
    for (const impersonator of linted.impersonators) checkHolder(impersonator, linted, reported, report)
  },
}

function checkHolder(
  { name, held }: Impersonator,
  { policy, lineOf, asked }: Linted,
  reported: Set<PolicyRule | Binding>,
  report: ReportFound,
): void {
  for (const constrained of held) {
    const older = liftingRule(constrained, held)
    if (older === undefined) continue
    const isWritten = policy.roles.includes(older.role)
    const lifting = isWritten ? older.rule : older.binding
    if (reported.has(lifting)) continue
    reported.add(lifting)
    // The older verb is all that such a cluster asks for. The finding is about the day when the cluster changes over.
    const isOff = asked.isOff ? ({ severity: 'note' } as const) : {}
    const lifted = `${asked.isOff ? 'where the API server asks for constrained impersonation, ' : ''}the constraint of line ${lineOf(constrained.rule.span)} does not hold for ${quoted(name)}`
    const because = 'is checked last, and allows everything that the target may do.'
    if (!isWritten) {
      const { kind, name: role } = older.binding.roleRef
      report({
        ...isOff,
        at: { span: older.binding.roleRef.span, path: ['name'] },
        message: `With this, ${lifted}: ${kind} ${quoted(role)} has the verb “impersonate”, which ${because}`,
        fix: 'Bind a role without “impersonate” in its place.',
      })
      continue
    }
    report({
      ...isOff,
      at: { span: older.rule.span, path: ['verbs', older.rule.verbs.indexOf('impersonate')] },
      message: `With this, ${lifted}: “impersonate” ${because}`,
      fix: 'Remove “impersonate” here once the constrained rules grant all that is needed.',
    })
  }
}
