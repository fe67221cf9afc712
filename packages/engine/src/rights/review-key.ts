import type { Attributes } from '../kube/index.ts'

/** A text of what RBAC sees of a review by a user: equal for reviews that it cannot tell apart. */
export function reviewKey(review: Attributes): string {
  const { user, verb, isResourceRequest, apiGroup, resource, subresource, namespace, name, path } = review
  const what = isResourceRequest ? [apiGroup, resource, subresource, namespace, name] : [path]
  return JSON.stringify([user.username, verb, ...what])
}
