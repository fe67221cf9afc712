import type { ImpersonationMode } from '../../designs/index.ts'
import { constrainedMode, nodeUsername, serviceAccountUsername } from '../../kube/index.ts'
import type { ObservedAttributes, ObservedUser } from './observed-request.ts'

/** The content of a check of the impersonation filter, without its user. */
export type ImpersonationCheck =
  /** The request itself, in a mode. */
  | { readonly is: 'action'; readonly mode: ImpersonationMode; readonly request: ObservedAttributes }
  /** A part of the target; empty where the check is for any value, such as one for all groups at once. */
  | { readonly is: 'identity'; readonly mode: ImpersonationMode; readonly part: ObservedUser }

/** The impersonation check that a verb implies; undefined for any other check. */
export function impersonationCheck(attributes: ObservedAttributes): ImpersonationCheck | undefined {
  const { verb } = attributes
  const [first, named = '', ...rest] = verb.split(':')
  if (verb === 'impersonate') return { is: 'identity', mode: 'legacy', part: partOf(attributes) }
  const mode = constrainedMode(named)
  if (mode === undefined) return undefined
  if (first === 'impersonate' && rest.length === 0) return { is: 'identity', mode, part: partOf(attributes) }
  if (first !== 'impersonate-on' || rest.length === 0) return undefined
  return { is: 'action', mode, request: { ...attributes, verb: rest.join(':') } }
}

/** The mode of an audit event's constraint. Legacy impersonation has none. */
export function modeOfConstraint(constraint: string): ImpersonationMode | undefined {
  return constraint === '' ? 'legacy' : constrainedMode(constraint.slice('impersonate:'.length))
}

function partOf({ resource, subresource, namespace, name }: ObservedAttributes): ObservedUser {
  switch (resource) {
    case 'users':
      return { username: name }
    case 'serviceaccounts':
      return { username: serviceAccountUsername({ namespace, name }) }
    case 'nodes':
      return name === '*' ? {} : { username: nodeUsername(name) }
    case 'uids':
      return { uid: name }
    case 'groups':
      return name === '*' ? {} : { groups: [name] }
    case 'userextras':
      return name === '*' && subresource === '*' ? {} : { extra: { [subresource]: [name] } }
    default:
      return {}
  }
}

/** The target that two checks report together. */
export function joinedTarget(a: ObservedUser, b: ObservedUser): ObservedUser {
  const username = b.username ?? a.username
  const uid = b.uid ?? a.uid
  const groups = a.groups || b.groups ? [...(a.groups ?? []), ...(b.groups ?? [])] : undefined
  const extra = a.extra || b.extra ? joinedExtra(a.extra ?? {}, b.extra ?? {}) : undefined
  return {
    ...(username !== undefined && { username }),
    ...(uid !== undefined && { uid }),
    ...(groups && { groups }),
    ...(extra && { extra }),
  }
}

function joinedExtra(a: NonNullable<ObservedUser['extra']>, b: NonNullable<ObservedUser['extra']>) {
  const joined = new Map(Object.entries(a))
  for (const [key, values] of Object.entries(b)) joined.set(key, [...(joined.get(key) ?? []), ...values])
  return Object.fromEntries(joined)
}
