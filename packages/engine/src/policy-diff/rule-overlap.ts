import { withoutStars } from '../authorizers/index.ts'
import type { RuleParts } from '../trace/index.ts'

/**
 * The requests that two rules both allow, as one rule; undefined where there are none. Of two values of a list, either one
 * covers the other or no request has both, so the narrower one of each such pair remains.
 */
export function overlap(one: RuleParts, other: RuleParts): RuleParts | undefined {
  const verbs = narrower(one.verbs, other.verbs, coversWord)
  if (verbs.length === 0) return undefined
  const nonResourceURLs = narrower(one.nonResourceURLs, other.nonResourceURLs, coversPath)
  if (nonResourceURLs.length > 0) return { verbs, apiGroups: [], resources: [], resourceNames: [], nonResourceURLs }
  const apiGroups = narrower(one.apiGroups, other.apiGroups, coversWord)
  if (apiGroups.length === 0) return undefined
  const resources = narrower(one.resources, other.resources, coversResource)
  if (resources.length === 0) return undefined
  const resourceNames = commonNames(one.resourceNames, other.resourceNames)
  return resourceNames && { verbs, apiGroups, resources, resourceNames, nonResourceURLs }
}

/** No list is every name, and requests without a name; undefined where two lists have no name in common. */
function commonNames(one: readonly string[], other: readonly string[]): readonly string[] | undefined {
  if (one.length === 0) return other
  if (other.length === 0) return one
  const common = one.filter((name) => other.includes(name))
  return common.length === 0 ? undefined : common
}

function narrower(
  one: readonly string[],
  other: readonly string[],
  covers: (wide: string, narrow: string) => boolean,
): readonly string[] {
  const common = one.flatMap((a) => other.flatMap((b) => (covers(a, b) ? [b] : covers(b, a) ? [a] : [])))
  return [...new Set(common)]
}

function coversWord(wide: string, narrow: string): boolean {
  return wide === '*' || wide === narrow
}

function coversResource(wide: string, narrow: string): boolean {
  if (coversWord(wide, narrow)) return true
  const slash = narrow.indexOf('/')
  return slash !== -1 && wide === `*${narrow.slice(slash)}`
}

/** The authorizer trims every star at the end, so `/a**` and `/a*` are the same. */
function coversPath(wide: string, narrow: string): boolean {
  return wide === narrow || (wide.endsWith('*') && withoutStars(narrow).startsWith(withoutStars(wide)))
}
