import { verbMatches } from '../../rights/index.ts'
import { grantsIdentity, isHeldFor, OPEN_MODES, targetsInWords } from '../open-identities.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { listed } from '../words.ts'

/** A verb of constrained impersonation without “resourceNames”, which opens every target of its mode. */
export const unnamedIdentity: LintRule = {
  name: 'unnamed-identity',
  severity: 'note',
  summary: 'Impersonation of every user, service account or node.',
  aboutReleasedModes: true,
  checkPolicy({ policy, rights, others, asked: { lead } }, report) {
    for (const role of policy.roles) {
      for (const rule of role.rules) {
        if (rule.resourceNames.length > 0 || verbMatches(rule, '*')) continue
        const modes = OPEN_MODES.filter((mode) => grantsIdentity(rule, mode) && isHeldFor(mode, role, rights))
        const [first] = modes
        if (first === undefined) continue
        report({
          at: placeIn({ rule }, 'verbs', rule.verbs.indexOf(first.verb)),
          message: `${lead} ${listed(modes.map(({ verb }) => verb))} without “resourceNames” opens ${targetsInWords(rule, modes, role, { rights, others })}. Only impersonate-on:MODE:VERB limits what its holder may do as one.`,
          fix: 'Name in “resourceNames” whom it is to impersonate.',
        })
      }
    }
  },
}
