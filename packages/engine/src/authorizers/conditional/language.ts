import type { Attributes, UserInfo } from '../../kube/index.ts'
import type { ConditionResult } from './evaluate.ts'
import type { Spend } from './step-budget.ts'

/** What is wrong with the text of an expression, and where in it. */
export interface ExpressionProblem {
  /** Stable kebab-case name of the kind of problem. */
  readonly code: string
  readonly message: string
  readonly fix: string
  /** In UTF-16 code units from the start of the expression. */
  readonly start: number
  readonly end: number
}

/** What the API server knows of a request beside what a check carries. */
export interface RequestFacts {
  /** The target as the headers give it, before groups are added to it; absent where nobody is impersonated. */
  readonly target?: UserInfo
  /** The request itself, whoever it is checked for. */
  readonly request?: Attributes
  /** The mode of impersonation that is tried, where the API server tells conditions. */
  readonly mode?: string
}

/** An expression with everything that a check carries folded in. `unknown` leaves the rest of it as a text. */
export type ReducedExpression =
  | { readonly is: Exclude<ConditionResult, 'unknown'> }
  | { readonly is: 'unknown'; readonly text: string }

/** An expression that was read. */
export interface Expression {
  readonly reduce: (check: Attributes, spend?: Spend) => ReducedExpression
}

/** An expression, or what is wrong with its text. */
export type ReadExpression =
  | { readonly expression: Expression }
  | { readonly problems: readonly [ExpressionProblem, ...ExpressionProblem[]] }

/**
 * The language of conditions. Handed to whoever needs it, because its library is large and few scenarios do
 * (`conditions` has CEL).
 */
export interface ConditionLanguage {
  /** Reads an expression; where it has problems, there is none. Takes any text and never throws. */
  readonly read: (text: string) => ReadExpression
  /** Evaluates what `reduce` left, with what the API server knows besides. */
  readonly evaluate: (
    residual: string,
    check: Attributes,
    facts: RequestFacts,
    spend?: Spend,
  ) => Exclude<ConditionResult, 'unknown'>
}
