import {
  combinedResource,
  isWordForVerbs,
  knownVerbs,
  meantActions,
  nearestVerb,
  type PolicyRule,
  REQUEST_VERBS,
  resourceParts,
  verbFix,
} from '../../kube/index.ts'
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
    if (ofKubernetes && isWordForVerbs(verb)) {
      const meant = verbsOfWord(verb, rule)
      report({
        rule: noSuchVerb,
        at,
        message: `No request has the verb ${quoted(verb)}.`,
        fix:
          meant.length === 0
            ? (verbFix(verb, false) ?? '')
            : `Write ${listed(meant)}${meant.length > 1 ? ', or those of them that are meant' : ''}.`,
        ...(meant.length === 1 && { replace: missing(meant) }),
      })
      continue
    }
    const near = nearestVerb(verb, REQUEST_VERBS)
    if (near === undefined || !(misspellings || isSurelySlip(verb, near, rule.verbs))) continue
    report({
      at,
      message: `No request has the verb ${quoted(verb)}.`,
      fix: `Did you mean ${quoted(near)}?`,
      replace: missing([near]),
    })
  }
}

/** The verbs that a word means for the resources of a rule; none where it is about others, as `logs` is about `pods/log`. */
function verbsOfWord(word: string, { apiGroups, resources }: PolicyRule): readonly string[] {
  const actions = apiGroups.flatMap((apiGroup) =>
    resources.flatMap((written) => {
      const [resource, subresource] = resourceParts(written)
      return meantActions({ verb: word, apiGroup, resource, subresource, name: '' })
    }),
  )
  const isOther = actions.some((one) => !apiGroups.includes(one.apiGroup) || !resources.includes(combinedResource(one)))
  return isOther ? [] : [...new Set(actions.map(({ verb }) => verb))]
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
