import type { Attributes } from '../kube/index.ts'
import type { HTTPRequest } from './request.ts'

/** The subresources of pods by which clients connect to a container or a port. */
const POD_CONNECTIONS: ReadonlySet<string> = new Set(['exec', 'attach', 'portforward'])
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
  if (!attributes.isResourceRequest || apiGroup !== '' || apiVersion !== 'v1' || name === '' || verb === 'create')
    return false
  if (subresource === 'proxy')
    return proxies && PROXIED.has(resource) && (namespace === '') === (resource === 'nodes') && METHODS.has(verb)
  return (
    method === 'GET' &&
    resource === 'pods' &&
    POD_CONNECTIONS.has(subresource) &&
    path.replace(/^\/|\/$/g, '') === `api/v1/namespaces/${namespace}/pods/${name}/${subresource}`
  )
}

/** The verbs of the methods that the handler of `proxy` serves; `proxy` and `watch` in a path are verbs without a handler. */
const METHODS: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete'])
