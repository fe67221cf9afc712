import type { Authorizer } from '../authorizers/index.ts'
import type { Design } from '../designs/index.ts'
import { attributesOf, type HTTPRequest } from '../http/index.ts'
import type { UserInfo } from '../kube/index.ts'
import type { Trace } from '../trace/index.ts'
import { type RunOptions, traceBy } from './decide.ts'
import type { ClusterSettings } from './scenario.ts'

/**
 * Runs one request under a design: on a server that has just started unless its memory is given, with the design's
 * default reading of its document unless assumptions are given. A design that decides by what a request changes is told.
 */
export function traceOf(
  design: Design,
  request: HTTPRequest,
  requestor: UserInfo,
  cluster: ClusterSettings,
  authorizer: Authorizer,
  options: RunOptions = {},
): Trace {
  return traceBy(attributesOf, design, request, requestor, cluster, authorizer, options)
}
