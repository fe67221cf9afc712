import type { Diagnostic, LineIndex, SourceRange } from '../../text/index.ts'
import type { ReadMatchCondition } from '../conditional/language.ts'

/** The types of an AuthorizationConfiguration that the engine decides. */
export const CONFIGURED_TYPES: readonly ConfiguredType[] = ['Node', 'RBAC', 'Webhook']
/** The type of an authorizer. */
export type ConfiguredType = 'Node' | 'RBAC' | 'Webhook'

/** An expression that must be true for a webhook to be asked. */
export interface MatchCondition {
  readonly text: string
  readonly matches: Extract<ReadMatchCondition, { matches: unknown }>['matches']
  readonly range: SourceRange
}

/** A webhook of an AuthorizationConfiguration, as far as its fields change what is asked and answered. */
export interface WebhookSettings {
  readonly name: string
  /** The decision where a condition has an error and none is false, and where the call fails. */
  readonly failurePolicy: 'NoOpinion' | 'Deny'
  /** Seconds for which an answer that allows is kept; 0 where none is. */
  readonly authorizedTTL: number
  /** The same for every other answer. */
  readonly unauthorizedTTL: number
  readonly conditions: readonly MatchCondition[]
}

/** One authorizer of the chain. `webhook` is present for the type `Webhook` alone. */
export interface ConfiguredAuthorizer {
  readonly type: ConfiguredType
  readonly webhook?: WebhookSettings
}

/** The result of reading an AuthorizationConfiguration. Before deciding, check that `diagnostics` has no error. */
export interface AuthorizationConfig {
  readonly text: string
  readonly lines: LineIndex
  /** In the order in which they are asked, without those whose validation fails. */
  readonly authorizers: readonly ConfiguredAuthorizer[]
  readonly diagnostics: readonly Diagnostic[]
}
