import type { Binding, PolicyRule, Role, Subject } from './rbac.ts'
import type { SourceRange } from './source.ts'

/** What an authorizer answers. `Conditional` comes with designs that know conditions. */
export type Decision = 'Allow' | 'NoOpinion' | 'Deny' | 'Conditional'

/** What decided, and where it stands in the text. */
export interface Evidence {
  readonly authorizer: 'system:masters' | 'RBAC' | 'Node'
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
}

/** Which stored object: `namespace` is empty for those of the cluster scope. */
export interface StoredObjectName {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

type Located<T> = T & { readonly range: SourceRange }

/** One authorizer's answer to one access review. */
export interface Answer {
  readonly decision: Decision
  /** In the API server's own words; empty when it gives none. */
  readonly reason: string
  readonly evidence?: Evidence
}
