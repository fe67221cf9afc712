/** The verbs of a resource that allows everything. */
export const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']
/** The verbs of most subresources, such as `status` and `scale`. */
export const SUBRESOURCE_VERBS = ['get', 'patch', 'update']
