import type { SourceRange } from '../text/index.ts'
import type { Effect } from './access-rule.ts'
import type { Binding, Role, Rule, SubjectName } from './rbac.ts'

/** The decision of an authorizer. `Conditional` only where the check asked for conditions. */
export type Decision = Effect | 'Conditional'

/** A condition that an authorizer leaves to the API server to evaluate (Go: `authorizer.Condition`). */
export interface Condition {
  /** Unique among the conditions of one answer. */
  readonly id: string
  readonly effect: Effect
  /** CEL: the expression with the values of the check folded in. */
  readonly condition: string
  /** The author's description; empty when there is none. */
  readonly description: string
  /** Its place in the source text, as evidence of its decision. */
  readonly evidence?: Evidence
  /** RBAC only: every rule that it comes from, each with its binding. */
  readonly rules?: readonly Evidence[]
  /** The result of the API server's evaluation; absent where another condition had decided before. */
  readonly came?: boolean | { readonly error: string }
}

/** The rule that decided, and its place in the text. */
export interface Evidence {
  readonly authorizer: 'system:masters' | 'RBAC' | 'Node' | 'AccessRules' | 'Webhook'
  readonly binding?: Located<Pick<Binding, 'kind' | 'name' | 'namespace'>>
  readonly role?: Located<Pick<Role, 'kind' | 'name' | 'namespace'>>
  readonly rule?: Located<Rule> & {
    /** Position among the rules written in `role`, from 0. */
    readonly index: number
    /** The ClusterRole of the binding, if aggregation copied the rule from `role` into it. */
    readonly aggregatedInto?: string
  }
  readonly subject?: Located<SubjectName>
  /**
   * Node only: the stored objects that connect the requested object to the node, starting with the one that names it: a
   * pod that mounts a secret; or a PersistentVolume that names the secret, and the pod that claims the volume. Empty
   * where the node’s name alone decides.
   */
  readonly related?: readonly Located<ObjectName>[]
  /**
   * AccessRules only: the entry of a ClusterAccessRule that decided. Webhook only: the entry of the table, or the match condition
   * that failed.
   */
  readonly entry?: Located<{
    /** Of the ClusterAccessRule, or of the webhook in an AuthorizationConfiguration; empty for the table of the only webhook. */
    readonly name: string
    /** Position among the entries, from 0. */
    readonly index: number
  }>
}

/** A value with its place in a text. */
export type Located<T> = T & { readonly range: SourceRange }

/** One authorizer's answer to one access review. */
export interface Answer {
  readonly decision: Decision
  /** The API server's own text; empty when it has none. */
  readonly reason: string
  /** If several authorizers had no opinion: their reasons, in order. */
  readonly reasons?: readonly { readonly name: string; readonly reason: string }[]
  /** The error, if there was one. An error changes no decision; the API server reports it where the chain stops. */
  readonly error?: string
  /** The errors that `error` joins, where one authorizer has several: a chain joins all of its errors in one list. */
  readonly errors?: readonly string[]
  readonly evidence?: Evidence
  /** If conditions were evaluated for several modes of impersonation: the allowed mode. */
  readonly mode?: string
  /** The decision is that of conditions, which the API server evaluated. */
  readonly afterConditions?: true
  /** The conditions of a `Conditional` answer of one authorizer, at most 128. */
  readonly conditions?: readonly Condition[]
  /**
   * The answers of several authorizers in a `Conditional` answer, in order. The first one that evaluates to Allow or Deny
   * counts. An unconditional Allow or Deny is always the last.
   */
  readonly parts?: readonly NamedAnswer[]
  /**
   * What the webhooks of an AuthorizationConfiguration did, in the order in which the check reached them. Absent where it reached
   * none, and for every other webhook.
   */
  readonly webhooks?: readonly WebhookVisit[]
}

/** A check at one webhook of an AuthorizationConfiguration. */
export type WebhookVisit = { readonly name: string } & (
  | {
      readonly is: 'asked'
      readonly answer: Effect
      /** Its status was both allowed and denied: a Deny, which is kept as long as an Allow. */
      readonly allowedToo?: true
      /** Seconds since the webhook gave this answer to an earlier review; absent where it got this one. */
      readonly cachedFor?: number
    }
  /** The webhook got the review, and the call failed. `result`: the label of the metrics. */
  | { readonly is: 'failed'; readonly answer: Effect; readonly error: string; readonly result: 'error' | 'timeout' }
  /** A match condition is false. `condition`: its position, from 0. `others`: some before it have errors, which do not count. */
  | { readonly is: 'skipped'; readonly condition: Located<{ readonly index: number }>; readonly others?: 'errors' }
  /** Match conditions have errors, and none is false: the webhook is not asked, and `answer` follows from its failurePolicy. */
  | {
      readonly is: 'not-asked'
      readonly answer: Effect
      readonly error: string
      readonly condition: Located<{ readonly index: number }>
    }
)

/** The answer of one authorizer of several. */
export interface NamedAnswer extends Answer {
  readonly name: string
}

/** The name of an object. `namespace` is empty for cluster-scoped objects. */
export interface ObjectName {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/**
 * A text that is equal for objects of the same kind, namespace and name alone. The names of a text that is not valid may have
 * any characters, so the length of the namespace says where it ends.
 */
export function objectKey({ kind, namespace, name }: ObjectName): string {
  return `${kind}/${namespace.length}/${namespace}/${name}`
}

/**
 * The name of an authorizer that `--authorization-mode` configures, in reasons and in the label `name` of metrics: its mode in
 * small letters, and `default` for the webhook (Go: `GetNameForAuthorizerMode`, `defaultWebhookName` in `pkg/kubeapiserver`). A
 * file for `--authorization-config` names webhooks itself. Access rules exist in no server.
 */
export const AUTHORIZER_NAMES: Readonly<Partial<Record<Evidence['authorizer'], string>>> = {
  Node: 'node',
  RBAC: 'rbac',
  Webhook: 'default',
}
