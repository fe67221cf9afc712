import { isCelError } from '@bufbuild/cel'
import { PARAMETERS } from './check.ts'
import { readExpression } from './read.ts'
import { evaluator } from './run.ts'

/** Reads an expression that makes a text of `parameter`, as a permission’s marker may have one. */
export function readParameter(text: string) {
  const read = readExpression(text, PARAMETERS)
  if ('problems' in read) return read
  const process = (parameter: string): { readonly text: string } | { readonly error: string } => {
    const value = evaluator({ parameter })(read.expr)
    if (typeof value === 'string') return { text: value }
    return { error: isCelError(value) ? value.message : 'it is no text' }
  }
  return { process }
}
