import { SYSTEM_PRIVILEGED_GROUP } from '../../kube/index.ts'
import { hasReleasedModes } from '../modes.ts'
import { type LintRule, placeIn } from '../rule.ts'

/** The group whose members may do everything, as a target. */
export const mastersTarget: LintRule = {
  name: 'masters-target',
  severity: 'warning',
  summary: 'The group “system:masters” as a target of impersonation.',
  checkRule(site, report) {
    const { rule, design } = site
    const index = rule.resourceNames.indexOf(SYSTEM_PRIVILEGED_GROUP)
    if (index === -1 || !rule.resources.includes('groups')) return
    const at = placeIn(site, 'resourceNames', index)
    if (rule.verbs.includes('impersonate')) {
      report({
        at,
        message: 'Who impersonates the group “system:masters” may do everything: no role limits its members.',
        fix: 'Name the groups that are needed.',
      })
    } else if (rule.verbs.includes('impersonate:user-info') && hasReleasedModes(design)) {
      report({
        at,
        message: 'The mode user-info refuses the group “system:masters” without asking.',
        fix: 'Remove it.',
      })
    }
  },
}
