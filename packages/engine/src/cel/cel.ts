import { type CelResult, celError, isCelError, unparse } from '@bufbuild/cel'
import type { ConditionLanguage, Expression, ReducedExpression, RequestFacts, Spend } from '../authorizers/index.ts'
import type { Attributes, UserInfo } from '../kube/index.ts'
import { fold, isSettledByCheck } from './fold.ts'
import { type ReadParameter, readParameter } from './parameter.ts'
import { parseExpression, readExpression } from './read.ts'
import { evaluator } from './run.ts'
import { booleanOf, type Expr } from './tree.ts'
import { allBindings, type Bindings, checkBindings } from './values.ts'

/**
 * Conditions in CEL. At check time `request.user` and `request.attributes` are known; `impersonatedUser`,
 * `impersonatedRequest` and `request.impersonation` only when the API server evaluates what is left.
 */
export const CEL: ConditionLanguage & { readonly parameter: (text: string) => ReadParameter } = {
  read: (text) => {
    const read = readExpression(text)
    return 'expr' in read ? { expression: expressionOf(read.expr, text) } : read
  },
  evaluate: (residual, check, facts, spend) => {
    spend?.(stepsToBegin(residual, check, facts))
    return booleanOfResult(ready(residual)(allBindings(check, facts), spend))
  },
  parameter: readParameter,
}

type Ready = (bindings: Bindings, spend?: Spend) => CelResult

/** So many residuals are kept ready: one is evaluated for every mode of impersonation, and for request after request. */
const MOST_READY = 64
const readied = new Map<string, Ready>()

function ready(residual: string): Ready {
  const before = readied.get(residual)
  if (before !== undefined) return before
  const read = parseExpression(residual)
  const made: Ready =
    'problems' in read
      ? () => celError(read.problems[0].message)
      : (bindings, spend) => evaluator(bindings, spend)(read.expr)
  if (readied.size >= MOST_READY) readied.clear()
  readied.set(residual, made)
  return made
}

/** What evaluating takes whatever the expression is: as long as this many steps. */
const STEPS_TO_BEGIN = 200

/** Steps to look at an expression and at what it is evaluated over. */
function stepsToBegin(text: string, { user }: Attributes, { target }: RequestFacts = {}): number {
  return STEPS_TO_BEGIN + text.length + valuesOf(user) + (target === undefined ? 0 : valuesOf(target))
}

function valuesOf({ groups, extra }: UserInfo): number {
  return [...extra.values()].reduce((sum, { length }) => sum + length, groups.length)
}

function expressionOf(expr: Expr, text: string): Expression {
  return {
    reduce(check: Attributes, spend?: Spend): ReducedExpression {
      spend?.(stepsToBegin(text, check))
      const bindings = checkBindings(check)
      const folded = fold(expr, bindings, spend)
      const settled = booleanOf(folded)
      if (settled !== undefined) return { is: settled }
      if (isSettledByCheck(folded)) return { is: booleanOfResult(evaluator(bindings, spend)(folded)) }
      return { is: 'unknown', text: unparse(folded) }
    },
  }
}

function booleanOfResult(value: CelResult): boolean | { readonly error: string } {
  if (typeof value === 'boolean') return value
  return { error: isCelError(value) ? value.message : 'it is neither true nor false' }
}
