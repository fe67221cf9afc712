import { withoutStars } from '../authorizers/index.ts'
import { compareBytes, goQuote } from '../go/index.ts'
import type { RuleParts } from '../trace/index.ts'

const EMPTY: RuleParts = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }

/**
 * A rule taken apart into rules of one verb and one resource, name or URL each
 * (Go: `BreakdownRule` in `k8s.io/component-helpers/auth/rbac/validation`).
 */
export function brokenDown(rule: RuleParts): readonly RuleParts[] {
  const { apiGroups, resources, verbs, resourceNames, nonResourceURLs } = rule
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name])
  return [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        verbs.flatMap((verb) =>
          names.map((one) => ({
            ...EMPTY,
            apiGroups: [group],
            resources: [resource],
            verbs: [verb],
            resourceNames: one,
          })),
        ),
      ),
    ),
    ...nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ ...EMPTY, nonResourceURLs: [url], verbs: [verb] }))),
  ]
}

/** Whether a rule that somebody holds covers one that was taken apart (Go: `ruleCovers`). */
export function covers(held: RuleParts, wanted: RuleParts): boolean {
  return (
    (held.verbs.includes('*') || hasAll(held.verbs, wanted.verbs)) &&
    (held.apiGroups.includes('*') || hasAll(held.apiGroups, wanted.apiGroups)) &&
    wanted.resources.every((resource) => coversResource(held.resources, resource)) &&
    (held.resourceNames.length === 0 ||
      (wanted.resourceNames.length > 0 && hasAll(held.resourceNames, wanted.resourceNames))) &&
    wanted.nonResourceURLs.every((url) => held.nonResourceURLs.some((path) => coversURL(path, url)))
  )
}

function hasAll(all: readonly string[], some: readonly string[]): boolean {
  return some.every((one) => all.includes(one))
}

function coversResource(held: readonly string[], resource: string): boolean {
  if (held.includes('*') || held.includes(resource)) return true
  const slash = resource.indexOf('/')
  return slash !== -1 && held.includes(`*/${resource.slice(slash + 1)}`)
}

function coversURL(held: string, url: string): boolean {
  return held === url || (held.endsWith('*') && url.startsWith(withoutStars(held)))
}

/**
 * The rules that are missing as the message names them: those that differ in their verb alone put together, each as
 * Go prints it, sorted, repeats once (Go: `CompactRules`, `CompactString`).
 */
export function compactRules(missing: readonly RuleParts[]): readonly string[] {
  const rules = new Map<string, { readonly rule: RuleParts; readonly verbs: string[] }>()
  const lines: string[] = []
  for (const rule of missing) {
    if (rule.nonResourceURLs.length > 0) {
      lines.push(printed(rule, rule.verbs))
      continue
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames])
    const known = rules.get(key)
    if (known === undefined) rules.set(key, { rule, verbs: [...rule.verbs] })
    else known.verbs.push(...rule.verbs)
  }
  for (const { rule, verbs } of rules.values()) lines.push(printed(rule, verbs))
  return [...new Set(lines)].sort(compareBytes)
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
