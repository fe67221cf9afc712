import { type Attributes, connectsByGet } from '../kube/index.ts'
import type { HTTPRequest } from './request.ts'

const PROXIED: ReadonlySet<string> = new Set(['pods', 'services', 'nodes'])

/**
 * Whether a request is served by a connection handler that asks for `create` besides the verb of the request (Go:
 * `ExecREST.Connect` and its neighbours in `pkg/registry/core/pod/rest/subresources.go`): a GET of `pods/exec`, `pods/attach`
 * or `pods/portforward`. A POST is authorized as `create` already; other methods and longer paths have no such handler.
 *
 * @param proxies whether `proxy` of pods, services and nodes is served so as well, as KEP-5681 proposes
 */
export function needsCreateToConnect(
  { method }: Pick<HTTPRequest, 'method'>,
  attributes: Attributes,
  { proxies = false }: { readonly proxies?: boolean } = {},
): boolean {
  const { verb, apiGroup, apiVersion, resource, subresource, namespace, name, path } = attributes
  if (apiGroup !== '' || apiVersion !== 'v1' || name === '') return false
  if (subresource === 'proxy')
    return proxies && PROXIED.has(resource) && (namespace === '') === (resource === 'nodes') && OTHER_VERBS.has(verb)
  const own = `api/v1/namespaces/${namespace}/pods/${name}/${subresource}`
  return method === 'GET' && connectsByGet(attributes) && path.replace(/^\/|\/$/g, '') === own
}

/** The verbs of `proxy` whose methods have a handler, but for `create` itself: `watch` and `proxy` in a path have none. */
const OTHER_VERBS: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete'])
