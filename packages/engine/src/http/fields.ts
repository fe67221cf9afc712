import { escapePath, unescapePath } from '../go/index.ts'
import { COLLECTION_VERBS } from '../kube/index.ts'
import { quoted } from '../text/index.ts'
import { type BodyFields, bodyFieldsOf, withBodyFields } from './body-fields.ts'
import { type ImpersonationFields, impersonationOf, repeatedHeaders } from './impersonation-fields.ts'
import { queryValue, withoutQueryValue, withQueryValue } from './query-text.ts'
import type { HTTPRequest } from './request.ts'
import {
  attributesOf,
  METHOD_OF_VERB,
  NAMESPACE_SUBRESOURCES,
  type ResourceLocation,
  resourcePath,
  VERBS_IN_PATH,
} from './request-line.ts'
import { splitTarget } from './target.ts'
import { withImpersonation } from './with-impersonation.ts'

/** The fields of a resource request. A field that does not apply is the empty string. */
export interface ResourceFields extends ResourceLocation {
  /** As the API server reads it: one of {@link METHOD_OF_VERB}, or `''` or `proxy` for odd requests. */
  readonly verb: string
  /** Selectors as they are sent, decoded. */
  readonly labelSelector: string
  readonly fieldSelector: string
}

/** The fields of a request as a form shows them, derived from the request. */
export interface RequestFields {
  readonly method: string
  /** Absent when the request is about a path and not about a resource. */
  readonly resource?: ResourceFields
  /** The path as sent, with percent escapes and without the query. */
  readonly path: string
  readonly impersonate: ImpersonationFields
  readonly sends: BodyFields
  /**
   * Parts of the request that affect the decision but are not in the fields, a sentence each. Empty where the fields
   * are complete.
   */
  readonly unshown: readonly string[]
}

/** Fields to change; what is absent stays. */
export interface FieldChanges {
  readonly method?: string
  /** Turns a non-resource request into a resource request. */
  readonly resource?: Partial<ResourceFields>
  /** Turns the request into a non-resource request. Used only without `resource`. */
  readonly path?: string
  readonly impersonate?: Partial<ImpersonationFields>
  readonly sends?: Partial<BodyFields>
}

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }
/** Verbs on all objects, whose paths have no name. */
/** The name where a path needs one and none is given: without a name it would mean another verb. */
const EXAMPLE_NAME = 'example'

/** Reads the fields of a request. */
export function fieldsOf(request: HTTPRequest): RequestFields {
  const { method, target, headers } = request
  const { path } = splitTarget(target)
  const resource = resourceOf(request)
  return {
    method,
    ...(resource === undefined ? {} : { resource }),
    path,
    impersonate: impersonationOf(headers),
    sends: bodyFieldsOf(request),
    unshown: [...(resource === undefined ? [] : unshownOf(request, resource)), ...repeatedHeaders(headers)],
  }
}

function resourceOf(request: HTTPRequest): ResourceFields | undefined {
  const read = attributesOf(request, NOBODY)
  if (!read.ok || !read.attributes.isResourceRequest) return undefined
  const { verb, apiGroup, apiVersion, namespace, resource, name, subresource } = read.attributes
  const { query } = splitTarget(request.target)
  const itself = resource === 'namespaces' && namespace === name
  return {
    verb,
    apiGroup,
    apiVersion,
    // A request for a namespace has it as name and as namespace; the path has it once, as the name.
    namespace: itself ? '' : namespace,
    resource,
    name: verb === 'list' || verb === 'watch' ? '' : name,
    subresource,
    labelSelector: queryValue(query, 'labelSelector') ?? '',
    fieldSelector: queryValue(query, 'fieldSelector') ?? '',
  }
}

function unshownOf(request: HTTPRequest, resource: ResourceFields): readonly string[] {
  const method = METHOD_OF_VERB.get(resource.verb)
  return [
    ...(isUsualPath(request, resource)
      ? []
      : [`The path is written in an unusual way: ${quoted(splitTarget(request.target).path)}.`]),
    ...(method === request.method ? [] : [`The method is ${request.method}.`]),
  ]
}

/** Whether the path is the usual one for these fields. */
function isUsualPath({ target }: HTTPRequest, resource: ResourceFields): boolean {
  return unescapePath(splitTarget(target).path) === resourcePath(resource)
}

/** Why a field cannot have a value, as the rest of a sentence; undefined when it can. */
export function fieldProblem(field: keyof ResourceFields, value: string): string | undefined {
  if (field === 'labelSelector' || field === 'fieldSelector') return undefined
  if (field === 'verb')
    return METHOD_OF_VERB.has(value) ? undefined : `is none of ${[...METHOD_OF_VERB.keys()].join(', ')}`
  if (value === '' && (field === 'resource' || field === 'apiVersion')) return 'is needed'
  return value.includes('/') ? 'cannot have a slash in it, which separates the parts of a path' : undefined
}

/**
 * Changes fields of a request and keeps all else: other headers and their order, other parameters, and the spelling of
 * what does not change. With no changes, or the fields that it has, the request stays as it is.
 *
 * Where one field cannot change alone, other fields are adapted: a list loses name and subresource, a path that needs a
 * name gets `example`, and a resource that the path cannot carry becomes `pods`. Values with a {@link fieldProblem}
 * change nothing.
 */
export function withFields(request: HTTPRequest, changes: FieldChanges): HTTPRequest {
  const sending = changes.sends === undefined ? request : withBodyFields(request, changes.sends)
  const { headers } = sending
  const impersonated = changes.impersonate === undefined ? headers : withImpersonation(headers, changes.impersonate)
  const line = withLine(sending, changes)
  return line === sending && impersonated === headers ? sending : { ...line, headers: impersonated }
}

function withLine(request: HTTPRequest, changes: FieldChanges): HTTPRequest {
  if (changes.resource !== undefined) return withResource(request, changes.resource)
  const { path, query } = splitTarget(request.target)
  const { method = request.method, path: wanted = path } = changes
  if (method === request.method && wanted === path) return request
  if (wanted === path) return { ...request, method }
  const typed = sendablePath(wanted)
  return { ...request, method, target: typed.includes('?') || query === '' ? typed : `${typed}?${query}` }
}

/** A typed path, with characters that a request line cannot carry percent-encoded. */
function sendablePath(typed: string): string {
  const encoded = typed.replace(/[^!-~]+|#/gu, (text) => escapePath(text).replaceAll('#', '%23'))
  const escaped = encoded.replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
  return escaped.startsWith('/') ? escaped : `/${escaped}`
}

/** The request whose fields the form shows first when a path turns into a resource. */
const FIRST_RESOURCE: ResourceFields = {
  verb: 'list',
  apiGroup: '',
  apiVersion: 'v1',
  namespace: 'default',
  resource: 'pods',
  name: '',
  subresource: '',
  labelSelector: '',
  fieldSelector: '',
}

function withResource(request: HTTPRequest, changes: Partial<ResourceFields>): HTTPRequest {
  const before = resourceOf(request)
  const allowed = Object.entries(changes).filter(([field, value]) => {
    const key = field as keyof ResourceFields
    return (before === undefined || before[key] !== value) && fieldProblem(key, value) === undefined
  })
  if (before !== undefined && allowed.length === 0) return request
  const wanted = consistent({ ...(before ?? FIRST_RESOURCE), ...Object.fromEntries(allowed) })
  const usual = before !== undefined && isUsualPath(request, before)
  const method = METHOD_OF_VERB.get(wanted.verb)
  const sameVerb = usual && before.verb === wanted.verb
  const { query } = splitTarget(before === undefined ? '' : request.target)
  const selected = withQueryValue(
    withQueryValue(query, 'labelSelector', wanted.labelSelector),
    'fieldSelector',
    wanted.fieldSelector,
  )
  const watched =
    sameVerb || method === undefined
      ? selected
      : wanted.verb === 'watch'
        ? withQueryValue(selected, 'watch', 'true')
        : withoutQueryValue(selected, 'watch')
  const samePath = usual && resourcePath(before) === resourcePath(wanted)
  const path = samePath ? splitTarget(request.target).path : escapePath(resourcePath(wanted))
  return {
    ...request,
    method: sameVerb || method === undefined ? request.method : method,
    target: watched === '' ? path : `${path}?${watched}`,
  }
}

/** The fields to adapt so that the path determines the verb. */
function consistent(fields: ResourceFields): ResourceFields {
  return withReadableParts(withFittingName(fields))
}

function withFittingName(fields: ResourceFields): ResourceFields {
  const { verb, subresource, name } = fields
  if (COLLECTION_VERBS.has(verb)) return { ...fields, name: '', subresource: '' }
  if (verb === 'create' && subresource === '') return { ...fields, name: '' }
  const needsName = verb === 'get' || verb === 'delete' || subresource !== ''
  return needsName && name === '' ? { ...fields, name: EXAMPLE_NAME } : fields
}

/**
 * Some requests need an unusual path: an empty resource as in `/api/v1//web`, whose slash would be trimmed at the end
 * of a path; a resource named like a verb as in `/api/v1/watch/watch`, which would be read as that verb; and
 * subresources of a namespace, most of which would be read as resources in it.
 */
function withReadableParts(fields: ResourceFields): ResourceFields {
  const { namespace, resource, name, subresource } = fields
  if (resource === 'namespaces' && (namespace === '' || namespace === name)) {
    return NAMESPACE_SUBRESOURCES.has(subresource) ? fields : { ...fields, subresource: '' }
  }
  const readable = resource === '' ? name !== '' : namespace !== '' || !VERBS_IN_PATH.has(resource)
  return readable ? fields : { ...fields, resource: FIRST_RESOURCE.resource }
}
