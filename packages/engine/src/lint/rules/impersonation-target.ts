import {
  AUTHENTICATION_GROUP,
  CHECKED_BY_IMPERSONATE,
  CHECKED_BY_MODE,
  constrainedMode,
  identitiesAskedIn,
  MODES,
  meantResource,
  type PolicyRule,
  resourceParts,
} from '../../kube/index.ts'
import { IDENTITY, resourceMatches } from '../../rights/index.ts'
import { hasReleasedModes, isOfImpersonation } from '../modes.ts'
import { type Found, type LintRule, placeIn, type ReportFound, type RuleSite } from '../rule.ts'
import { listed, quoted } from '../words.ts'

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
  const modes = verbs.map((verb) => constrainedMode(IDENTITY.exec(verb)?.[1]))
  const known = verbs.every((verb, at) => verb === 'impersonate' || (released && modes[at] !== undefined))
  if (!known) return
  const checked: readonly string[] = modes.flatMap((mode) =>
    mode === undefined ? CHECKED_BY_IMPERSONATE : CHECKED_BY_MODE[mode],
  )
  const about = [...new Set(checked)].map((one) => (one === 'userextras' ? 'userextras/KEY' : one))
  const [mode] = modes.filter((one) => one !== undefined)
  for (const [index, resource] of rule.resources.entries()) {
    const [base] = resourceParts(resource)
    const ofDesign = base === 'clusteraccessrules' && design.words.some((word) => word.resource === base)
    if (checked.some((one) => isAbout(resource, one)) || ofDesign) continue
    report({
      at: placeIn(site, 'resources', index),
      message: `No check with ${listed(verbs, 'or')} is about ${quoted(resource)}, but about ${listed(about, 'or')}.`,
      ...whatMends(rule, resource, mode !== undefined, checked),
    })
  }
}

/** Whether a resource of a rule is one that is checked. Extras are checked by their key; one without a key has its own rule. */
function isAbout(resource: string, checked: string): boolean {
  if (checked !== 'userextras') return resourceMatches({ resources: [resource] }, checked)
  const [base, key] = resourceParts(resource)
  return base === checked || (key !== '' && resourceMatches({ resources: [resource] }, `${checked}/${key}`))
}

/** What mends a target that is not checked: the verb of a mode that checks it, or the resource that is probably meant. */
function whatMends(
  rule: PolicyRule,
  resource: string,
  constrained: boolean,
  checked: readonly string[],
): Pick<Found, 'fix' | 'replace'> {
  const [base, key] = resourceParts(resource)
  const target = meantResource(base, identitiesAskedIn(AUTHENTICATION_GROUP))?.resource
  const meant = target === 'userextras' && key !== '' ? `${target}/${key}` : target
  const right = MODES.filter((one) =>
    CHECKED_BY_MODE[one].some((about) => isAbout(resource, about) || (meant !== undefined && isAbout(meant, about))),
  ).map((one) => `impersonate:${one}`)
  const isChecked = target !== undefined && checked.includes(target)
  if (right.length > 0 && constrained && !isChecked) {
    return {
      fix: `Write a rule of its own for ${meant === undefined || meant === resource ? 'it' : quoted(meant)}, with the verb ${listed(right, 'or')}.`,
    }
  }
  if (meant === undefined || meant === resource || !isChecked) return { fix: 'Remove it.' }
  return {
    fix: `Did you mean ${quoted(meant)}?`,
    ...(meant !== 'userextras' && { replace: rule.resources.includes(meant) ? [] : [meant] }),
  }
}
