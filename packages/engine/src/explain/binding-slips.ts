import {
  type Attributes,
  type Binding,
  missingGroups,
  type Subject,
  serviceAccountOf,
  serviceAccountUsername,
  type UserInfo,
} from '../kube/index.ts'
import { isSlipOf } from '../text/index.ts'
import { type At, MISTAKE, type Miss, OTHER_SCOPE, type PlacedMiss } from './miss.ts'

const BOUND_TO_OTHERS = 3
const NOT_IN_GROUP = 2.5

/** The way in which a binding does not fit a check. */
export interface BindingSlip {
  readonly misses: readonly PlacedMiss[]
  readonly distance: number
}

/** Undefined where the binding grants in the scope of the check. */
export function scopeMiss({ kind, namespace }: Binding, asked: Attributes): BindingSlip | undefined {
  if (kind === 'ClusterRoleBinding') return undefined
  // Paths are granted cluster-wide only; they have no namespace.
  const wanted = asked.isResourceRequest ? asked.namespace : ''
  if (namespace === wanted) return undefined
  const at: At = { of: 'binding', path: ['metadata', 'namespace'] }
  const miss: PlacedMiss = {
    dimension: 'scope',
    cause: wanted === '' ? 'cluster-wide' : 'other-namespace',
    has: [namespace],
    asked: wanted,
    at,
  }
  const slip = wanted !== '' && isSlipOf(namespace, wanted)
  return {
    misses: [slip ? { ...miss, cause: 'misspelt', instead: wanted } : miss],
    distance: slip ? MISTAKE : OTHER_SCOPE,
  }
}

/** The subject of a binding that comes closest to a user; the slip is absent where it is the user, or a group of the user. */
export function nearestSubject(
  binding: Binding,
  user: UserInfo,
): { readonly subject: Subject; readonly slip?: BindingSlip } | undefined {
  let best: { readonly subject: Subject; readonly slip?: BindingSlip } | undefined
  for (const subject of binding.subjects) {
    const slip = subjectSlip(subject, binding, user)
    if (slip === undefined) return { subject }
    if (best?.slip === undefined || slip.distance < best.slip.distance) best = { subject, slip }
  }
  return best
}

function subjectSlip(subject: Subject, binding: Binding, user: UserInfo): BindingSlip | undefined {
  const { kind, name } = subject
  const account = serviceAccountOf(user.username)
  const namespace = subject.namespace === '' ? binding.namespace : subject.namespace
  const asked = user.username
  const slip = (
    distance: number,
    cause: Miss['cause'] | undefined,
    field: 'kind' | 'name' | 'namespace',
    has: string,
    instead?: string,
  ): BindingSlip => ({
    distance,
    misses: [
      {
        dimension: 'subject',
        ...(cause !== undefined && { cause }),
        has: [has],
        asked,
        ...(instead !== undefined && { instead }),
        at: { of: 'subject', path: [field] },
      },
    ],
  })
  const others = slip(BOUND_TO_OTHERS, undefined, 'name', name)
  if (kind === 'Group') {
    if (user.groups.includes(name)) return undefined
    if (name === user.username) return slip(MISTAKE, 'other-kind', 'kind', 'Group', 'User')
    if (missingGroups(user).includes(name)) return slip(MISTAKE, 'implied-group', 'name', name)
    const meant = name.startsWith('system:') ? undefined : user.groups.find((group) => isSlipOf(name, group))
    if (meant !== undefined) return slip(MISTAKE, 'misspelt', 'name', name, meant)
    return slip(NOT_IN_GROUP, 'not-in-group', 'name', name)
  }
  if (kind === 'User') {
    if (name === user.username) return undefined
    if (account !== undefined) {
      const wrong = [account.name, `${account.namespace}:${account.name}`, `${account.namespace}/${account.name}`]
      return wrong.includes(name) ? slip(MISTAKE, 'other-kind', 'kind', 'User', 'ServiceAccount') : others
    }
    if (user.groups.includes(name)) return slip(MISTAKE, 'other-kind', 'kind', 'User', 'Group')
    if (name.toLowerCase() === user.username.toLowerCase()) return slip(MISTAKE, 'case', 'name', name, user.username)
    if (isSlipOf(name, user.username)) return slip(MISTAKE, 'misspelt', 'name', name, user.username)
    return others
  }
  if (namespace !== '' && serviceAccountUsername({ namespace, name }) === user.username) return undefined
  if (account === undefined)
    return name === user.username ? slip(MISTAKE, 'other-kind', 'kind', 'ServiceAccount', 'User') : others
  if (name === user.username) return slip(MISTAKE, 'other-kind', 'kind', 'ServiceAccount', 'User')
  if (name === account.name) {
    if (subject.namespace === '') return slip(MISTAKE, 'no-namespace', 'name', name, account.namespace)
    return !isSlipOf(namespace, account.namespace)
      ? slip(MISTAKE + 0.5, 'other-namespace', 'namespace', namespace, account.namespace)
      : slip(MISTAKE, 'misspelt', 'namespace', namespace, account.namespace)
  }
  if (namespace === account.namespace && isSlipOf(name, account.name))
    return slip(MISTAKE, 'misspelt', 'name', name, account.name)
  return others
}
