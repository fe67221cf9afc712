import { isWord, releasedWords } from '../../designs/index.ts'
import { isOfOtherDesign, MODES, meantModeVerbs, nearestVerb, REQUEST_VERBS } from '../../kube/index.ts'
import { hasReleasedModes, isOfImpersonation } from '../modes.ts'
import { type LintRule, placeIn, type ReportFound, type RuleSite } from '../rule.ts'
import { listed, quoted } from '../words.ts'
import { misspeltVerb } from './verbs.ts'

const RELEASED = releasedWords({})

/** Verbs of impersonation that the design does not ask for. Of those that are misspelt, {@link misspeltVerb} is the rule. */
export const verbOfOtherDesign: LintRule = {
  name: 'verb-of-other-design',
  severity: 'note',
  summary: 'A verb of impersonation that the design does not ask for.',
  checkRule(site, report) {
    if (site.rule.verbs.some(isOfImpersonation)) checkVerbs(site, report)
  },
}

function checkVerbs(site: RuleSite, report: ReportFound): void {
  const { rule, design } = site
  const { apiGroups, resources, verbs } = rule
  for (const [index, verb] of verbs.entries()) {
    if (!isOfImpersonation(verb) || verb.includes('*') || /[\s,]/.test(verb)) continue
    // The API groups have rules of their own.
    if (design.words.some((word) => word.verb.test(verb))) {
      if (isWord(design.words, verb, apiGroups, resources)) checkAction(site, verb, index, report)
      continue
    }
    const at = placeIn(site, 'verbs', index)
    const meant = meantModeVerbs(verb)
    const ofRelease = meant.some((one) => isWord(design.words, one, ['*'], resources))
    const other = isOfOtherDesign(verb) || (!ofRelease && isWord(RELEASED, verb, ['*'], resources))
    if (ofRelease && !other) {
      report({
        rule: misspeltVerb,
        at,
        message: `No request has the verb ${quoted(verb)}.`,
        fix: meant.length === 1 ? `Did you mean ${quoted(meant[0] ?? '')}?` : `Write ${listed(meant, 'or')}.`,
        ...(meant.length === 1 && { replace: meant.filter((one) => !verbs.includes(one)) }),
      })
    } else {
      report({
        at,
        severity: other ? 'note' : 'warning',
        message: `${design.name} does not ask for ${quoted(verb)}, so it grants nothing there.`,
        fix: ofRelease
          ? `Write ${listed(meant, 'or')} here, and keep this for the design that asks for it.`
          : other
            ? 'Remove it, or choose the design that asks for it.'
            : modesInWords(verb, design),
      })
    }
  }
}

/** What to write for a verb that no design asks for. */
function modesInWords(verb: string, design: RuleSite['design']): string {
  if (!hasReleasedModes(design)) return 'Remove it.'
  const [, action = 'VERB'] = /^impersonate-on:[^:]+:([^:]+)$/.exec(verb) ?? []
  return verb.startsWith('impersonate-on')
    ? `Write “impersonate-on:MODE:${REQUEST_VERBS.includes(action) ? action : 'VERB'}” with the mode ${listed(MODES, 'or')}. The resources of the rule limit what it is about.`
    : `Write “impersonate:MODE” with the mode ${listed(MODES, 'or')}.`
}

/** Verbs that a mode allows while impersonating: those of requests, of which some have mistakes. */
function checkAction(site: RuleSite, verb: string, index: number, report: ReportFound): void {
  const [, mode, action = ''] = /^impersonate-on:([^:]+):([^:]+)$/.exec(verb) ?? []
  if (mode === undefined || REQUEST_VERBS.includes(action)) return
  const near = nearestVerb(action, REQUEST_VERBS)
  if (near === undefined) return
  const meant = `impersonate-on:${mode}:${near}`
  report({
    rule: misspeltVerb,
    at: placeIn(site, 'verbs', index),
    message: `No request has the verb ${quoted(action)}, so none is checked with ${quoted(verb)}.`,
    fix: `Did you mean ${quoted(meant)}?`,
    replace: site.rule.verbs.includes(meant) ? [] : [meant],
  })
}
