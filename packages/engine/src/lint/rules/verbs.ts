import { knownVerbs, meantVerbs, REQUEST_VERBS } from '../../kube/index.ts'
import { isTypoOf } from '../../text/index.ts'
import { isOfImpersonation } from '../modes.ts'
import { type LintRule, placeIn, type ReportFound, type RuleSite } from '../rule.ts'
import { listed, quoted } from '../words.ts'

/** Verbs that Kubernetes asks for beside those of requests. */
const SPECIAL: ReadonlySet<string> = new Set([
  '*',
  'use',
  'bind',
  'escalate',
  'impersonate',
  'approve',
  'sign',
  'attest',
  'proxy',
  'redirect',
  'request-serviceaccounts-token-audience',
])

/** Verbs that no request has: misspelt, in upper case, or words of people. */
export const misspeltVerb: LintRule = {
  name: 'misspelt-verb',
  severity: 'warning',
  summary: 'A verb that is misspelt.',
  checkRule(site, report) {
    if (site.rule.nonResourceURLs.length > 0) checkPathVerbs(site, report)
    else checkVerbs(site, report)
  },
}

/** {@link misspeltVerb} finds it. */
export const noSuchVerb: LintRule = {
  name: 'no-such-verb',
  severity: 'warning',
  summary: 'A word for a verb that no request has.',
}

export const neverMatches: LintRule = {
  name: 'never-matches',
  severity: 'warning',
  summary: 'A rule that no request can match.',
  checkRule(site, report) {
    const { verbs, nonResourceURLs, resources } = site.rule
    if (nonResourceURLs.length === 0 || verbs.length === 0 || resources.length > 0) return
    if (!verbs.every((verb) => REQUEST_VERBS.includes(verb) && !knownVerbs(true).includes(verb))) return
    report({
      at: placeIn(site, 'verbs'),
      message: `No request for a path has the verb ${listed(verbs, 'or')}: there the verb is the HTTP method in lower case.`,
      fix: 'Write “get”, which is the verb of reading a path.',
    })
  },
}

function checkVerbs(site: RuleSite, report: ReportFound): void {
  const { rule, resources } = site
  const ofKubernetes = rule.apiGroups.length > 0 && rule.apiGroups.every((group) => resources.isComplete(group))
  const misspellings = rule.apiGroups.every((group) => group === '*' || resources.isKnownGroup(group))
  for (const [index, verb] of rule.verbs.entries()) {
    if (REQUEST_VERBS.includes(verb) || SPECIAL.has(verb) || /[\s,:*]/.test(verb) || isOfImpersonation(verb)) continue
    const at = placeIn(site, 'verbs', index)
    const lower = verb.toLowerCase()
    const missing = (verbs: readonly string[]) => verbs.filter((one) => !rule.verbs.includes(one))
    if (lower !== verb && (REQUEST_VERBS.includes(lower) || SPECIAL.has(lower))) {
      report({
        at,
        message: `No request has the verb ${quoted(verb)}: verbs are in lower case, and case counts.`,
        fix: `Write ${quoted(lower)}.`,
        replace: missing([lower]),
      })
      continue
    }
    const meant = ofKubernetes ? meantVerbs(verb) : []
    if (meant.length > 0) {
      report({
        rule: noSuchVerb,
        at,
        message: `No request has the verb ${quoted(verb)}.`,
        fix: `Write ${listed(meant)}${meant.length > 1 ? ', or those of them that are meant' : ''}.`,
        ...(meant.length === 1 && { replace: missing(meant) }),
      })
      continue
    }
    const near = REQUEST_VERBS.find(
      (one) => isTypoOf(verb, one) && (misspellings || isSurelySlip(verb, one, rule.verbs)),
    )
    if (near === undefined) continue
    report({
      at,
      message: `No request has the verb ${quoted(verb)}.`,
      fix: `Did you mean ${quoted(near)}?`,
      replace: missing([near]),
    })
  }
}

/** Servers of other API groups may ask for verbs of their own, such as `undelete`, `match` or `lint`. */
function isSurelySlip(verb: string, meant: string, verbs: readonly string[]): boolean {
  const long = verb.length > 4 && meant.length > 4
  return long && verb[0] === meant[0] && verbs.some((one) => REQUEST_VERBS.includes(one))
}

/** Verbs of paths are HTTP methods in lower case (Go: `RequestInfoFactory.NewRequestInfo`). */
function checkPathVerbs(site: RuleSite, report: ReportFound): void {
  const { verbs } = site.rule
  for (const [index, verb] of verbs.entries()) {
    const lower = verb.toLowerCase()
    if (lower === verb || !knownVerbs(true).includes(lower)) continue
    report({
      at: placeIn(site, 'verbs', index),
      message: `No request has the verb ${quoted(verb)}: verbs are in lower case, and case counts.`,
      fix: `Write ${quoted(lower)}.`,
      replace: verbs.includes(lower) ? [] : [lower],
    })
  }
}
