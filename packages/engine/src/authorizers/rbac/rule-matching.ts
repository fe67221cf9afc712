import { type Attributes, combinedResource, type PolicyRule } from '../../kube/index.ts'

/**
 * Whether a rule covers what a review asks (Go: `plugin/pkg/auth/authorizer/rbac.RuleAllows` and
 * `pkg/apis/rbac/v1/evaluation_helpers.go`). Wildcards are whole words: a verb has no partial one, and
 * a resource name has none at all.
 */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!rule.verbs.includes('*') && !rule.verbs.includes(attributes.verb)) return false
  return attributes.isResourceRequest
    ? (rule.apiGroups.includes('*') || rule.apiGroups.includes(attributes.apiGroup)) &&
        resourceMatches(rule.resources, attributes) &&
        (rule.resourceNames.length === 0 || rule.resourceNames.includes(attributes.name))
    : rule.nonResourceURLs.some((url) => pathMatches(url, attributes.path))
}

/** A star covers all; a star before `/sub` covers that subresource of any resource; anything else is a literal, `pods/*` included. */
function resourceMatches(resources: readonly string[], attributes: Attributes): boolean {
  const combined = combinedResource(attributes)
  return resources.some(
    (resource) =>
      resource === '*' ||
      resource === combined ||
      (attributes.subresource !== '' && resource === `*/${attributes.subresource}`),
  )
}

/** Exact, or a prefix that ends in `*`; upstream trims every trailing `*`, so `/a**` covers `/a`. */
function pathMatches(url: string, path: string): boolean {
  return url === '*' || url === path || (url.endsWith('*') && path.startsWith(withoutStars(url)))
}

/** A URL without the stars at its end. No expression: `/\*+$/` takes the square of the length where many stars stand elsewhere. */
export function withoutStars(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '*') end--
  return url.slice(0, end)
}
