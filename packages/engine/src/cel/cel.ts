import { type CelResult, celError, isCelError, unparse } from '@bufbuild/cel'
import type { ConditionLanguage, Expression, Reduced } from '../authorizers/index.ts'
import type { Attributes } from '../kube/index.ts'
import { fold, isSettledByCheck } from './fold.ts'
import { type ReadParameter, readParameter } from './parameter.ts'
import { parseExpression, readExpression } from './read.ts'
import { evaluator, runnerOf } from './run.ts'
import { booleanOf, type Expr } from './tree.ts'
import { allBindings, type Bindings, checkBindings } from './values.ts'

/**
 * Conditions in CEL. At check time `request.user` and `request.attributes` are known; `impersonatedUser`,
 * `impersonatedRequest` and `request.impersonation` only when the API server evaluates what is left.
 */
export const CEL: ConditionLanguage & { readonly parameter: (text: string) => ReadParameter } = {
  read: (text) => {
    const read = readExpression(text)
    return 'expr' in read ? { expression: expressionOf(read.expr) } : read
  },
  evaluate: (residual, check, facts) => booleanOfResult(ready(residual)(allBindings(check, facts))),
  parameter: readParameter,
}

type Ready = (bindings: Bindings) => CelResult

/** So many residuals are kept ready: one is evaluated for every mode of impersonation, and for request after request. */
const MOST_READY = 64
const readied = new Map<string, Ready>()

function ready(residual: string): Ready {
  const before = readied.get(residual)
  if (before !== undefined) return before
  const read = parseExpression(residual)
  const made: Ready = 'problems' in read ? () => celError(read.problems[0].message) : runnerOf(read.expr)
  if (readied.size >= MOST_READY) readied.clear()
  readied.set(residual, made)
  return made
}

function expressionOf(expr: Expr): Expression {
  return {
    reduce(check: Attributes): Reduced {
      const bindings = checkBindings(check)
      const folded = fold(expr, bindings)
      const settled = booleanOf(folded)
      if (settled !== undefined) return { is: settled }
      if (isSettledByCheck(folded)) return { is: booleanOfResult(evaluator(bindings)(folded)) }
      return { is: 'unknown', text: unparse(folded) }
    },
  }
}

function booleanOfResult(value: CelResult): boolean | { readonly error: string } {
  if (typeof value === 'boolean') return value
  return { error: isCelError(value) ? value.message : 'it is neither true nor false' }
}
