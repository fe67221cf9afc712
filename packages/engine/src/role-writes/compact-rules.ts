import { compareBytes, goQuote } from '../go/index.ts'
import type { Rule } from '../kube/index.ts'
import type { WriteBudget } from './write-budget.ts'

/**
 * The missing rules in the form of the message: rules that differ only in their verb are joined, each is printed as Go
 * prints it, and the list is sorted without repeats (Go: `CompactRules`, `CompactString`). Undefined where the budget has too
 * few characters left.
 */
export function compactRules(missing: Iterable<Rule>, budget: WriteBudget): readonly string[] | undefined {
  const rules = new Map<string, { readonly rule: Rule; readonly verbs: string[] }>()
  const lines = new Set<string>()
  for (const rule of missing) {
    const { apiGroups, resources, resourceNames, nonResourceURLs, verbs } = rule
    if (nonResourceURLs.length > 0) {
      const line = printed(rule, verbs)
      if (!lines.has(line) && !budget.spendCharacters(line.length)) return undefined
      lines.add(line)
    } else {
      const key = JSON.stringify([apiGroups, resources, resourceNames])
      const known = rules.get(key)
      const added = verbs.join('" "').length + (known === undefined ? key.length : 0)
      if (!budget.spendCharacters(added)) return undefined
      if (known === undefined) rules.set(key, { rule, verbs: [...verbs] })
      else known.verbs.push(...verbs)
    }
  }
  for (const { rule, verbs } of rules.values()) lines.add(printed(rule, verbs))
  return [...lines].sort(compareBytes)
}

function printed(rule: Rule, verbs: readonly string[]): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', verbs],
  ]
  const written = parts.flatMap(([name, list]) => (list.length === 0 ? [] : [`${name}:${goList(list)}`]))
  return `{${written.join(', ')}}`
}

/** A list of strings as Go's `%q` prints it. */
export function goList(list: readonly string[]): string {
  return `[${list.map(goQuote).join(' ')}]`
}
