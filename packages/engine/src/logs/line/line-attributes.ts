import {
  attributesOf,
  type HTTPRequest,
  METHOD_OF_VERB,
  printFieldRequirement,
  printLabelRequirement,
} from '../../http/index.ts'
import { userInfo } from '../../kube/index.ts'
import type { ObservedAttributes } from './observed-request.ts'

const NOBODY = userInfo({ username: '' })

/** The authorization attributes of a request line; undefined for a path that cannot be parsed. */
export function attributesOfLine(request: Pick<HTTPRequest, 'method' | 'target'>): ObservedAttributes | undefined {
  const read = attributesOf({ ...request, headers: [], body: '' }, NOBODY)
  if (!read.ok) return undefined
  const { verb, isResourceRequest, apiGroup, apiVersion, resource, subresource, namespace, name, path } =
    read.attributes
  const { fieldSelector, labelSelector } = read.attributes
  return {
    verb,
    isResourceRequest,
    apiGroup,
    apiVersion,
    resource,
    subresource,
    namespace,
    name,
    path: isResourceRequest ? '' : path,
    fieldSelector: fieldSelector.map(printFieldRequirement).join(','),
    labelSelector: labelSelector.map(printLabelRequirement).join(','),
  }
}

const COMPARED = [
  'verb',
  'isResourceRequest',
  'apiGroup',
  'resource',
  'subresource',
  'namespace',
  'name',
  'path',
] as const satisfies readonly (keyof ObservedAttributes)[]

/** Whether two texts report the same request; fields that one of them does not report are not compared. */
export function sameAttributes(a: ObservedAttributes, b: ObservedAttributes): boolean {
  const versions = a.apiVersion === undefined || b.apiVersion === undefined || a.apiVersion === b.apiVersion
  return versions && COMPARED.every((field) => a[field] === b[field])
}

/** The HTTP method that authorization maps to a verb; undefined for a resource request whose method has no verb. */
export function methodOf({ verb, isResourceRequest }: ObservedAttributes): string | undefined {
  return isResourceRequest ? METHOD_OF_VERB.get(verb) : verb.toUpperCase()
}
