import { CHECKED_BY_MODE, MODES, type PolicyRule, resourceParts } from '../../kube/index.ts'
import { isTypoOf } from '../../text/index.ts'
import { hasReleasedModes, isOfImpersonation } from '../modes.ts'
import { type Found, type LintRule, placeIn, type ReportFound, type RuleSite } from '../rule.ts'
import { listed, quoted } from '../words.ts'

const LEGACY = ['users', 'groups', 'serviceaccounts', 'uids', 'userextras']

/** Resources that no check of the verbs is about. */
export const impersonationTarget: LintRule = {
  name: 'impersonation-target',
  severity: 'warning',
  summary: 'A resource that no check of impersonation is about.',
  checkRule(site, report) {
    if (site.rule.verbs.some(isOfImpersonation)) checkTargets(site, report)
  },
}

function checkTargets(site: RuleSite, report: ReportFound): void {
  const { rule, design } = site
  const { verbs } = rule
  const released = hasReleasedModes(design)
  const modes = verbs.map((verb) => /^impersonate:([a-z-]+)$/.exec(verb)?.[1])
  const known = verbs.every((verb, at) => verb === 'impersonate' || (released && MODES.includes(modes[at] ?? '')))
  if (!known) return
  const checked = verbs.flatMap((verb, at) =>
    verb === 'impersonate' ? LEGACY : (CHECKED_BY_MODE[modes[at] ?? ''] ?? []),
  )
  const about = [...new Set(checked)].map((one) => (one === 'userextras' ? 'userextras/KEY' : one))
  const [mode] = modes.filter((one) => one !== undefined)
  for (const [index, resource] of rule.resources.entries()) {
    const [base] = resourceParts(resource)
    if (resource.includes('*') && base !== 'userextras') continue
    const ofDesign = base === 'clusteraccessrules' && design.words.some((word) => word.resource === base)
    if (checked.includes(base) || ofDesign) continue
    report({
      at: placeIn(site, 'resources', index),
      message: `No check with ${listed(verbs, 'or')} is about ${quoted(resource)}, but about ${listed(about, 'or')}.`,
      ...whatMends(rule, base, mode !== undefined, checked),
    })
  }
}

/** What mends a target that is not checked: the verb of a mode that checks it, or the resource that is probably meant. */
function whatMends(
  rule: PolicyRule,
  base: string,
  constrained: boolean,
  checked: readonly string[],
): Pick<Found, 'fix' | 'replace'> {
  const right = MODES.filter((one) => CHECKED_BY_MODE[one]?.includes(base)).map((one) => `impersonate:${one}`)
  if (right.length > 0 && constrained) {
    return { fix: `Write a rule of its own for it, with the verb ${listed(right, 'or')}.` }
  }
  const meant = [...new Set([...LEGACY, 'nodes'])].find(
    (one) => one === `${base.toLowerCase()}s` || one === base.toLowerCase() || isTypoOf(base, one),
  )
  if (meant === undefined || meant === base || !checked.includes(meant)) return { fix: 'Remove it.' }
  return {
    fix: `Did you mean ${quoted(meant)}?`,
    ...(meant !== 'userextras' && { replace: rule.resources.includes(meant) ? [] : [meant] }),
  }
}
