import { AUTHENTICATION_GROUP, type PolicyRule } from '../../kube/index.ts'
import { ruleAllowsAction, verbMatches } from '../../rights/index.ts'
import { actionFor, grantsIdentity, isHeldFor, OPEN_MODES, type OpenMode, targetsInWords } from '../open-identities.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { listed } from '../words.ts'

/**
 * A “*” in the verbs of a rule about users, service accounts or nodes of `authentication.k8s.io`. Before constrained
 * impersonation it granted nothing: no check asked for these resources in this group. A warning where the rule names the group and
 * its holder has the other half as well, and a note where the cluster does not ask for such verbs yet.
 */
export const wildcardIdentity: LintRule = {
  name: 'wildcard-identity',
  severity: 'warning',
  summary: 'A verb “*” that includes impersonation from Kubernetes 1.36 on.',
  aboutReleasedModes: true,
  checkPolicy({ policy, rights, others, lineOf, asked: { isOff, lead, end } }, report) {
    for (const role of policy.roles) {
      for (const rule of role.rules) {
        if (!verbMatches(rule, '*')) continue
        const modes = OPEN_MODES.filter((mode) => isNew(rule, mode) && isHeldFor(mode, role, rights))
        const [first] = modes
        if (first === undefined) continue
        const whole = modes.flatMap((mode) => {
          const action = actionFor(mode, role, rights)
          return action === undefined ? [] : [{ mode, action }]
        })
        const [half] = whole
        const verbs = listed(modes.map(({ verb }) => verb))
        const opens =
          half === undefined
            ? `one half of acting as ${targetsInWords(rule, modes, role, { rights, others })}. The other half, impersonate-on:MODE:VERB or “*” on what is done, is not here.`
            : `with ${half.action === rule ? 'what it grants itself' : `what line ${lineOf(half.action.span)} grants`} its holder may act as ${targetsInWords(
                rule,
                whole.map(({ mode }) => mode),
                role,
                { rights, others },
              )}.`
        report({
          at: placeIn({ rule }, 'verbs', rule.verbs.indexOf('*')),
          severity: half !== undefined && !isOff && rule.apiGroups.includes(AUTHENTICATION_GROUP) ? 'warning' : 'note',
          message: `${lead} “*” includes ${verbs} here: ${opens}${end}`,
          fix: `Write out the verbs that are meant. Where impersonation is, name ${first.verb}, and whom in “resourceNames”.`,
        })
      }
    }
  },
}

/** Whether a rule grants the identities of a mode, and not what the verb “impersonate” needs for them, which is older. */
function isNew(rule: PolicyRule, mode: OpenMode): boolean {
  const older = { verb: 'impersonate', apiGroup: '', resource: mode.legacy }
  return grantsIdentity(rule, mode) && !ruleAllowsAction(rule, older)
}
