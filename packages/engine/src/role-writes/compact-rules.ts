import { compareBytes, goQuote, goUnquoteList } from '../go/index.ts'
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

/** The lists of a rule as the message names them, in its order. */
const PRINTED_LISTS = [
  ['APIGroups', 'apiGroups'],
  ['Resources', 'resources'],
  ['NonResourceURLs', 'nonResourceURLs'],
  ['ResourceNames', 'resourceNames'],
  ['Verbs', 'verbs'],
] as const

function printed(rule: Rule, verbs: readonly string[]): string {
  const whole = { ...rule, verbs }
  const written = PRINTED_LISTS.flatMap(([name, list]) =>
    whole[list].length === 0 ? [] : [`${name}:${goList(whole[list])}`],
  )
  return `{${written.join(', ')}}`
}

/** The rules that a message of a refused write lists, and how many more begin in it that are not whole. */
export function rulesInMessage(text: string): { readonly rules: readonly Rule[]; readonly unread: number } {
  const rules: Rule[] = []
  let unread = 0
  for (const { index } of text.matchAll(RULE_START)) {
    const rule = ruleAt(text, index + 1)
    if (rule === undefined) unread++
    else rules.push(rule)
  }
  return { rules, unread }
}

const RULE_START = /\{(?=(?:APIGroups|Resources|NonResourceURLs|ResourceNames|Verbs):)/g

function ruleAt(text: string, start: number): Rule | undefined {
  const rule: Record<keyof Rule, readonly string[]> = {
    verbs: [],
    apiGroups: [],
    resources: [],
    resourceNames: [],
    nonResourceURLs: [],
  }
  let at = start
  for (;;) {
    const found = PRINTED_LISTS.find(([name]) => text.startsWith(`${name}:`, at))
    const read = found && goUnquoteList(text, at + found[0].length + 1)
    if (found === undefined || read === undefined) return undefined
    rule[found[1]] = read.values
    if (text[read.end] === '}') return rule
    if (!text.startsWith(', ', read.end)) return undefined
    at = read.end + 2
  }
}

/** A list of strings as Go's `%q` prints it. */
export function goList(list: readonly string[]): string {
  return `[${list.map(goQuote).join(' ')}]`
}
