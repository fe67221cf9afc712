import type { Binding, PolicyRule } from '../../kube/index.ts'
import { coversNames } from '../../rights/index.ts'
import { type Held, hasHalves, hasOlderVerb, IDENTITY, type Impersonator, LEGACY_RESOURCE } from '../impersonators.ts'
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
    const mode = constrained.rule.verbs.map((verb) => IDENTITY.exec(verb)?.[1]).find((one) => one !== undefined)
    const older = mode === undefined ? undefined : held.find((one) => lifts(one, constrained, mode))
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

/** Whether a rule grants the older verb on every target of a constrained one. */
function lifts({ rule, binding }: Held, constrained: Held, mode: string): boolean {
  const resource = LEGACY_RESOURCE[mode]
  const reaches =
    binding.kind === 'ClusterRoleBinding' ||
    (resource === 'serviceaccounts' && binding.namespace === constrained.binding.namespace)
  return reaches && hasOlderVerb(rule, mode) && coversNames(rule, { resourceNames: namesIn(constrained.rule, mode) })
}

function namesIn({ resourceNames }: PolicyRule, mode: string): readonly string[] {
  return mode.endsWith('-node')
    ? resourceNames.map((name) => (name === '*' ? '' : `system:node:${name}`))
    : resourceNames
}
