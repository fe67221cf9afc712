import {
  type Attributes,
  type Binding,
  missingGroups,
  type ServiceAccountName,
  type Subject,
  serviceAccountOf,
  serviceAccountUsername,
} from '../kube/index.ts'
import { isTypoOfName } from '../text/index.ts'
import { type At, MISTAKE, type Mismatch, OTHER_SCOPE, type PlacedMismatch } from './mismatch.ts'

const BOUND_TO_OTHERS = 3
const NOT_IN_GROUP = 2.5
/** Members of `system:masters` are allowed everything without a rule, so nobody is meant to join them for one. */
const NOT_IN_MASTERS = 4

/** The way in which a binding does not fit a check. */
export interface BindingMismatch {
  readonly mismatches: readonly PlacedMismatch[]
  readonly distance: number
}

/** Undefined where the binding grants in the scope of the check. */
export function scopeMismatch({ kind, namespace }: Binding, asked: Attributes): BindingMismatch | undefined {
  if (kind === 'ClusterRoleBinding') return undefined
  // Paths are granted cluster-wide only; they have no namespace.
  const wanted = asked.isResourceRequest ? asked.namespace : ''
  if (namespace === wanted) return undefined
  const at: At = { of: 'binding', path: ['metadata', 'namespace'] }
  const placed: PlacedMismatch = {
    dimension: 'scope',
    cause: wanted === '' ? 'cluster-wide' : 'other-namespace',
    has: [namespace],
    asked: wanted,
    at,
  }
  const isTypo = wanted !== '' && isTypoOfName(namespace, wanted)
  return {
    mismatches: [isTypo ? { ...placed, cause: 'misspelt', instead: wanted } : placed],
    distance: isTypo ? MISTAKE : OTHER_SCOPE,
  }
}

/** A check with what is asked of its user for every subject. */
export interface Asking {
  readonly attributes: Attributes
  readonly account: ServiceAccountName | undefined
  /** The groups that authentication adds, and that the user lacks. */
  readonly missing: readonly string[]
}

export function asking(attributes: Attributes): Asking {
  const { user } = attributes
  return { attributes, account: serviceAccountOf(user.username), missing: missingGroups(user) }
}

/** The subject of a binding that comes closest to a user; the mismatch is absent where it is the user, or a group of the user. */
export function nearestSubject(
  binding: Binding,
  asked: Asking,
): { readonly subject: Subject; readonly mismatch?: BindingMismatch } | undefined {
  let best: { readonly subject: Subject; readonly mismatch: SubjectMismatch } | undefined
  for (const subject of binding.subjects) {
    const differing = subjectMismatch(subject, binding, asked)
    if (differing === undefined) return { subject }
    if (best === undefined || differing.distance < best.mismatch.distance) best = { subject, mismatch: differing }
  }
  if (best === undefined) return undefined
  const { distance, cause, field, has, instead } = best.mismatch
  const placed: PlacedMismatch = {
    dimension: 'subject',
    ...(cause !== undefined && { cause }),
    has: [has],
    asked: asked.attributes.user.username,
    ...(instead !== undefined && { instead }),
    at: { of: 'subject', path: [field] },
  }
  return { subject: best.subject, mismatch: { mismatches: [placed], distance } }
}

/** How far a subject is from a user, and the field that does not fit. */
interface SubjectMismatch {
  readonly distance: number
  readonly cause: Mismatch['cause'] | undefined
  readonly field: 'kind' | 'name' | 'namespace'
  readonly has: string
  readonly instead: string | undefined
}

function differing(
  distance: number,
  cause: Mismatch['cause'] | undefined,
  field: SubjectMismatch['field'],
  has: string,
  instead?: string,
): SubjectMismatch {
  return { distance, cause, field, has, instead }
}

function subjectMismatch(
  subject: Subject,
  binding: Binding,
  { attributes: { user }, account, missing }: Asking,
): SubjectMismatch | undefined {
  const { kind, name } = subject
  const others = (): SubjectMismatch => differing(BOUND_TO_OTHERS, undefined, 'name', name)
  if (kind === 'Group') {
    if (user.groups.includes(name)) return undefined
    if (name === user.username) return differing(MISTAKE, 'other-kind', 'kind', 'Group', 'User')
    if (missing.includes(name)) return differing(MISTAKE, 'implied-group', 'name', name)
    const meant = name.startsWith('system:')
      ? undefined
      : user.groups.find((group) => isTypoOfName(name, group) || differsInPrefix(name, group))
    if (meant !== undefined) return differing(MISTAKE, 'misspelt', 'name', name, meant)
    return differing(name === 'system:masters' ? NOT_IN_MASTERS : NOT_IN_GROUP, 'not-in-group', 'name', name)
  }
  if (kind === 'User') {
    if (name === user.username) return undefined
    if (account !== undefined) {
      const { namespace } = account
      const isWrong =
        name === account.name || name === `${namespace}:${account.name}` || name === `${namespace}/${account.name}`
      return isWrong ? differing(MISTAKE, 'other-kind', 'kind', 'User', 'ServiceAccount') : others()
    }
    if (user.groups.includes(name)) return differing(MISTAKE, 'other-kind', 'kind', 'User', 'Group')
    if (name.toLowerCase() === user.username.toLowerCase())
      return differing(MISTAKE, 'case', 'name', name, user.username)
    if (isTypoOfName(name, user.username) || differsInPrefix(name, user.username))
      return differing(MISTAKE, 'misspelt', 'name', name, user.username)
    return others()
  }
  const namespace = subject.namespace === '' ? binding.namespace : subject.namespace
  if (isAccount(namespace, name, user.username)) return undefined
  if (account === undefined)
    return name === user.username ? differing(MISTAKE, 'other-kind', 'kind', 'ServiceAccount', 'User') : others()
  if (name === user.username) return differing(MISTAKE, 'other-kind', 'kind', 'ServiceAccount', 'User')
  if (name === account.name) {
    if (subject.namespace === '') return differing(MISTAKE, 'no-namespace', 'name', name, account.namespace)
    return !isTypoOfName(namespace, account.namespace)
      ? differing(MISTAKE + 0.5, 'other-namespace', 'namespace', namespace, account.namespace)
      : differing(MISTAKE, 'misspelt', 'namespace', namespace, account.namespace)
  }
  if (namespace === account.namespace && isTypoOfName(name, account.name))
    return differing(MISTAKE, 'misspelt', 'name', name, account.name)
  return others()
}

/** Prefixes that authenticators put before a name (`--oidc-username-prefix`; by default the issuer and `#`). */
const NAME_PREFIX = /^(?:oidc:|https:\/\/[^#]+#)/

/** Whether two names differ only in quotes, or in a prefix that an authenticator adds and one of them lacks. */
function differsInPrefix(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.replace(/["']/g, '')) as [string, string]
  return a !== '' && b !== '' && (a === b || a.replace(NAME_PREFIX, '') === b || b.replace(NAME_PREFIX, '') === a)
}

function isAccount(namespace: string, name: string, username: string): boolean {
  return namespace !== '' && username.endsWith(name) && serviceAccountUsername({ namespace, name }) === username
}
