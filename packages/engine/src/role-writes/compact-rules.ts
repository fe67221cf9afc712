import { compareBytes, goQuote } from '../go/index.ts'
import type { RuleParts } from '../trace/index.ts'

/** The most missing rules that a refusal names, and below the most characters. Nobody reads a longer one. */
export const MOST_MISSING = 300_000
const MOST_CHARACTERS = 30_000_000

/**
 * The missing rules in the form of the message: rules that differ only in their verb are joined, each is printed as Go
 * prints it, and the list is sorted without repeats (Go: `CompactRules`, `CompactString`). Undefined where it would be too
 * long.
 */
export function compactRules(missing: Iterable<RuleParts>): readonly string[] | undefined {
  const rules = new Map<string, { readonly rule: RuleParts; readonly verbs: string[] }>()
  const lines = new Set<string>()
  let characters = 0
  for (const rule of missing) {
    const { apiGroups, resources, resourceNames, nonResourceURLs, verbs } = rule
    if (nonResourceURLs.length > 0) {
      const line = printed(rule, verbs)
      if (!lines.has(line)) characters += line.length
      lines.add(line)
    } else {
      const key = JSON.stringify([apiGroups, resources, resourceNames])
      const known = rules.get(key)
      characters += verbs.join('" "').length + (known === undefined ? key.length : 0)
      if (known === undefined) rules.set(key, { rule, verbs: [...verbs] })
      else known.verbs.push(...verbs)
    }
    if (characters > MOST_CHARACTERS) return undefined
  }
  for (const { rule, verbs } of rules.values()) lines.add(printed(rule, verbs))
  return [...lines].sort(compareBytes)
}

function printed(rule: RuleParts, verbs: readonly string[]): string {
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
