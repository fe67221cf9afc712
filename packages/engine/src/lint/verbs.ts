/** Whether a verb is one of impersonation, in one design or another. */
export function isOfImpersonation(verb: string): boolean {
  return /^(?:impersonate|as-node\b|constrainedimpersonate)/.test(verb)
}

/** The verbs of requests for resources. */
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

/** The verbs of requests for paths: HTTP methods in lower case. */
export const PATH_VERBS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options']
