import { isWord, releasedWords } from '../designs/index.ts'
import { REQUEST_VERBS, SYSTEM_PRIVILEGED_GROUP } from '../kube/index.ts'
import { isSlipOf } from '../text/index.ts'
import { parts } from './known-resources.ts'
import { isOfImpersonation, placeIn, type RuleSite } from './rule-site.ts'
import { listed, quoted } from './words.ts'

/** The resources that each released mode checks (Go: `mode.go` of the impersonation filter). */
const CHECKED: Readonly<Record<string, readonly string[]>> = {
  'user-info': ['users', 'groups', 'uids', 'userextras'],
  serviceaccount: ['serviceaccounts'],
  'arbitrary-node': ['nodes'],
  'associated-node': ['nodes'],
}
const MODES = Object.keys(CHECKED)
const RELEASED = releasedWords({})
const LEGACY = ['users', 'groups', 'serviceaccounts', 'uids', 'userextras']

export function lintImpersonation(site: RuleSite): void {
  const { rule } = site
  if (!rule.verbs.some(isOfImpersonation)) return
  lintVerbs(site)
  lintTargets(site)
  lintMasters(site)
}

/** Verbs of impersonation that the design does not ask for. */
function lintVerbs(site: RuleSite): void {
  const { rule, design, report } = site
  const { apiGroups, resources, verbs } = rule
  for (const [index, verb] of verbs.entries()) {
    if (!isOfImpersonation(verb) || verb.includes('*') || /[\s,]/.test(verb)) continue
    // The API groups have rules of their own.
    if (design.words.some((word) => word.verb.test(verb))) {
      if (isWord(design.words, verb, apiGroups, resources)) lintAction(site, verb, index)
      continue
    }
    const at = placeIn(site, 'verbs', index)
    const meant = releasedVerbs(verb)
    const ofRelease = meant.some((one) => isWord(design.words, one, ['*'], resources))
    const other = isOfOtherDesign(verb) || (!ofRelease && isWord(RELEASED, verb, ['*'], resources))
    if (ofRelease && !other) {
      report({
        rule: 'misspelt-verb',
        at,
        message: `No request has the verb ${quoted(verb)}.`,
        fix: meant.length === 1 ? `Did you mean ${quoted(meant[0] ?? '')}?` : `Write ${listed(meant, 'or')}.`,
        ...(meant.length === 1 && { replace: meant.filter((one) => !verbs.includes(one)) }),
      })
    } else {
      report({
        rule: 'verb-of-other-design',
        at,
        severity: other ? 'note' : 'warning',
        message: `${design.name} does not ask for ${quoted(verb)}, so it grants nothing there.`,
        fix: ofRelease
          ? `Write ${listed(meant, 'or')} here, and keep this for the design that asks for it.`
          : 'Remove it, or choose the design that asks for it.',
      })
    }
  }
}

/** Whether a verb is one of KEP-5284 as it was first merged, or of another design that is shown here. */
function isOfOtherDesign(verb: string): boolean {
  return (
    /^impersonate:(?:scheduled-node|nodes?)$/.test(verb) ||
    REQUEST_VERBS.some((one) => verb === `impersonate-on:${one}`) ||
    /^(?:impersonate-within$|as-node\b|constrainedimpersonate$|impersonate-on:(?:scheduled-node|(?:node|serviceaccount|user-info):.+):[^:]+$|impersonate:(?:node|serviceaccount|user-info):.+)/.test(
      verb,
    )
  )
}

/** The released verbs that a verb probably means. */
function releasedVerbs(verb: string): readonly string[] {
  if (verb === 'impersonate:scheduled-node') return ['impersonate:associated-node']
  if (/^impersonate:nodes?$/.test(verb)) return ['impersonate:arbitrary-node']
  const [, merged] = /^impersonate-on:([a-z]+)$/.exec(verb) ?? []
  if (merged !== undefined && REQUEST_VERBS.includes(merged))
    return MODES.map((mode) => `impersonate-on:${mode}:${merged}`)
  const [, on, mode = '', action] = /^impersonate(-on)?:([^:]+)(?::([^:]+))?$/i.exec(verb) ?? []
  const meant = MODES.find(
    (one) =>
      one === mode.toLowerCase() ||
      isSlipOf(mode, one) ||
      one.replace('-', '') === mode.replace(/[-_]/g, '').toLowerCase(),
  )
  if (meant === undefined)
    return verb.toLowerCase() === 'impersonate' || isSlipOf(verb, 'impersonate') ? ['impersonate'] : []
  if (on !== undefined && action === undefined) return []
  return [action === undefined ? `impersonate:${meant}` : `impersonate-on:${meant}:${action}`]
}

/** Verbs that a mode allows while impersonating: those of requests, of which some have mistakes. */
function lintAction(site: RuleSite, verb: string, index: number): void {
  const [, mode, action = ''] = /^impersonate-on:([^:]+):([^:]+)$/.exec(verb) ?? []
  if (mode === undefined || REQUEST_VERBS.includes(action)) return
  const lower = action.toLowerCase()
  const near = REQUEST_VERBS.find((one) => one === lower || isSlipOf(action, one))
  if (near === undefined) return
  const meant = `impersonate-on:${mode}:${near}`
  site.report({
    rule: 'misspelt-verb',
    at: placeIn(site, 'verbs', index),
    message: `No request has the verb ${quoted(action)}, so none is checked with ${quoted(verb)}.`,
    fix: `Did you mean ${quoted(meant)}?`,
    replace: site.rule.verbs.includes(meant) ? [] : [meant],
  })
}

/** Whether a design asks for the identity verbs of the released modes. */
export function hasReleasedModes({ words }: RuleSite['design']): boolean {
  return words.some(({ verb }) => verb.test('impersonate:user-info') && verb.test('impersonate:associated-node'))
}

/** Resources that no check of the verbs is about. */
function lintTargets(site: RuleSite): void {
  const { rule, design, report } = site
  const { verbs } = rule
  const released = hasReleasedModes(design)
  const modes = verbs.map((verb) => /^impersonate:([a-z-]+)$/.exec(verb)?.[1])
  const known = verbs.every((verb, at) => verb === 'impersonate' || (released && MODES.includes(modes[at] ?? '')))
  if (!known || verbs.length === 0) return
  const checked = verbs.flatMap((verb, at) => (verb === 'impersonate' ? LEGACY : (CHECKED[modes[at] ?? ''] ?? [])))
  for (const [index, resource] of rule.resources.entries()) {
    const [base] = parts(resource)
    if (resource.includes('*') && base !== 'userextras') continue
    if (
      checked.includes(base) ||
      (base === 'clusteraccessrules' && design.words.some((word) => word.resource === base))
    )
      continue
    const [mode] = modes.filter((one) => one !== undefined)
    const right = MODES.filter((one) => CHECKED[one]?.includes(base))
    const meant = [...new Set([...LEGACY, 'nodes'])].find(
      (one) => one === `${base.toLowerCase()}s` || one === base.toLowerCase() || isSlipOf(base, one),
    )
    const fitting = right.length > 0 && mode !== undefined
    report({
      rule: 'impersonation-target',
      at: placeIn(site, 'resources', index),
      message: `No check with ${listed(verbs, 'or')} is about ${quoted(resource)}, but about ${listed(
        [...new Set(checked)].map((one) => (one === 'userextras' ? 'userextras/KEY' : one)),
        'or',
      )}.`,
      fix: fitting
        ? `Write a rule of its own for it, with the verb ${listed(
            right.map((one) => `impersonate:${one}`),
            'or',
          )}.`
        : meant !== undefined && meant !== base && checked.includes(meant)
          ? `Did you mean ${quoted(meant)}?`
          : 'Remove it.',
      ...(!fitting &&
        meant !== undefined &&
        meant !== base &&
        checked.includes(meant) &&
        meant !== 'userextras' && {
          replace: rule.resources.includes(meant) ? [] : [meant],
        }),
    })
  }
}

/** The group whose members may do everything, as a target. */
function lintMasters(site: RuleSite): void {
  const { rule, design, report } = site
  const index = rule.resourceNames.indexOf(SYSTEM_PRIVILEGED_GROUP)
  if (index === -1 || !rule.resources.includes('groups')) return
  const at = placeIn(site, 'resourceNames', index)
  if (rule.verbs.includes('impersonate')) {
    report({
      rule: 'masters-target',
      at,
      message: 'Who impersonates the group “system:masters” may do everything: no role limits its members.',
      fix: 'Name the groups that are needed.',
    })
  } else if (rule.verbs.includes('impersonate:user-info') && hasReleasedModes(design)) {
    report({
      rule: 'masters-target',
      at,
      message: 'The mode user-info refuses the group “system:masters” without asking.',
      fix: 'Remove it.',
    })
  }
}
