import { goQuote, readQuery, unescapePath, wellFormed } from '../go/index.ts'
import { type Attributes, COLLECTION_VERBS, type UserInfo } from '../kube/index.ts'
import { type ListOptions, readListOptions } from './list-options.ts'
import type { HTTPRequest } from './request.ts'
import { printedTarget, splitTarget, targetRefusal } from './target.ts'

/** The verbs of requests about resources, and the methods that they are sent with. */
export const METHOD_OF_VERB: ReadonlyMap<string, string> = new Map([
  ['get', 'GET'],
  ['list', 'GET'],
  ['watch', 'GET'],
  ['create', 'POST'],
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['deletecollection', 'DELETE'],
])

/** The attributes of the request line, or the answer of a server that cannot determine them. */
export type AttributesResult =
  | { readonly ok: true; readonly attributes: Attributes }
  | {
      readonly ok: false
      /** 500: the API server cannot parse the path. 400: the target is invalid (see `targetRefusal`). */
      readonly code: 400 | 500
      readonly message: string
    }

type Selectors = Pick<Attributes, 'fieldSelector' | 'labelSelector' | 'selectorNotParsed'>
type Located = Pick<Attributes, 'apiGroup' | 'apiVersion' | 'resource' | 'subresource' | 'namespace' | 'name'>

const NOWHERE: Located = { apiGroup: '', apiVersion: '', resource: '', subresource: '', namespace: '', name: '' }

const NO_SELECTORS: Selectors = { fieldSelector: [], labelSelector: [], selectorNotParsed: false }

/** Verbs that a path can have before the resource. Deprecated, but still read. */
export const VERBS_IN_PATH: ReadonlySet<string> = new Set(['proxy', 'watch'])
/** Path parts after a namespace's name that are not resources in that namespace. */
export const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize'])
const VERB_OF_METHOD = new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
])

/**
 * Reads method and target as the API server does for authorization, with `AuthorizeWithSelectors` on (Go:
 * `RequestInfoFactory.NewRequestInfo`, then `filters.GetAuthorizerAttributes`). The path is decoded before it is split,
 * so `%2F` separates; slashes around a resource path are ignored, those inside it make empty parts.
 */
export function attributesOf({ method, target }: HTTPRequest, user: UserInfo): AttributesResult {
  if (targetRefusal(target) !== undefined) return { ok: false, code: 400, message: '400 Bad Request' }
  const { path: escapedPath, query } = splitTarget(target)
  const path = unescapePath(escapedPath) ?? escapedPath
  const resourcePath = splitResourcePath(path)
  if (resourcePath === undefined) {
    const attributes = { ...NOWHERE, user, verb: method.toLowerCase(), isResourceRequest: false, path, ...NO_SELECTORS }
    return { ok: true, attributes }
  }
  const { apiGroup, apiVersion, parts } = resourcePath
  const verbInPath = VERBS_IN_PATH.has(parts[0] ?? '') ? parts[0] : undefined
  if (verbInPath !== undefined && parts.length < 2) {
    return { ok: false, code: 500, message: notUnderstood(target, printedTarget(target)) }
  }
  const located = locate(verbInPath === undefined ? parts : parts.slice(1), verbInPath)
  const { namespace, resource, subresource } = located
  const options = verbInPath === undefined ? readListOptions(readQuery(query)) : undefined
  const { verb, name } = options
    ? verbAndName(VERB_OF_METHOD.get(method) ?? '', located.name, options)
    : { verb: verbInPath ?? '', name: located.name }
  const { fieldSelector, labelSelector, selectorNotParsed } =
    options && COLLECTION_VERBS.has(verb) ? selectors(options) : NO_SELECTORS
  // In one literal, because a log has a million of them.
  const attributes: Attributes = {
    apiGroup,
    apiVersion,
    resource,
    subresource,
    namespace,
    name,
    user,
    verb,
    isResourceRequest: true,
    path,
    fieldSelector,
    labelSelector,
    selectorNotParsed,
  }
  return { ok: true, attributes }
}

interface ResourcePath {
  readonly apiGroup: string
  readonly apiVersion: string
  /** At least one. */
  readonly parts: readonly string[]
}

/** Undefined for a non-resource path. */
function splitResourcePath(path: string): ResourcePath | undefined {
  const [prefix, ...parts] = trimSlashes(path).split('/')
  if (prefix === 'api' && parts.length >= 2) return { apiGroup: '', apiVersion: parts[0] ?? '', parts: parts.slice(1) }
  if (prefix !== 'apis' || parts.length < 3) return undefined
  return { apiGroup: parts[0] ?? '', apiVersion: parts[1] ?? '', parts: parts.slice(2) }
}

/**
 * By index, because a regular expression for trailing slashes would take quadratic time on a run of them inside the
 * path.
 */
function trimSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return path.slice(start, end)
}

/** Finds namespace, resource, name and subresource in the path after the API version. */
function locate(
  parts: readonly string[],
  verbInPath: string | undefined,
): Pick<Located, 'namespace' | 'resource' | 'name' | 'subresource'> {
  const inNamespaces = parts[0] === 'namespaces'
  // A request for a namespace has it as name and as namespace, so that its RoleBindings apply.
  const namespace = inNamespaces ? (parts[1] ?? '') : ''
  const inside = inNamespaces && parts.length > 2 && !NAMESPACE_SUBRESOURCES.has(parts[2] ?? '')
  const [resource = '', name = '', subresource = ''] = inside ? parts.slice(2) : parts
  return { namespace, resource, name, subresource: verbInPath === 'proxy' ? '' : subresource }
}

function verbAndName(verb: string, name: string, options: ListOptions): Pick<Attributes, 'verb' | 'name'> {
  if (name !== '') return { verb, name }
  if (verb === 'delete') return { verb: 'deletecollection', name }
  if (verb !== 'get') return { verb, name }
  return { verb: options.watch ? 'watch' : 'list', name: selectedName(options) }
}

/** The name from `fieldSelector=metadata.name=x`, where it is valid in a path. */
function selectedName({ decoded, fieldSelector }: ListOptions): string {
  if (!decoded || !fieldSelector.ok) return ''
  const name = fieldSelector.requirements.find(
    ({ field, operator }) => field === 'metadata.name' && operator === '=',
  )?.value
  return name === undefined || name === '.' || name === '..' || /[/%]/.test(name) ? '' : name
}

function selectors({ fieldSelector, labelSelector }: ListOptions): Selectors {
  return {
    fieldSelector: fieldSelector.ok ? fieldSelector.requirements : [],
    labelSelector: labelSelector.ok ? labelSelector.requirements : [],
    selectorNotParsed: !fieldSelector.ok || !labelSelector.ok,
  }
}

const HTML = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** Go: `responsewriters.InternalError`, around the error of `WithRequestInfo`. */
function notUnderstood(target: string, url: string): string {
  const message =
    `Internal Server Error: ${goQuote(target)}: failed to create RequestInfo: ` +
    `unable to determine kind and namespace from url, ${wellFormed(url)}`
  return message.replace(/[&<>]/g, (character) => HTML.get(character) ?? character)
}

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }

/** Whether two requests that differ in the target have the same authorization attributes. */
export function asksTheSame(one: HTTPRequest, other: HTTPRequest): boolean {
  const [a, b] = [attributesOf(one, NOBODY), attributesOf(other, NOBODY)]
  if (!a.ok || !b.ok) return !a.ok && !b.ok && a.code === b.code
  return comparable(a.attributes) === comparable(b.attributes)
}

function comparable(attributes: Attributes): string {
  const path = attributes.isResourceRequest ? '' : attributes.path
  return JSON.stringify({ ...attributes, user: undefined, path })
}

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
