import type { Role } from '../../kube/index.ts'
import { isDefaultRole } from '../../policy/index.ts'
import { AGGREGATE_TO } from '../open-identities.ts'
import type { LintRule } from '../rule.ts'
import { quoted } from '../words.ts'

/**
 * Labels that the aggregation of a default role almost selects: it selects the value "true". Each default role that aggregates
 * has a default role of its own for that, such as `system:aggregate-to-view`.
 */
export const aggregationLabel: LintRule = {
  name: 'aggregation-label',
  severity: 'warning',
  summary: 'A label that the aggregation of roles does not select.',
  checkRole(role, { policy }, report) {
    if (role.kind !== 'ClusterRole') return
    for (const [key, value] of role.labels) {
      const to = key.startsWith(AGGREGATE_TO) ? key.slice(AGGREGATE_TO.length) : undefined
      if (to === undefined || isSelected(key, policy.roles)) continue
      const at = { span: role.span, path: ['metadata', 'labels', key] }
      if (isDefaultRole({ kind: 'ClusterRole', namespace: '', name: `system:aggregate-to-${to}` })) {
        if (value === 'true' || !/^(?:true|yes|on|1|y)$/i.test(value)) continue
        report({
          at,
          message: `ClusterRole ${quoted(to)} aggregates roles whose label ${quoted(key)} is “true”, and here it is ${quoted(value)}.`,
          fix: 'Write "true".',
          replace: ['true'],
        })
        continue
      }
      const meant = LABEL_SLIPS.get(to)
      if (meant === undefined) continue
      report({
        at,
        message: `No role that is known here aggregates the label ${quoted(key)}.`,
        fix: `Did you mean “${AGGREGATE_TO}${meant}”?`,
      })
    }
  },
}

/** Whether an aggregation rule of the text asks for a label. */
function isSelected(key: string, roles: readonly Role[]): boolean {
  return roles.some(({ aggregationRule }) =>
    aggregationRule?.clusterRoleSelectors.some(
      ({ matchLabels, matchExpressions }) => matchLabels.has(key) || matchExpressions.some((one) => one.key === key),
    ),
  )
}

const LABEL_SLIPS: ReadonlyMap<string, string> = new Map([
  ['viewer', 'view'],
  ['viewers', 'view'],
  ['veiw', 'view'],
  ['editor', 'edit'],
  ['editors', 'edit'],
  ['admins', 'admin'],
  ['administrator', 'admin'],
])
