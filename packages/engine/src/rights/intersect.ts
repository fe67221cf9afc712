import type { Rule } from '../kube/index.ts'
import { pathMatches, resourceMatches } from './rule-matching.ts'

/**
 * The requests that two rules both allow, as one rule; undefined where there are none. Of two values of a list, either one
 * covers the other or no request has both, so the narrower one of each such pair remains. Exact for the requests that a
 * server can get, as `covers` is.
 */
export function intersect(one: Rule, other: Rule): Rule | undefined {
  const verbs = commonWords(one.verbs, other.verbs)
  if (verbs.length === 0) return undefined
  const nonResourceURLs = narrower(one.nonResourceURLs, other.nonResourceURLs, pathMatches)
  const resources = commonResources(one, other)
  if (resources === undefined && nonResourceURLs.length === 0) return undefined
  return { verbs, ...(resources ?? NO_RESOURCES), nonResourceURLs }
}

/** Whether another rule can allow a part of some value of this one. */
export function hasInnerParts({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): boolean {
  if (verbs.includes('*')) return true
  return nonResourceURLs.length > 0
    ? nonResourceURLs.some((url) => url.endsWith('*'))
    : apiGroups.includes('*') || resources.some((one) => one.startsWith('*')) || resourceNames.length === 0
}

type ResourceLists = Pick<Rule, 'apiGroups' | 'resources' | 'resourceNames'>

const NO_RESOURCES: ResourceLists = { apiGroups: [], resources: [], resourceNames: [] }

function commonResources(one: Rule, other: Rule): ResourceLists | undefined {
  const apiGroups = commonWords(one.apiGroups, other.apiGroups)
  if (apiGroups.length === 0) return undefined
  const resources = narrower(one.resources, other.resources, (wide, narrow) =>
    resourceMatches({ resources: [wide] }, narrow),
  )
  if (resources.length === 0) return undefined
  const resourceNames = commonNames(one.resourceNames, other.resourceNames)
  return resourceNames && { apiGroups, resources, resourceNames }
}

function commonWords(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.includes('*')) return other
  return other.includes('*') ? one : inBoth(one, other)
}

/** No list is every name, and requests without a name; undefined where two lists have no name in common. */
function commonNames(one: readonly string[], other: readonly string[]): readonly string[] | undefined {
  if (one.length === 0) return other
  if (other.length === 0) return one
  const common = inBoth(one, other)
  return common.length === 0 ? undefined : common
}

function inBoth(one: readonly string[], other: readonly string[]): readonly string[] {
  const values = new Set(other)
  return [...new Set(one)].filter((value) => values.has(value))
}

function narrower(
  one: readonly string[],
  other: readonly string[],
  covers: (wide: string, narrow: string) => boolean,
): readonly string[] {
  const common = one.flatMap((a) => other.flatMap((b) => (covers(a, b) ? [b] : covers(b, a) ? [a] : [])))
  return [...new Set(common)]
}
