import type { SubjectName } from '../kube/index.ts'

/**
 * What is opened beyond what the log shows. `names`: any object instead of those that were asked for. `namespaces`: all
 * instead of each. `users`: any user, service account of the namespace, or node. `groups`, `uids`, `extras`: any.
 */
export const WIDENINGS = ['names', 'namespaces', 'users', 'groups', 'uids', 'extras'] as const
/** One of {@link WIDENINGS}. */
export type Widening = (typeof WIDENINGS)[number]

/** Options of {@link constrain}. Without any, the rules allow just the parts that the log shows. */
export interface ConstrainOptions {
  readonly widen?: readonly Widening[]
  /** Plans for these impersonators alone; all others keep what they have. */
  readonly for?: readonly SubjectName[]
}
