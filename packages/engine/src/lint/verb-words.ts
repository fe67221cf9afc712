import { meantVerbs, REQUEST_VERBS } from '../kube/index.ts'
import { isSlipOf } from '../text/index.ts'
import { isOfImpersonation, PATH_VERBS, placeIn, type RuleSite } from './rule-site.ts'
import { listed, quoted } from './words.ts'

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
export function lintVerbs(site: RuleSite): void {
  const { rule, resources } = site
  if (rule.nonResourceURLs.length > 0) {
    lintPathVerbs(site)
    return
  }
  const ofKubernetes = rule.apiGroups.length > 0 && rule.apiGroups.every((group) => resources.isComplete(group))
  const misspellings = rule.apiGroups.every((group) => group === '*' || resources.isKnownGroup(group))
  for (const [index, verb] of rule.verbs.entries()) {
    if (REQUEST_VERBS.includes(verb) || SPECIAL.has(verb) || /[\s,:*]/.test(verb) || isOfImpersonation(verb)) continue
    const at = placeIn(site, 'verbs', index)
    const lower = verb.toLowerCase()
    const missing = (verbs: readonly string[]) => verbs.filter((one) => !rule.verbs.includes(one))
    if (lower !== verb && (REQUEST_VERBS.includes(lower) || SPECIAL.has(lower))) {
      site.report({
        rule: 'misspelt-verb',
        at,
        message: `No request has the verb ${quoted(verb)}: verbs are in lower case, and case counts.`,
        fix: `Write ${quoted(lower)}.`,
        replace: missing([lower]),
      })
      continue
    }
    const meant = ofKubernetes ? meantVerbs(verb) : []
    if (meant.length > 0) {
      site.report({
        rule: 'no-such-verb',
        at,
        message: `No request has the verb ${quoted(verb)}.`,
        fix: `Write ${listed(meant)}${meant.length > 1 ? ', or those of them that are meant' : ''}.`,
        ...(meant.length === 1 && { replace: missing(meant) }),
      })
      continue
    }
    const near = REQUEST_VERBS.find(
      (one) => isSlipOf(verb, one) && (misspellings || isSurelySlip(verb, one, rule.verbs)),
    )
    if (near === undefined) continue
    site.report({
      rule: 'misspelt-verb',
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
function lintPathVerbs(site: RuleSite): void {
  const { verbs } = site.rule
  for (const [index, verb] of verbs.entries()) {
    const lower = verb.toLowerCase()
    if (lower === verb || !PATH_VERBS.includes(lower)) continue
    site.report({
      rule: 'misspelt-verb',
      at: placeIn(site, 'verbs', index),
      message: `No request has the verb ${quoted(verb)}: verbs are in lower case, and case counts.`,
      fix: `Write ${quoted(lower)}.`,
      replace: verbs.includes(lower) ? [] : [lower],
    })
  }
  const never = verbs.filter((verb) => REQUEST_VERBS.includes(verb) && !PATH_VERBS.includes(verb))
  if (verbs.length === 0 || never.length < verbs.length || site.rule.resources.length > 0) return
  site.report({
    rule: 'never-matches',
    at: placeIn(site, 'verbs'),
    message: `No request for a path has the verb ${listed(never, 'or')}: there the verb is the HTTP method in lower case.`,
    fix: 'Write “get”, which is the verb of reading a path.',
  })
}
