import {
  ANY_VERSION,
  type APIResource,
  type Discovery,
  type FoundResource,
  findResource,
  resourceInGroup,
} from './resources.ts'
import { AUTHENTICATION_GROUP, isIdentityInNoNamespace } from './user.ts'

function askedOnly(
  apiGroup: string,
  kind: string,
  namespaced: boolean,
  verbs: readonly string[],
  short = '',
): APIResource {
  const singular = kind.toLowerCase()
  const shortNames = short === '' ? [] : [short]
  const of = { apiGroup, versions: ['v1'], resource: `${singular}s`, singular, shortNames, kind, namespaced, verbs }
  return { ...of, categories: [], subresources: new Map(), builtIn: true }
}

const IMPERSONATE = ['impersonate']

/**
 * Resources that no API serves, and that authorizers are asked about all the same: what a user impersonates (KEP-5284; Go:
 * `pkg/endpoints/filters/impersonation`), who signs certificates (Go: `pkg/registry/certificates`,
 * `plugin/pkg/admission/certificates`), and the access rules that a user relies on (the design `access-rule`).
 */
const ASKED_ONLY: readonly APIResource[] = [
  askedOnly('', 'User', false, IMPERSONATE),
  askedOnly('', 'Group', false, IMPERSONATE),
  askedOnly(AUTHENTICATION_GROUP, 'User', false, IMPERSONATE),
  askedOnly(AUTHENTICATION_GROUP, 'Group', false, IMPERSONATE),
  askedOnly(AUTHENTICATION_GROUP, 'UID', false, IMPERSONATE),
  askedOnly(AUTHENTICATION_GROUP, 'UserExtra', false, IMPERSONATE),
  askedOnly(AUTHENTICATION_GROUP, 'ServiceAccount', true, IMPERSONATE, 'sa'),
  askedOnly(AUTHENTICATION_GROUP, 'Node', false, IMPERSONATE, 'no'),
  askedOnly('certificates.k8s.io', 'Signer', false, ['approve', 'sign', 'attest']),
  askedOnly('authorization.k8s.io', 'ClusterAccessRule', false, IMPERSONATE),
]

/** Whether authorizers are asked about a resource that no API serves. */
export function isAskedOnly(apiGroup: string, resource: string): boolean {
  return askedOnlyResource(apiGroup, resource) !== undefined
}

/** What impersonation asks about in an API group and no API serves. */
export function identitiesAskedIn(apiGroup: string): readonly APIResource[] {
  return ASKED_ONLY.filter((one) => one.apiGroup === apiGroup && one.verbs === IMPERSONATE)
}

/** A resource that no API serves and authorizers are asked about; undefined for another one. */
export function askedOnlyResource(apiGroup: string, resource: string): APIResource | undefined {
  return ASKED_ONLY.find((one) => one.apiGroup === apiGroup && one.resource === resource)
}

/** Whether a resource of a rule, such as `pods/log`, is one of namespaces; undefined where it is not known. */
export function isNamespacedResource(apiGroup: string, written: string): boolean | undefined {
  const [resource = ''] = written.split('/')
  const known = resourceInGroup(apiGroup, resource) ?? askedOnlyResource(apiGroup, resource)
  return known?.namespaced ?? (isIdentityInNoNamespace(resource) ? false : undefined)
}

/**
 * The resource that a word means where verbs are asked for it, in kubectl’s words ({@link findResource}). Identities are in the
 * core group for the legacy verb, UIDs and extras aside, and in `authentication.k8s.io` for the verbs of constrained modes.
 */
export function askedResource(
  word: string,
  verbs: readonly string[],
  discovery: Discovery = ANY_VERSION,
): FoundResource | undefined {
  const [typed = '', ...rest] = word.split('.')
  const known = askedOnlyFor(typed, rest.join('.').toLowerCase(), verbs)
  if (known === undefined) return findResource(word, discovery)
  return { apiGroup: known.apiGroup, apiVersion: 'v1', resource: known.resource, known, versionAssumed: false }
}

function askedOnlyFor(typed: string, group: string, verbs: readonly string[]): APIResource | undefined {
  const name = typed.toLowerCase()
  const named = ASKED_ONLY.filter(
    ({ resource, singular, shortNames }) => resource === name || singular === name || shortNames.includes(typed),
  )
  if (group !== '') return named.find(({ apiGroup }) => apiGroup.startsWith(group))
  if (verbs.some(isOfConstrainedMode)) return named.find(({ apiGroup }) => apiGroup === AUTHENTICATION_GROUP)
  // Service accounts and nodes are served, and that is what every other verb asks for.
  const [first] = findResource(typed) === undefined ? named : []
  return first && verbs.some((verb) => verb === '*' || first.verbs.includes(verb)) ? first : undefined
}

/** Whether a verb of constrained impersonation, in any design, asks for an identity, and not for an action. */
function isOfConstrainedMode(verb: string): boolean {
  return /^(?:impersonate[:-](?!on\b)|constrainedimpersonate$|as-node$)/.test(verb)
}
