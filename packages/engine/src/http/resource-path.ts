import type { Attributes } from '../kube/index.ts'

/** The location of a resource request. A part that does not apply is the empty string. */
export type ResourceLocation = Pick<
  Attributes,
  'apiGroup' | 'apiVersion' | 'namespace' | 'resource' | 'name' | 'subresource'
>

/**
 * The decoded resource path as clients write it. The path of a namespace is `/api/v1/namespaces/prod`, whether or not
 * its location has `prod` as the namespace too, as the API server does.
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
