import {
  type APIResource,
  formerResource,
  identitiesAskedIn,
  isFormerGroup,
  isNameOf,
  type Misnaming,
  meansAPIGroup,
  meantResource,
  meantSubresource,
  misnamingOf,
  type PolicyRule,
  resourceParts,
} from '../../kube/index.ts'
import { apiGroupMatches, resourceMatches } from '../../rights/index.ts'
import { isOfIdentity } from '../modes.ts'
import { type LintRule, placeIn, type ReportFound, type RuleSite } from '../rule.ts'
import { groupWords, listed, quoted } from '../words.ts'

// One walk over the resources of a rule finds each of them: what a name is decides which rule it is about.

export const misspeltResource: LintRule = {
  name: 'misspelt-resource',
  severity: 'warning',
  summary: 'A singular, a kind, a short name or a misspelling in place of a resource.',
  checkRule: checkResources,
}

export const otherApiGroup: LintRule = {
  name: 'other-api-group',
  severity: 'warning',
  summary: 'A resource that is in another API group.',
}

export const unknownResource: LintRule = {
  name: 'unknown-resource',
  severity: 'warning',
  summary: 'A resource that no API group of the rule has.',
}

export const goneResource: LintRule = {
  name: 'gone-resource',
  severity: 'note',
  summary: 'A resource that Kubernetes no longer serves.',
}

export const unknownApiGroup: LintRule = {
  name: 'unknown-api-group',
  severity: 'warning',
  summary: 'An API group that does not exist.',
}

/** Resources that no API of the rule serves, and API groups that no server has. */
function checkResources(site: RuleSite, report: ReportFound): void {
  const { rule } = site
  if (rule.apiGroups.length === 0 || rule.verbs.every(isOfIdentity)) return
  const ofIdentities = rule.verbs.some(isOfIdentity)
  const strange = !ofIdentities && checkGroups(site, report)
  // Beside a verb of impersonation only other words for identities are said to be wrong.
  const isChecked = (resource: string) => !isWildcard(resource) && (!ofIdentities || isWordForIdentity(rule, resource))
  const inGroup = rule.resources.map((resource) => isChecked(resource) && resourceIn(site, resource))
  for (const [index, resource] of rule.resources.entries()) {
    if (resource === '') reportEmpty(site, index, report)
    if (resource === '' || !isChecked(resource) || /[\s,]/.test(resource)) continue
    if (inGroup[index] === 'served') {
      checkVersion(site, resource, index, report)
      checkSubresource(site, resource, index, report)
    } else if (inGroup[index] === 'former') reportFormer(site, resource, index, report)
    else if (inGroup[index] === 'unknown' && !strange) reportUnknown(site, resource, index, inGroup, report)
    else if (inGroup[index] !== 'open' || !reportDefined(site, resource, index, report))
      checkCase(site, resource, index, report)
  }
}

/** The core group is written so, and no resource is. */
function reportEmpty(site: RuleSite, index: number, report: ReportFound): void {
  report({
    rule: unknownResource,
    at: placeIn(site, 'resources', index),
    message: 'No request names the resource “”, and it does not stand for every resource.',
    fix: 'Write the plurals that are meant, as kubectl api-resources prints them.',
  })
}

function isWildcard(resource: string): boolean {
  return resource.includes('*')
}

/**
 * `served`: by a group of the rule. `former`: by one, in the past. `asked`: not served, but asked about. `unknown`: by none, and
 * all are known. `open`: a group of the rule is not known in full.
 */
type InGroup = 'served' | 'former' | 'asked' | 'unknown' | 'open'

function resourceIn({ rule: { apiGroups }, resources }: RuleSite, resource: string): InGroup {
  const [base] = resourceParts(resource)
  if (apiGroups.some((group) => resources.find(group, base) !== undefined)) return 'served'
  if (!apiGroups.every((group) => resources.isComplete(group) || isFormerGroup(group))) return 'open'
  if (apiGroups.some((group) => formerResource(group, base) !== undefined)) return 'former'
  return apiGroups.some((group) => resources.mayName(group, base)) ? 'asked' : 'unknown'
}

/**
 * A name of a resource that the text defines by another plural. Any other name in its group may be that of a resource which the
 * text does not define. Returns whether it is one.
 */
function reportDefined(site: RuleSite, resource: string, index: number, report: ReportFound): boolean {
  const { rule, resources } = site
  const [base] = resourceParts(resource)
  const meant = meantResource(
    base,
    rule.apiGroups.flatMap((group) => resources.definedIn(group)),
  )
  if (meant === undefined) return false
  report({
    at: placeIn(site, 'resources', index),
    message: `The plural of ${quoted(meant.kind)} in ${groupWords(meant.apiGroup)} is ${quoted(meant.resource)}, as the text defines it, and not ${quoted(base)}.`,
    ...spelled(site, resource, meant.resource),
  })
  return true
}

/** A path of the API has its plural as it was defined, and a plural is in lower case. */
function checkCase(site: RuleSite, resource: string, index: number, report: ReportFound): void {
  const [base] = resourceParts(resource)
  if (!/^[A-Z][A-Za-z]*$/.test(base)) return
  const known = site.rule.apiGroups.flatMap((group) => site.resources.in(group)).find((one) => isNameOf(one, base))
  report({
    at: placeIn(site, 'resources', index),
    message: `No request names the resource ${quoted(base)}: resources are plurals in lower case, and case counts.`,
    ...(known === undefined
      ? { fix: 'Write the plural, as kubectl api-resources prints it.' }
      : spelled(site, resource, known.resource)),
  })
}

function spelled({ rule }: RuleSite, resource: string, plural: string) {
  const [, subresource] = resourceParts(resource)
  const meant = subresource === '' ? plural : `${plural}/${subresource}`
  return { fix: `Write ${quoted(meant)}.`, replace: rule.resources.includes(meant) ? [] : [meant] }
}

const IN_WORDS: Readonly<Record<Misnaming, string>> = {
  kind: 'the kind',
  case: 'not in lower case',
  'short-name': 'a short name of kubectl',
  singular: 'the singular',
  misspelt: 'misspelt',
}

function reportUnknown(
  site: RuleSite,
  resource: string,
  index: number,
  inGroup: readonly (InGroup | false)[],
  report: ReportFound,
): void {
  const { rule, resources } = site
  const at = placeIn(site, 'resources', index)
  const [base] = resourceParts(resource)
  const known = rule.apiGroups.flatMap((group) => [...resources.in(group), ...identitiesOf(rule, group)])
  const other = known.find((one) => isNameOf(one, base))
  if (other !== undefined) {
    const is = IN_WORDS[misnamingOf(base, other) ?? 'singular']
    report({
      at,
      message: `${quoted(base)} is ${is}; rules name the plural in lower case.`,
      ...spelled(site, resource, other.resource),
    })
    return
  }
  const elsewhere = resources.groupsServing(base)
  const near = elsewhere.length > 0 ? undefined : meantResource(base, known)
  if (near !== undefined) {
    report({
      at,
      message: `${upper(groupsWords(rule.apiGroups))} ${serves(rule.apiGroups)} no ${quoted(base)}.`,
      fix: `Did you mean ${quoted(near.resource)}?`,
      replace: spelled(site, resource, near.resource).replace,
    })
    return
  }
  const [group] = elsewhere
  if (group !== undefined) {
    reportOtherGroup(site, index, group, inGroup, report)
    return
  }
  const abroad = elsewhereCalled(site, base)
  if (abroad !== undefined) {
    const [, subresource] = resourceParts(resource)
    const meant = subresource === '' ? abroad.resource : `${abroad.resource}/${subresource}`
    report({
      at,
      message: `${upper(groupsWords(rule.apiGroups))} ${serves(rule.apiGroups)} no ${quoted(base)}. Rules name the plural, and ${quoted(abroad.resource)} are in ${groupWords(abroad.apiGroup)}.`,
      fix: `Write a rule of its own for ${quoted(meant)}, with apiGroups: [${JSON.stringify(abroad.apiGroup)}].`,
    })
    return
  }
  report({
    rule: unknownResource,
    at,
    message: `${upper(groupsWords(rule.apiGroups))} ${serves(rule.apiGroups)} no ${quoted(base)} in any version that is known here.`,
    fix: 'Mend the name or the group, as kubectl api-resources prints them.',
  })
}

function isWordForIdentity(rule: PolicyRule, resource: string): boolean {
  const [base] = resourceParts(resource)
  const meant = meantResource(
    base,
    rule.apiGroups.flatMap((group) => identitiesOf(rule, group)),
  )
  return meant !== undefined && meant.resource !== base
}

/** The identities that a rule may name in a group, beside what the group serves. */
function identitiesOf({ verbs }: PolicyRule, group: string): readonly APIResource[] {
  return verbs.some((verb) => verb === '*' || isOfIdentity(verb)) ? identitiesAskedIn(group) : []
}

/** Reports, once for a rule, the resources that another group has. */
function reportOtherGroup(
  site: RuleSite,
  index: number,
  group: string,
  inGroup: readonly (InGroup | false)[],
  report: ReportFound,
): void {
  const { rule, ofRole, resources } = site
  const indexes = [...rule.resources.keys()].filter(
    (at) =>
      inGroup[at] === 'unknown' && resources.groupsServing(resourceParts(rule.resources[at] ?? '')[0])[0] === group,
  )
  if (indexes[0] !== index) return
  const names = indexes.map((at) => rule.resources[at] ?? '')
  const other = ofRole.find((one) => apiGroupMatches(one, group) && names.every((name) => resourceMatches(one, name)))
  const alone = names.length === rule.resources.length && rule.apiGroups.length === 1 && other === undefined
  report({
    rule: otherApiGroup,
    at: alone ? placeIn(site, 'apiGroups', 0) : placeIn(site, 'resources', index),
    message: `${upper(groupsWords(rule.apiGroups))} ${serves(rule.apiGroups)} no ${listed(names, 'or')}; ${groupWords(group)} does.`,
    ...(other !== undefined
      ? { severity: 'note', fix: 'Remove it here: another rule of the role has it in the right group.' }
      : {
          fix: `Write ${alone ? '' : 'a rule of its own for it, with '}apiGroups: [${JSON.stringify(group)}].`,
        }),
    ...(alone && { replace: [group] }),
  })
}

/** The built-in resource of another group that has this word as kind, singular or short name. */
function elsewhereCalled({ resources }: RuleSite, word: string): APIResource | undefined {
  return resources.builtInGroups.flatMap((group) => resources.in(group)).find((one) => isNameOf(one, word))
}

function serves(groups: readonly string[]): string {
  return groups.length === 1 ? 'has' : 'have'
}

function groupsWords(groups: readonly string[]): string {
  const [first = ''] = groups
  return groups.length === 1 ? groupWords(first) : `the API groups ${listed(groups)}`
}

function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function reportFormer(site: RuleSite, resource: string, index: number, report: ReportFound): void {
  const [base] = resourceParts(resource)
  const { apiGroups } = site.rule
  const group = apiGroups.find((one) => formerResource(one, base) !== undefined) ?? ''
  const last = formerResource(group, base) ?? ''
  const now = site.resources.groupsServing(base).filter((one) => !apiGroups.includes(one))
  const [today] = now
  // For clusters old and new, many manifests name both.
  const newToo = site.ofRole.some(
    (rule) => rule.resources.includes(resource) && now.some((one) => rule.apiGroups.includes(one)),
  )
  if (newToo) return
  report({
    rule: goneResource,
    at: placeIn(site, 'resources', index),
    message:
      last === ''
        ? `Kubernetes no longer serves ${quoted(base)} in ${groupWords(group)}.`
        : `Kubernetes ${last} was the last to serve ${quoted(base)} in ${groupWords(group)}.`,
    fix:
      today === undefined
        ? 'Remove it where no older cluster is meant.'
        : `Name ${groupWords(today)} too, which serves it today.`,
  })
}

/** A resource or subresource that the version of the cluster does not serve in any group of the rule, but another version does. */
function checkVersion(site: RuleSite, resource: string, index: number, report: ReportFound): void {
  const [base, subresource] = resourceParts(resource)
  const serving = site.rule.apiGroups.filter((group) => site.resources.find(group, base) !== undefined)
  const inOthers = serving.map((group) => site.resources.servedInOtherVersions(group, base, subresource))
  const [message] = inOthers
  if (message === undefined || inOthers.includes(undefined)) return
  report({
    rule: unknownResource,
    severity: 'note',
    at: placeIn(site, 'resources', index),
    message,
    fix: 'Remove it where the policy is for this version alone.',
  })
}

/** Subresources of the API server that are misspelt. Others may be asked for: `finalizers` by admission, any by kubelets. */
function checkSubresource(site: RuleSite, resource: string, index: number, report: ReportFound): void {
  const [base, subresource] = resourceParts(resource)
  // Kubelets ask for subresources of nodes that the API server does not serve, such as nodes/stats.
  if (subresource === '' || base === 'nodes') return
  const served = site.rule.apiGroups.flatMap((group) => [
    ...(site.resources.find(group, base)?.subresources.keys() ?? []),
  ])
  if (served.includes(subresource) || subresource === 'finalizers') return
  const near = meantSubresource(subresource, served)
  if (near === undefined) return
  report({
    at: placeIn(site, 'resources', index),
    message: `${quoted(base)} has no subresource ${quoted(subresource)}.`,
    fix: `Write ${quoted(`${base}/${near}`)}.`,
    replace: site.rule.resources.includes(`${base}/${near}`) ? [] : [`${base}/${near}`],
  })
}

/** Reports API groups that no server has. Returns whether there is one. */
function checkGroups(site: RuleSite, report: ReportFound): boolean {
  const { rule, resources } = site
  let strange = false
  for (const [index, group] of rule.apiGroups.entries()) {
    if (group.includes('*') || group.includes('/') || /[\s,]/.test(group) || resources.isKnownGroup(group)) continue
    // `unlikely-api-group` reports these.
    if (group === 'core' || /^v[0-9]+$/.test(group) || isFormerGroup(group)) continue
    const near = nearGroup(site, group)
    const dotless = !group.includes('.')
    if (near === undefined && !dotless) continue
    strange = true
    report({
      rule: unknownApiGroup,
      at: placeIn(site, 'apiGroups', index),
      message: dotless
        ? `Kubernetes has no API group ${quoted(group)}, and those of custom resources have a dot.`
        : `There is probably no API group ${quoted(group)}.`,
      fix: near === undefined ? 'Write the group as kubectl api-resources prints it.' : `Did you mean ${quoted(near)}?`,
      ...(near !== undefined && { replace: rule.apiGroups.includes(near) ? [] : [near] }),
    })
  }
  return strange
}

/** The group that was probably meant: one that serves a resource of the rule and has such a name, or that alone has them all. */
function nearGroup({ rule, resources }: RuleSite, group: string): string | undefined {
  const bases = rule.resources.map((resource) => resourceParts(resource)[0])
  const serving = (one: string) => bases.some((base) => base === '*' || resources.find(one, base) !== undefined)
  const near = resources.groups.find((one) => meansAPIGroup(group, one) && serving(one))
  if (near !== undefined || group.includes('.') || rule.apiGroups.length > 1) return near
  const [only, ...others] = new Set(bases.flatMap((base) => resources.groupsServing(base)))
  return others.length === 0 && bases.every((base) => resources.groupsServing(base).length > 0) ? only : undefined
}
