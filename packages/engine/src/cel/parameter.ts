import { isCelError } from '@bufbuild/cel'
import type { ExpressionProblem } from '../authorizers/index.ts'
import { PARAMETERS } from './check.ts'
import { readExpression } from './read.ts'
import { evaluator } from './run.ts'

/** An expression over a parameter, or its errors. */
export type ReadParameter =
  | { readonly process: (parameter: string) => { readonly text: string } | { readonly error: string } }
  | { readonly problems: readonly [ExpressionProblem, ...ExpressionProblem[]] }

/** Reads an expression that computes a text from `parameter`, for the marker of a permission. */
export function readParameter(text: string): ReadParameter {
  const read = readExpression(text, PARAMETERS)
  if ('problems' in read) return read
  const process = (parameter: string): { readonly text: string } | { readonly error: string } => {
    const value = evaluator({ parameter })(read.expr)
    if (typeof value === 'string') return { text: value }
    return { error: isCelError(value) ? value.message : 'it is not a text' }
  }
  return { process }
}
