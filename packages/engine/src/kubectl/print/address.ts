import { type Query, readQuery, unescapePath } from '../../go/index.ts'
import type { HTTPRequest } from '../../http/index.ts'
import { attributesOf, type ResourceLocation, resourcePath, splitTarget } from '../../http/index.ts'
import { type APIResource, type Attributes, type Discovery, findResource } from '../../kube/index.ts'
import { quoteWord } from '../../shell/index.ts'

/** A kubectl command without its impersonation flags. All words are already quoted for the shell. */
export interface PrintedCommand {
  readonly words: readonly string[]
  /** The command to run in a container. */
  readonly afterDashes?: readonly string[]
  /** The stdin of the command. */
  readonly stdin?: string
  /** The parts of the request that the command does not send, as a sentence. */
  readonly gap?: string
}

/** A resource request with the path that clients write for its resource. */
export interface Addressed {
  readonly request: HTTPRequest
  readonly verb: string
  readonly location: ResourceLocation
  /** The name of the resource for kubectl. */
  readonly type: string
  /** What the cluster serves by this name; undefined where nothing is known to. */
  readonly known: APIResource | undefined
  readonly query: Query
}

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }
/** Names that need no quotes and that kubectl does not read as a flag. */
export const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._:@-]*$/

/** Finds kubectl's words for the resource of a request, by what the cluster serves; undefined if kubectl cannot address it. */
export function addressedBy(request: HTTPRequest, discovery: Discovery): Addressed | undefined {
  const read = attributesOf(request, NOBODY)
  if (!read.ok || !read.attributes.isResourceRequest) return undefined
  const { path, query } = splitTarget(request.target)
  const location = locationOf(read.attributes)
  const decoded = (unescapePath(path) ?? '').replace(/\/$/, '')
  const known = discovery.find(location.apiGroup, location.resource)
  const type = typeOf(location, discovery)
  if (type === undefined || resourcePath(location) !== decoded) return undefined
  if ([location.namespace, location.name, location.subresource].some((one) => one !== '' && !PLAIN_NAME.test(one))) {
    return undefined
  }
  const itself = location.resource === 'namespaces' && location.namespace === location.name
  const hasNamespace = location.namespace !== '' && !itself
  const fits =
    known?.namespaced === false ? !hasNamespace : hasNamespace || (location.name === '' && request.method === 'GET')
  if (!fits) return undefined
  return { request, verb: read.attributes.verb, location, type, known, query: readQuery(query) }
}

/** The location in the path: the name of a list comes from its field selector, so it is removed. */
function locationOf(attributes: Attributes): ResourceLocation {
  const nameless = attributes.verb === 'list' || attributes.verb === 'watch'
  return nameless ? { ...attributes, name: '' } : attributes
}

function typeOf({ apiGroup, apiVersion, resource }: ResourceLocation, discovery: Discovery): string | undefined {
  const words = [resource, `${resource}.${apiGroup}`, `${resource}.${apiVersion}.${apiGroup}`]
  return words.find((word) => {
    const found = findResource(word, discovery)
    return (
      found?.apiGroup === apiGroup &&
      found.apiVersion === apiVersion &&
      found.resource === resource &&
      !found.versionAssumed
    )
  })
}

/** The flag for the namespace, or for all namespaces. */
export function scope({ location, known }: Addressed): readonly string[] {
  if (known?.namespaced === false) return []
  return location.namespace === '' ? ['-A'] : ['-n', location.namespace]
}

/** The words for one object and its namespace. */
export function typeAndName(addressed: Addressed): readonly string[] {
  return [addressed.type, addressed.location.name, ...scope(addressed)]
}

/** The values of a query by key; undefined if it has other keys, or a key twice. */
export function only({ query }: Addressed, keys: readonly string[]): ReadonlyMap<string, string> | undefined {
  const values = [...query.values]
  if (values.some(([key, list]) => !keys.includes(key) || list.length !== 1)) return undefined
  return new Map(values.map(([key, [value = '']]) => [key, value]))
}

/** A flag with its quoted value; no words without a value. */
export function flagWith(name: string, value: string | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [`${name}${quoteWord(value)}`]
}
