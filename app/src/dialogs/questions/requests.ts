import {
  type APIResource,
  attributesOf,
  type HTTPRequest,
  type KubernetesVersion,
  type PlainUser,
  type SubjectName,
} from '@authz-playground/engine'
import { printHTTP, withFields } from '@authz-playground/engine/internal/http'
import {
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  COLLECTION_VERBS,
  plainUser,
  SYSTEM_PRIVILEGED_GROUP,
} from '@authz-playground/engine/internal/kube'
import { userOf } from '@authz-playground/engine/internal/rights'
import { Discovery, type RuleAction } from '@authz-playground/engine/questions'

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }
const BASE: HTTPRequest = { method: 'GET', target: '/api/v1/pods', headers: [], body: '' }
const NAME = 'example'
/** Verbs on all objects, whose requests have a name only in a field selector. */

/**
 * A request that does what a rule allows: of wildcards an example, and of names the first. Undefined where no request asks
 * for just that: `bind`, or `create` with a name.
 *
 * @param version the version of Kubernetes whose API versions the request has; any by default
 */
export function requestOf(action: RuleAction, version?: KubernetesVersion): HTTPRequest | undefined {
  const request =
    action.path === undefined ? resourceRequest(action, new Discovery(version)) : pathRequest(action.verb, action.path)
  // A verb such as `impersonate-on:user-info:get` is not a method.
  return request === undefined || printHTTP(request).gap !== undefined ? undefined : request
}

function pathRequest(allowed: string, rule: string): HTTPRequest | undefined {
  const verb = allowed === '*' ? 'get' : allowed
  const path = rule === '*' ? '/version' : rule.replace(/\*$/, '')
  const request = withFields(BASE, { method: verb.toUpperCase(), path })
  const read = attributesOf(request, NOBODY)
  if (!read.ok) return undefined
  const { attributes } = read
  return !attributes.isResourceRequest && attributes.verb === verb && attributes.path === path ? request : undefined
}

function resourceRequest(action: RuleAction, discovery: Discovery): HTTPRequest | undefined {
  const verb = action.verb === '*' ? 'get' : action.verb
  const example = exampleOf(action, discovery)
  if (example === undefined) return undefined
  const { apiGroup, resource, subresource, known } = example
  const ofMany = COLLECTION_VERBS.has(verb)
  const nameless = ofMany || (verb === 'create' && subresource === '')
  const ofNamespaces = apiGroup === '' && resource === 'namespaces'
  const within = action.namespace !== '' || ofMany || known?.namespaced !== true ? action.namespace : 'default'
  const name = action.name ?? (nameless ? '' : ofNamespaces && within !== '' ? within : NAME)
  const namespace = ofNamespaces ? (nameless ? within : name) : within
  const named = name === '' ? '' : `metadata.name=${name}`
  const fieldSelector = ofMany ? (action.fieldSelector ?? named) : ''
  const place = { apiGroup, apiVersion: known?.versions[0] ?? 'v1', resource, subresource }
  const request = withFields(BASE, {
    resource: { verb, ...place, namespace: ofNamespaces ? '' : namespace, name: ofMany ? '' : name, fieldSelector },
  })
  const read = attributesOf(request, NOBODY)
  if (!read.ok) return undefined
  const wanted = { verb, apiGroup, resource, subresource, namespace, name }
  const asks = Object.entries(wanted).every(([part, value]) => read.attributes[part as keyof typeof wanted] === value)
  return asks ? request : undefined
}

/** A resource for the wildcards of a rule. */
function exampleOf(
  { apiGroup, resource: combined, namespace }: RuleAction,
  discovery: Discovery,
):
  | { readonly apiGroup: string; readonly resource: string; readonly subresource: string; readonly known?: APIResource }
  | undefined {
  const slash = combined.indexOf('/')
  const [resource, subresource] = slash === -1 ? [combined, ''] : [combined.slice(0, slash), combined.slice(slash + 1)]
  if (apiGroup !== '*' && resource !== '*') {
    const known = discovery.find(apiGroup, resource)
    return { apiGroup, resource, subresource, ...(known && { known }) }
  }
  const fitting = discovery.resources.filter(
    (one) =>
      (apiGroup === '*' || one.apiGroup === apiGroup) &&
      (resource === '*' ? namespace === '' || one.namespaced : one.resource === resource) &&
      (subresource === '' || one.subresources.has(subresource)),
  )
  const known = fitting.find((one) => one.resource === 'pods') ?? fitting[0]
  return known && { apiGroup: known.apiGroup, resource: known.resource, subresource, known }
}

/** The user that a subject is when it asks: of a group some member of it. */
export function requestorOf(
  { kind, name, namespace }: SubjectName,
  groups: readonly string[] = [],
  extra?: NonNullable<PlainUser['extra']>,
): PlainUser {
  const subject = kind === 'Group' ? memberOf(name) : { kind, name, namespace }
  const user = plainUser(userOf(subject))
  const all = [...(kind === 'Group' ? [name] : []), ...groups, ...(user.groups ?? [])]
  return { ...user, groups: [...new Set(all)], ...(extra && { extra }) }
}

const SERVICE_ACCOUNTS = 'system:serviceaccounts'

/** A user whom authentication can put into a group. */
function memberOf(group: string): SubjectName {
  if (group === ALL_UNAUTHENTICATED) return { kind: 'User', name: ANONYMOUS, namespace: '' }
  if (group === SYSTEM_PRIVILEGED_GROUP) return { kind: 'User', name: 'kubernetes-admin', namespace: '' }
  if (group === SERVICE_ACCOUNTS || group.startsWith(`${SERVICE_ACCOUNTS}:`)) {
    const namespace = group.slice(SERVICE_ACCOUNTS.length + 1) || 'default'
    return { kind: 'ServiceAccount', namespace, name: 'default' }
  }
  return { kind: 'User', name: 'somebody', namespace: '' }
}
