import { type Attributes, combinedResource, type Rule } from '../kube/index.ts'

/**
 * Whether a rule allows a review (Go: `plugin/pkg/auth/authorizer/rbac.RuleAllows` and
 * `pkg/apis/rbac/v1/evaluation_helpers.go`). Verbs have no partial wildcards, and resource names have no wildcards.
 */
export function ruleAllows(rule: Rule, attributes: Omit<Attributes, 'user'>): boolean {
  if (!verbMatches(rule, attributes.verb)) return false
  return attributes.isResourceRequest
    ? apiGroupMatches(rule, attributes.apiGroup) &&
        resourceMatches(rule, combinedResource(attributes), attributes.subresource) &&
        resourceNameMatches(rule, attributes.name)
    : nonResourceURLMatches(rule, attributes.path)
}

/** A kind of request on resources, whatever the name of the object. */
export interface Action {
  readonly verb: string
  readonly apiGroup: string
  /** `resource`, or `resource/subresource`. */
  readonly resource: string
}

/** Whether a rule allows an action on an object of some name. */
export function ruleAllowsAction(rule: Rule, { verb, apiGroup, resource }: Action): boolean {
  return verbMatches(rule, verb) && apiGroupMatches(rule, apiGroup) && resourceMatches(rule, resource)
}

/** The values of a list of a rule. A long list may be kept as a set. */
type Values = Pick<readonly string[], 'includes'>

/*
 * Each of the following says whether a list of a rule matches a value: that of a request, or that of another rule, each of
 * whose requests the list matches then.
 */

/** Whether a rule has a verb, or `*`. */
export function verbMatches({ verbs }: { readonly verbs: Values }, verb: string): boolean {
  return verbs.includes('*') || verbs.includes(verb)
}

/** Whether a rule has an API group, or `*`. */
export function apiGroupMatches({ apiGroups }: { readonly apiGroups: Values }, group: string): boolean {
  return apiGroups.includes('*') || apiGroups.includes(group)
}

/**
 * Whether a rule has `resource` or `resource/subresource`, as rules write it. `*` is all, and `*` before `/sub` is that
 * subresource of every resource; all else, also `pods/*`, is compared literally. A review may have a slash in its resource,
 * which does not begin a subresource then: so a review passes its `subresource`.
 */
export function resourceMatches(
  { resources }: { readonly resources: Values },
  resource: string,
  subresource = subresourceIn(resource),
): boolean {
  return (
    resources.includes('*') ||
    resources.includes(resource) ||
    (subresource !== '' && resources.includes(`*/${subresource}`))
  )
}

/** The subresource of `resource/subresource`: the text after the first slash. Empty where there is none. */
export function subresourceIn(resource: string): string {
  const slash = resource.indexOf('/')
  return slash === -1 ? '' : resource.slice(slash + 1)
}

/** Whether a rule is for an object of a name, or for every name; the name of a request without a name is empty. */
export function resourceNameMatches(
  { resourceNames }: { readonly resourceNames: Values & { readonly length: number } },
  name: string,
): boolean {
  return resourceNames.length === 0 || resourceNames.includes(name)
}

/** Whether a rule has a path, or a prefix of it that ends in `*`. */
export function nonResourceURLMatches(
  { nonResourceURLs }: { readonly nonResourceURLs: readonly string[] },
  path: string,
): boolean {
  return nonResourceURLs.some((url) => pathMatches(url, path))
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

/** Values that a rule allows; `any` where it allows every one. */
export type Names = 'any' | readonly string[]

/** Whether names include one. */
export function includesName(names: Names, name: string): boolean {
  return names === 'any' || names.includes(name)
}

/** The names of objects that a rule allows. */
export function allowedNames({ resourceNames }: Pick<Rule, 'resourceNames'>): Names {
  return resourceNames.length === 0 ? 'any' : resourceNames
}

/** The rest of each verb of a rule after a prefix, as in `impersonate-on:‹mode›:‹verb›`. It is empty for a request without a verb. */
export function verbsAfter({ verbs }: Pick<Rule, 'verbs'>, prefix: string): Names {
  if (verbs.includes('*')) return 'any'
  return verbs.flatMap((verb) => (verb.startsWith(prefix) ? [verb.slice(prefix.length)] : []))
}

/** The extra keys whose checks, on `userextras/‹key›`, the resources of a rule match. For an empty key that is `userextras`. */
export function extraKeys({ resources }: Pick<Rule, 'resources'>): Names {
  if (resources.includes('*')) return 'any'
  return resources.flatMap((resource) => {
    if (resource === 'userextras') return ['']
    const key = /^(?:userextras|\*)\/(.+)$/s.exec(resource)?.[1]
    return key === undefined ? [] : [key]
  })
}
