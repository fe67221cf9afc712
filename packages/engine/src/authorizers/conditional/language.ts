import type { Attributes, UserInfo } from '../../kube/index.ts'
import type { ConditionResult } from './evaluate.ts'
import type { Spend } from './step-budget.ts'

/**
 * Where a design finds conditions. `rbac`: RBAC compiles its rules into conditions. `access-rules`: the design asks about access
 * rules by name, whatever the authorizers are.
 */
export type ConditionSource = 'rbac' | 'access-rules'

/** An error in the text of an expression, with its place. */
export interface ExpressionProblem {
  /** Stable kebab-case name of the kind of problem. */
  readonly code: string
  readonly message: string
  readonly fix: string
  /** In UTF-16 code units from the start of the expression. */
  readonly start: number
  readonly end: number
}

/** What the API server knows about a request in addition to the attributes of a check. */
export interface RequestFacts {
  /** The target in the headers, before the API server adds groups; absent without impersonation. */
  readonly target?: UserInfo
  /** The request itself, which may differ from the attributes of the check. */
  readonly request?: Attributes
  /** The mode of impersonation that is tried; absent if conditions do not get it. */
  readonly mode?: string
}

/** An expression evaluated with the attributes of a check. For `unknown`, `text` is the rest of the expression. */
export type ReducedExpression =
  | { readonly is: Exclude<ConditionResult, 'unknown'> }
  | { readonly is: 'unknown'; readonly text: string }

/** An expression that was read. */
export interface Expression {
  readonly reduce: (check: Attributes, spend?: Spend) => ReducedExpression
}

/** An expression, or the errors in its text. */
export type ReadExpression =
  | { readonly expression: Expression }
  | { readonly problems: readonly [ExpressionProblem, ...ExpressionProblem[]] }

/** A match condition of a webhook, or the errors in its text. */
export type ReadMatchCondition =
  | { readonly matches: (review: Attributes, spend?: Spend) => Exclude<ConditionResult, 'unknown'> }
  | { readonly problems: readonly [ExpressionProblem, ...ExpressionProblem[]] }

/**
 * The language of conditions. It is a parameter, because the library of CEL is large and few scenarios need it (the entry
 * `cel` has it).
 */
export interface ConditionLanguage {
  /** Reads an expression, or finds its errors. Takes any text and never throws. */
  readonly read: (text: string) => ReadExpression
  /** Reads a match condition of a webhook, or finds its errors. Takes any text and never throws. */
  readonly matchCondition: (text: string) => ReadMatchCondition
  /** Evaluates the rest of an expression after `reduce`, with the further facts. */
  readonly evaluate: (
    residual: string,
    check: Attributes,
    facts: RequestFacts,
    spend?: Spend,
  ) => Exclude<ConditionResult, 'unknown'>
}

/** The language, which reads each expression once: the readings of a design have most of them in common. */
export function readingOnce(language: ConditionLanguage): ConditionLanguage {
  const known = new Map<string, ReadExpression>()
  return {
    ...language,
    read: (text) => {
      const read = known.get(text) ?? language.read(text)
      known.set(text, read)
      return read
    },
  }
}
