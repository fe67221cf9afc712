import { alignedTable, compareBytes } from '../go/index.ts'
import { type Rule, resourceName } from '../kube/index.ts'
import { BeyondLimit } from '../text/index.ts'
import type { UserRules } from './rules-for.ts'

/** The most combinations of group, resource, verb and name that one list of rules is written out to. This takes about a second. */
const MOST = 1_000_000

/** The output of a command. */
export interface Printed {
  /** On standard output. */
  readonly out: string
  /** On standard error. */
  readonly err: string
}

/**
 * The output of `kubectl auth can-i --list` for the status of a SelfSubjectRulesReview, to the byte (Go:
 * `k8s.io/kubectl/pkg/cmd/auth/cani.go`). kubectl breaks rules with resources into one for each group, resource, verb and
 * name, and merges those that differ only in the verb; paths it only breaks up. `noHeaders`: as with `--no-headers`. May throw `BeyondLimit`.
 */
export function printAccessList(rules: UserRules, { noHeaders = false } = {}): Printed {
  const combinations = new Combinations()
  for (const { rule } of [...rules.resourceRules, ...rules.nonResourceRules]) combinations.spend(rule)
  const listed = [...brokenPaths(rules), ...mergedResources(rules)]
    .map((rule) => ({ rule, key: printedRule(rule) }))
    .sort((a, b) => compareBytes(a.key, b.key))
  const header = noHeaders ? '' : 'Resources\tNon-Resource URLs\tResource Names\tVerbs\n'
  const rows = listed.map(
    ({ rule }) =>
      `${resourceAndGroup(rule)}\t${list(rule.nonResourceURLs)}\t${list(rule.resourceNames)}\t${list(rule.verbs)}\n`,
  )
  const err = rules.incomplete ? `Warning: the list may be incomplete: ${rules.evaluationError}\n` : ''
  return { out: alignedTable(header + rows.join('')), err }
}

function brokenPaths({ nonResourceRules }: UserRules): readonly Rule[] {
  return nonResourceRules.flatMap(({ rule }) =>
    rule.nonResourceURLs.flatMap((url) => rule.verbs.map((verb) => ruleOf({ nonResourceURLs: [url], verbs: [verb] }))),
  )
}

/** One rule for each group, resource and name, with its verbs in the order in which they come. */
function mergedResources({ resourceRules }: UserRules): readonly Rule[] {
  const found = new Map<string, { readonly rule: Rule; readonly verbs: Set<string> }>()
  for (const { rule } of resourceRules) {
    for (const group of rule.apiGroups)
      for (const resource of rule.resources)
        for (const verb of rule.verbs)
          for (const names of rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name])) {
            const key = JSON.stringify([group, resource, names])
            const known = found.get(key)
            if (known !== undefined) known.verbs.add(verb)
            else {
              const one = ruleOf({ apiGroups: [group], resources: [resource], resourceNames: names })
              found.set(key, { rule: one, verbs: new Set([verb]) })
            }
          }
  }
  return [...found.values()].map(({ rule, verbs }) => ({ ...rule, verbs: [...verbs] }))
}

function ruleOf(fields: Partial<Rule>): Rule {
  return { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [], ...fields }
}

/** The order of the rows is that of this text (Go: `PolicyRule.String`). */
function printedRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): string {
  return (
    `&PolicyRule{Verbs:${list(verbs)},APIGroups:${list(apiGroups)},Resources:${list(resources)},` +
    `ResourceNames:${list(resourceNames)},NonResourceURLs:${list(nonResourceURLs)},}`
  )
}

/** As Go prints a list of strings. */
function list(values: readonly string[]): string {
  return `[${values.join(' ')}]`
}

function resourceAndGroup({ resources: [resource], apiGroups: [apiGroup = ''] }: Rule): string {
  return resource === undefined ? '' : resourceName({ apiGroup, resource })
}

/** Counts the combinations of rules that are written out, and throws `BeyondLimit` past the limit. */
export class Combinations {
  #left = MOST

  spend({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): void {
    const ofResources = apiGroups.length * resources.length * Math.max(resourceNames.length, 1)
    this.#left -= verbs.length * Math.max(ofResources, nonResourceURLs.length)
    if (this.#left >= 0) return
    const most = MOST.toLocaleString('en')
    throw new BeyondLimit({
      message: `The rules of this user have more than ${most} combinations of group, resource, verb and name.`,
      fix: 'Use wildcards, or let fewer rules apply to the user.',
    })
  }
}
