import { isCelError, unparse } from '@bufbuild/cel'
import type { ConditionLanguage, Expression, Reduced } from '../authorizers/index.ts'
import type { Attributes } from '../kube/index.ts'
import { fold, isSettledByCheck } from './fold.ts'
import { readParameter } from './parameter.ts'
import { parseExpression, readExpression } from './read.ts'
import { evaluator } from './run.ts'
import { booleanOf, type Expr } from './tree.ts'
import { allBindings, type Bindings, checkBindings } from './values.ts'

/**
 * Conditions in CEL. At check time `request.user` and `request.attributes` are known; `impersonatedUser`,
 * `impersonatedRequest` and `request.impersonation` only when the API server evaluates what is left.
 */
export const CEL: ConditionLanguage & { readonly parameter: typeof readParameter } = {
  read: (text) => {
    const read = readExpression(text)
    return 'expr' in read ? { expression: expressionOf(read.expr) } : read
  },
  evaluate: (residual, check, facts) => {
    const read = parseExpression(residual)
    if ('problems' in read) return { error: read.problems[0].message }
    return booleanFrom(read.expr, allBindings(check, facts))
  },
  parameter: readParameter,
}

function expressionOf(expr: Expr): Expression {
  return {
    reduce(check: Attributes): Reduced {
      const bindings = checkBindings(check)
      const folded = fold(expr, bindings)
      const settled = booleanOf(folded)
      if (settled !== undefined) return { is: settled }
      if (isSettledByCheck(folded)) return { is: booleanFrom(folded, bindings) }
      return { is: 'unknown', text: unparse(folded) }
    },
  }
}

function booleanFrom(expr: Expr, bindings: Bindings): boolean | { readonly error: string } {
  const value = evaluator(bindings)(expr)
  if (typeof value === 'boolean') return value
  return { error: isCelError(value) ? value.message : 'it is neither true nor false' }
}
