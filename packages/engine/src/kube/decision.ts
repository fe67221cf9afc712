import type { SourceRange } from '../text/index.ts'
import type { Binding, PolicyRule, Role, Subject } from './rbac.ts'

/** What an authorizer answers. `Conditional` only where the question was whether there are conditions. */
export type Decision = 'Allow' | 'NoOpinion' | 'Deny' | 'Conditional'

/** What a condition that is true does. */
export type Effect = Exclude<Decision, 'Conditional'>

/** Something that an authorizer left to the API server to find out (Go: `authorizer.Condition`). */
export interface Condition {
  /** Unique in its answer. */
  readonly id: string
  readonly effect: Effect
  /** CEL: what is left when everything that the check carries is folded in. */
  readonly condition: string
  /** What its author says about it; empty when nothing. */
  readonly description: string
  /** Where it stands as it was written: the evidence of a decision that it makes. */
  readonly evidence?: Evidence
  /** RBAC only: every rule that it was made of, each as it is held. */
  readonly rules?: readonly Evidence[]
  /** What it came to when the API server evaluated it; absent where it did not, as another had decided before. */
  readonly came?: boolean | { readonly error: string }
}

/** What decided, and where it stands in the text. */
export interface Evidence {
  readonly authorizer: 'system:masters' | 'RBAC' | 'Node' | 'AccessRules' | 'Webhook'
  readonly binding?: Located<Pick<Binding, 'kind' | 'name' | 'namespace'>>
  readonly role?: Located<Pick<Role, 'kind' | 'name' | 'namespace'>>
  readonly rule?: Located<
    Pick<PolicyRule, 'verbs' | 'apiGroups' | 'resources' | 'resourceNames' | 'nonResourceURLs'>
  > & {
    /** Position among the rules written in `role`, from 0. */
    readonly index: number
    /** The ClusterRole that the binding names, where aggregation brought the rule into it from `role`. */
    readonly aggregatedInto?: string
  }
  readonly subject?: Located<Pick<Subject, 'kind' | 'name' | 'namespace'>>
  /**
   * Node only: the stored objects that tie what is asked for to the node, the one that names it first: a pod that mounts
   * a secret; a PersistentVolume that names it, and the pod that claims that. Empty where the node’s name alone decides.
   */
  readonly related?: readonly Located<StoredObjectName>[]
  /** AccessRules only: the entry of a ClusterAccessRule that decided; Webhook only: the entry of the table. */
  readonly entry?: Located<{
    /** Of the ClusterAccessRule; empty for the table. */
    readonly name: string
    /** Position among the entries, from 0. */
    readonly index: number
  }>
}

/** Which stored object: `namespace` is empty for those of the cluster scope. */
export interface StoredObjectName {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** A value with the place where it is written. */
export type Located<T> = T & { readonly range: SourceRange }

/** One authorizer's answer to one access review. */
export interface Answer {
  readonly decision: Decision
  /** In the API server's own words; empty when it gives none. */
  readonly reason: string
  /** Where several authorizers without an opinion were asked: the reasons of those that give one, in their order. */
  readonly reasons?: readonly { readonly name: string; readonly reason: string }[]
  /** What went wrong, where something did. An error changes no decision; the API server tells it where it stops. */
  readonly error?: string
  readonly evidence?: Evidence
  /** Of conditions that were evaluated for several modes of impersonation: the one that they allow. */
  readonly mode?: string
  /** Of a `Conditional` answer of one authorizer: at most 128, the true ones decide. */
  readonly conditions?: readonly Condition[]
  /**
   * Of a `Conditional` answer of several authorizers: theirs, in order. The first that comes to Allow or Deny counts;
   * an unconditional one of these is always the last.
   */
  readonly parts?: readonly NamedAnswer[]
}

/** The answer of one authorizer of several. */
export interface NamedAnswer extends Answer {
  readonly name: string
}
