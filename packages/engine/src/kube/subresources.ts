import { isTypoOf, nearest } from '../text/index.ts'
import type { Attributes } from './attributes.ts'
import { resourceName } from './resource-word.ts'
import { type APIResource, findResource, resourceInGroup } from './resources.ts'

/** Subresources that authorizers are asked about and that no API of today serves, by the resource in its group. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  // By the controller that approves certificates of nodes, and on OpenShift by admission (Go: `bootstrappolicy`).
  'certificatesigningrequests.certificates.k8s.io': ['nodeclient', 'selfnodeclient', 'selfnodeserver'],
  'endpoints.': ['restricted'],
  // Until Kubernetes 1.15; the default roles `admin` and `edit` still have it.
  'deployments.apps': ['rollback'],
  // Who may write which part of the status of a claim (Go: `bootstrappolicy`, the schedulers’ role).
  'resourceclaims.resource.k8s.io': ['binding', 'driver'],
}

/**
 * Whether any known version of Kubernetes has a subresource of one of its resources: serves it, or asks authorizers about it, as
 * admission does about `finalizers` of every resource, and kubelets about their own of nodes. Undefined for resources that are
 * not of Kubernetes, or not known: they may have any.
 */
export function hasSubresource(apiGroup: string, resource: string, subresource: string): boolean | undefined {
  const known = resourceInGroup(apiGroup, resource)
  if (known === undefined || !known.builtIn) return undefined
  return (
    known.subresources.has(subresource) ||
    subresource === 'finalizers' ||
    (apiGroup === '' && resource === 'nodes') ||
    (OTHERS[`${resource}.${apiGroup}`]?.includes(subresource) ?? false)
  )
}

/**
 * The resource of Kubernetes that a client means by one with capitals in it, or in its subresource: no server has that. Undefined
 * for any other.
 */
export function meantInLowerCase({
  apiGroup,
  resource,
  subresource,
}: Pick<Attributes, 'apiGroup' | 'resource' | 'subresource'>):
  | Pick<Attributes, 'apiGroup' | 'resource' | 'subresource'>
  | undefined {
  const meant = { apiGroup, resource: resource.toLowerCase(), subresource: subresource.toLowerCase() }
  if (meant.resource === resource && meant.subresource === subresource) return undefined
  if (resourceInGroup(apiGroup, meant.resource)?.builtIn !== true) return undefined
  return meant.subresource === '' || hasSubresource(apiGroup, meant.resource, meant.subresource) ? meant : undefined
}

/** The subresource among some that a word means which is none of them: in capitals, or misspelt. Undefined where none is near. */
export function meantSubresource(word: string, among: readonly string[]): string | undefined {
  const inLowerCase = among.find((one) => one === word.toLowerCase())
  return (
    inLowerCase ??
    nearest(
      word,
      among.filter((one) => isTypoOf(word, one)),
    )
  )
}

/**
 * What is wrong where a resource does not have a subresource: of Kubernetes, where no known version has it; of others, which may
 * have any, where it is a misspelt one.
 *
 * @param type the resource as it is written
 */
export function subresourceMistake(
  { apiGroup, resource, subresource }: Pick<Attributes, 'apiGroup' | 'resource' | 'subresource'>,
  type: string,
  custom: readonly APIResource[],
): { readonly message: string; readonly fix: string } | undefined {
  if (subresource === '') return undefined
  const has = hasSubresource(apiGroup, resource, subresource)
  const served = [...(findResource(type, custom)?.known?.subresources.keys() ?? [])]
  if (has === true || served.includes(subresource)) return undefined
  const near = meantSubresource(subresource, served)
  const shown = subresource.slice(0, 60)
  if (near !== undefined)
    return { message: `${type}/${shown} is not a subresource.`, fix: `Did you mean “${type}/${near}”?` }
  if (has === undefined) return undefined
  const message = `No version of Kubernetes has the subresource “${shown}” of ${resourceName({ apiGroup, resource })}.`
  if (served.length === 0) return { message, fix: `It has no subresources: write “${type}”.` }
  const list = served.length < 2 ? served.join('') : `${served.slice(0, -1).join(', ')} and ${served.at(-1)}`
  return { message, fix: `It has the subresource${served.length === 1 ? '' : 's'} ${list}.` }
}
