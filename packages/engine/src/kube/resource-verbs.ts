/** The verbs of requests for resources, as people list them. */
export const REQUEST_VERBS: readonly string[] = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]
/** The same in the order of discovery: those of a resource that allows everything. */
export const ALL_VERBS: readonly string[] = REQUEST_VERBS.toSorted()
/** The verbs of most subresources, such as `status` and `scale`. */
export const SUBRESOURCE_VERBS = ['get', 'patch', 'update']
/** The verbs of requests for a collection, whose path names no object. */
export const COLLECTION_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection'])

/** Whether verbs grant some verb that begins so, as those of a mode of impersonation do: they list one, or `*`. */
export function hasVerbBeginning(verbs: readonly string[], beginning: string): boolean {
  return verbs.some((verb) => verb === '*' || verb.startsWith(beginning))
}
