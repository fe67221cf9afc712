import type { Span } from '../text/index.ts'

/** The effect of a true condition. */
export type Effect = 'Allow' | 'NoOpinion' | 'Deny'

/** An expression inside a document. `span` is that of the YAML scalar that holds it, quotes or indicator included. */
export interface ExpressionText {
  readonly text: string
  readonly span: Span
}

/** One effect of an access rule and its condition. */
export interface AccessRuleEntry {
  readonly effect: Effect
  readonly condition: ExpressionText
  /** Empty when there is none. */
  readonly description: string
  readonly span: Span
}

/**
 * A ClusterAccessRule, as a comment in KEP-5284's review sketches it. No server has this kind. It has no subjects: its
 * expressions alone select the users.
 */
export interface AccessRule {
  readonly name: string
  readonly nameSpan: Span
  /** Absent where the rule has none. */
  readonly filter?: ExpressionText
  readonly entries: readonly AccessRuleEntry[]
  readonly span: Span
}
