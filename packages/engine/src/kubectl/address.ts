import { type Query, readQuery, unescapePath } from '../go/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import { attributesOf, type ResourceLocation, resourcePath, splitTarget } from '../http/index.ts'
import type { Attributes } from '../kube/index.ts'
import { findResource, resourceInGroup } from '../kube/index.ts'
import { quoteWord } from '../shell/index.ts'

/** A kubectl command before its impersonation flags are added. All words are quoted as they have to be typed. */
export interface PrintedCommand {
  readonly words: readonly string[]
  /** What is run in a container. */
  readonly afterDashes?: readonly string[]
  /** What goes to the command's stdin. */
  readonly stdin?: string
  /** What the command leaves out of the request, as a sentence. */
  readonly gap?: string
}

/** A request about a resource whose path is written as clients write it. */
export interface Addressed {
  readonly request: HTTPRequest
  readonly verb: string
  readonly location: ResourceLocation
  /** How kubectl names the resource. */
  readonly type: string
  readonly query: Query
}

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }
/** Names that kubectl takes as they are wherever a word can stand. */
export const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._:@-]*$/

/** How kubectl names what a request is about; undefined when it cannot. */
export function addressedBy(request: HTTPRequest): Addressed | undefined {
  const read = attributesOf(request, NOBODY)
  if (!read.ok || !read.attributes.isResourceRequest) return undefined
  const { path, query } = splitTarget(request.target)
  const location = locationOf(read.attributes)
  const decoded = (unescapePath(path) ?? '').replace(/\/$/, '')
  const known = resourceInGroup(location.apiGroup, location.resource)
  const type = typeOf(location)
  if (type === undefined || resourcePath(location) !== decoded) return undefined
  if ([location.namespace, location.name, location.subresource].some((one) => one !== '' && !PLAIN_NAME.test(one))) {
    return undefined
  }
  const itself = location.resource === 'namespaces' && location.namespace === location.name
  const hasNamespace = location.namespace !== '' && !itself
  const fits =
    known?.namespaced === false ? !hasNamespace : hasNamespace || (location.name === '' && request.method === 'GET')
  if (!fits) return undefined
  return { request, verb: read.attributes.verb, location, type, query: readQuery(query) }
}

/** The location in the path alone: the name of a list comes from its field selector. */
function locationOf(attributes: Attributes): ResourceLocation {
  const nameless = attributes.verb === 'list' || attributes.verb === 'watch'
  return nameless ? { ...attributes, name: '' } : attributes
}

function typeOf({ apiGroup, apiVersion, resource }: ResourceLocation): string | undefined {
  const words = [resource, `${resource}.${apiGroup}`, `${resource}.${apiVersion}.${apiGroup}`]
  return words.find((word) => {
    const found = findResource(word)
    return (
      found?.apiGroup === apiGroup &&
      found.apiVersion === apiVersion &&
      found.resource === resource &&
      !found.versionAssumed
    )
  })
}

/** The namespace, or all of them. */
export function scope({ location }: Addressed): readonly string[] {
  const known = resourceInGroup(location.apiGroup, location.resource)
  if (known?.namespaced === false) return []
  return location.namespace === '' ? ['-A'] : ['-n', location.namespace]
}

/** One object, and where it is. */
export function typeAndName(addressed: Addressed): readonly string[] {
  return [addressed.type, addressed.location.name, ...scope(addressed)]
}

/** The single values of a query, if it has no other keys than these and none twice. */
export function only({ query }: Addressed, keys: readonly string[]): ReadonlyMap<string, string> | undefined {
  const values = [...query.values]
  if (values.some(([key, list]) => !keys.includes(key) || list.length !== 1)) return undefined
  return new Map(values.map(([key, [value = '']]) => [key, value]))
}

/** A flag with its value quoted; none for no value. */
export function flagWith(name: string, value: string | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [`${name}${quoteWord(value)}`]
}
