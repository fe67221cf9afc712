import type { Attributes } from '../kube/index.ts'

/** Where a request about resources goes. What does not apply is the empty string. */
export type ResourceLocation = Pick<
  Attributes,
  'apiGroup' | 'apiVersion' | 'namespace' | 'resource' | 'name' | 'subresource'
>

/**
 * The decoded path that names a resource, the way clients write it. A namespace by itself stands in
 * `/api/v1/namespaces/prod`, whether or not its location names `prod` as the namespace too, as the API server does.
 */
export function resourcePath({
  apiGroup,
  apiVersion,
  namespace,
  resource,
  name,
  subresource,
}: ResourceLocation): string {
  const version = apiGroup === '' ? ['', 'api', apiVersion] : ['', 'apis', apiGroup, apiVersion]
  const itself = resource === 'namespaces' && namespace === name
  const place = namespace === '' || itself ? [] : ['namespaces', namespace]
  const object = name === '' && subresource === '' ? [] : subresource === '' ? [name] : [name, subresource]
  return [...version, ...place, resource, ...object].join('/')
}
