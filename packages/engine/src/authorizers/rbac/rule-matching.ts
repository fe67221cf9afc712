import { type Attributes, combinedResource, type PolicyRule } from '../../kube/index.ts'

/**
 * Whether a rule allows a review (Go: `plugin/pkg/auth/authorizer/rbac.RuleAllows` and
 * `pkg/apis/rbac/v1/evaluation_helpers.go`). Verbs have no partial wildcards, and resource names have no wildcards.
 */
export function ruleAllows(rule: Omit<PolicyRule, 'span'>, attributes: Omit<Attributes, 'user'>): boolean {
  if (!rule.verbs.includes('*') && !rule.verbs.includes(attributes.verb)) return false
  return attributes.isResourceRequest
    ? (rule.apiGroups.includes('*') || rule.apiGroups.includes(attributes.apiGroup)) &&
        resourceMatches(rule.resources, attributes) &&
        (rule.resourceNames.length === 0 || rule.resourceNames.includes(attributes.name))
    : rule.nonResourceURLs.some((url) => pathMatches(url, attributes.path))
}

/** `*` covers all; `*` before `/sub` covers that subresource of every resource; all else, also `pods/*`, is compared literally. */
function resourceMatches(
  resources: readonly string[],
  attributes: Pick<Attributes, 'resource' | 'subresource'>,
): boolean {
  const combined = combinedResource(attributes)
  return resources.some(
    (resource) =>
      resource === '*' ||
      resource === combined ||
      (attributes.subresource !== '' && resource === `*/${attributes.subresource}`),
  )
}

/** Equal, or a prefix that ends in `*`. Upstream trims every trailing `*`, so `/a**` covers `/a`. */
export function pathMatches(url: string, path: string): boolean {
  return url === '*' || url === path || (url.endsWith('*') && path.startsWith(withoutStars(url)))
}

/** A URL without the stars at its end. `/\*+$/` would take quadratic time for a text with many other stars. */
export function withoutStars(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '*') end--
  return url.slice(0, end)
}
