import type { SourceRange } from '../text/index.ts'
import type { Obstacle } from '../trace/index.ts'
import type { ValueCause } from './value-mismatch.ts'

/**
 * A part in which a check is compared with what a policy grants. `role`: the connection from the binding to the role.
 * `scope`: whether the binding grants in the namespace of the check, or cluster-wide. `mode`: whether the mode of impersonation
 * that the rule grants is tried.
 */
export type Dimension =
  | 'verb'
  | 'apiGroup'
  | 'resource'
  | 'subresource'
  | 'name'
  | 'path'
  | 'role'
  | 'scope'
  | 'subject'
  | 'mode'

/**
 * What is known about a binding that does not fit. Roles: `not-bound` (no binding names it), `role-not-found` (the binding
 * names a role that does not exist), `role-of-other-kind` (a ClusterRole or Role of that name does), `role-elsewhere` (a Role of
 * that name does, in another namespace), `default-role` (it is a default role, and those do not count), `labels` (an aggregated
 * role does not select it), `no-label` (it has none of the labels that an aggregated role selects), `overwritten` (an aggregated role has other rules than those written in it). Scopes: `cluster-wide` (a RoleBinding
 * cannot grant what is asked without a namespace), `other-namespace`, `no-namespace` (a RoleBinding without one, while its Role is where
 * the check is). Subjects: `no-namespace` (a service account without
 * one), `other-namespace` (a service account of the same name elsewhere), `other-kind`, `implied-group` (authentication adds
 * the group, and the requestor lacks it), `not-in-group`, `no-subjects` (the binding has none).
 */
export type BindingCause =
  | 'not-bound'
  | 'role-not-found'
  | 'role-of-other-kind'
  | 'role-elsewhere'
  | 'default-role'
  | 'labels'
  | 'no-label'
  | 'overwritten'
  | 'cluster-wide'
  | 'other-namespace'
  | 'no-namespace'
  | 'other-kind'
  | 'implied-group'
  | 'not-in-group'
  | 'no-subjects'

/** One dimension in which the rule or its binding does not fit. */
export interface Mismatch {
  readonly dimension: Dimension
  /** Absent where the policy just has another value. */
  readonly cause?: ValueCause | BindingCause | Obstacle['by']
  /** The values of the policy that do not fit, in their order; of many the most similar one comes first. */
  readonly has: readonly string[]
  /** The value that the check asks for. Empty where it has none, as the name of a `list`. */
  readonly asked: string
  /** The value to write instead, where the cause is a mistake. */
  readonly instead?: string
  /** The place of the value in its text. */
  readonly range: SourceRange
}

/** The place of a value: in which part, and the keys and indexes below it. */
export interface At {
  readonly of: 'rule' | 'role' | 'binding' | 'subject'
  readonly path: readonly (string | number)[]
}

/** A mismatch before its place is resolved. */
export type PlacedMismatch = Omit<Mismatch, 'range'> & { readonly at: At }

/** The distance of a mistake in one word. */
export const MISTAKE = 1
/** The distance of a binding that grants somewhere else. */
export const OTHER_SCOPE = 2
/** A grant that is farther than this has little to do with the check. */
export const FARTHEST = 6
