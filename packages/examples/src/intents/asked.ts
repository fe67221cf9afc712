import type { PlainUser } from '@authz-playground/engine'
import { COLLECTION_VERBS } from '@authz-playground/engine/internal/kube'
import { http } from '../example.ts'

/** A resource or subresource, as in a path. */
export interface Resource {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource?: string
  /** The kind of its objects in a body. */
  readonly kind: string
  readonly clusterScoped?: true
}

export type AskedVerb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** The user in the `Impersonate-*` headers. */
export interface AskedUser {
  readonly username: string
  readonly groups: readonly string[]
  readonly uid?: string
  /** Absent for none. Several values of a key are several entries. */
  readonly extra?: readonly (readonly [key: string, value: string])[]
}

/** A request in parts, so that single parts can be changed, and an intent can classify it. */
export interface AskedRequest {
  readonly requestor: PlainUser
  readonly verb: AskedVerb
  readonly resource: Resource
  /** Empty for all namespaces, and where there are none. */
  readonly namespace: string
  /** Empty for verbs about many objects, and for `create`. */
  readonly name: string
  readonly fieldSelector?: string
  /** Makes it a request to this path; verb, resource, namespace and name are ignored then. */
  readonly path?: string
  /** The method of a request to a path, `GET` unless it is given. */
  readonly method?: string
  /** Absent where the requestor acts as itself. */
  readonly as?: AskedUser
  /** A header of a single design. */
  readonly header?: readonly [name: string, value: string]
}

const METHODS: Readonly<Record<AskedVerb, string>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}
/** The verbs of requests for objects. */
export const ASKED_VERBS = Object.keys(METHODS) as readonly AskedVerb[]

/** `pods`, `pods/log`. */
export function resourceName({ resource, subresource }: Resource): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`
}

/** Whether a verb is about a collection, without a name in the path. */
export function isNameless(verb: AskedVerb): boolean {
  return COLLECTION_VERBS.has(verb) || verb === 'create'
}

/** The request as raw HTTP, with a body where its verb has one. */
export function askedHTTP(asked: AskedRequest): string {
  const { as, header } = asked
  const body = asked.path === undefined ? bodyOf(asked) : undefined
  const text = http(lineOf(asked), {
    ...(as && {
      'Impersonate-User': as.username,
      ...(as.groups.length > 0 && { 'Impersonate-Group': as.groups }),
      ...(as.uid !== undefined && { 'Impersonate-Uid': as.uid }),
      ...extraHeaders(as),
    }),
    ...(header && { [header[0]]: header[1] }),
    ...(body && { 'Content-Type': body.type }),
  })
  return body === undefined ? text : `${text}\n\n${body.text}`
}

function extraHeaders({ extra = [] }: AskedUser): Readonly<Record<string, readonly string[]>> {
  const headers: Record<string, string[]> = {}
  for (const [key, value] of extra) {
    const name = `Impersonate-Extra-${encodeURIComponent(key)}`
    headers[name] = [...(headers[name] ?? []), value]
  }
  return headers
}

function lineOf({ verb, resource, namespace, name, fieldSelector, path, method = 'GET' }: AskedRequest): string {
  if (path !== undefined) return `${method} ${path}`
  const { group, version, clusterScoped, subresource } = resource
  const segments = [
    group === '' ? `/api/${version}` : `/apis/${group}/${version}`,
    ...(clusterScoped || namespace === '' ? [] : ['namespaces', namespace]),
    resource.resource,
    ...(name === '' ? [] : [name]),
    ...(subresource === undefined ? [] : [subresource]),
  ]
  const query = [
    ...(verb === 'watch' ? ['watch=true'] : []),
    ...(fieldSelector === undefined ? [] : [`fieldSelector=${encodeURIComponent(fieldSelector)}`]),
  ]
  return `${METHODS[verb]} ${segments.join('/')}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** The smallest object or patch for such a request. */
function bodyOf({
  verb,
  resource,
  namespace,
  name,
}: AskedRequest): { readonly type: string; readonly text: string } | undefined {
  if (verb === 'patch') {
    return { type: 'application/merge-patch+json', text: '{"metadata": {"labels": {"example.com/seen": "yes"}}}' }
  }
  if (verb !== 'create' && verb !== 'update') return undefined
  return { type: 'application/json', text: objectText(resource, namespace, name === '' ? 'new' : name) }
}

/** The stored object of a request, for designs that check changes. Empty where there is none yet. */
export function storedFor({ verb, resource, namespace, name }: AskedRequest): string {
  return verb === 'create' || name === '' ? '' : objectText(resource, namespace, name)
}

function objectText({ group, version, kind }: Resource, namespace: string, name: string): string {
  const metadata = { name, ...(namespace !== '' && { namespace }) }
  return JSON.stringify({ apiVersion: group === '' ? version : `${group}/${version}`, kind, metadata })
}
