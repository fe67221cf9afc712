import { type CelResult, celError, isCelError, unparse } from '@bufbuild/cel'
import type {
  ConditionLanguage,
  Expression,
  ExpressionProblem,
  ReadMatchCondition,
  ReducedExpression,
  RequestFacts,
  Spend,
} from '../authorizers/index.ts'
import type { Attributes, UserInfo } from '../kube/index.ts'
import { MATCH_CONDITIONS, PARAMETERS } from './check.ts'
import { fold, isSettledByCheck } from './fold.ts'
import { parseExpression, readExpression } from './read.ts'
import { evaluator } from './run.ts'
import { booleanOf, type Expr } from './tree.ts'
import { allBindings, type Bindings, checkBindings, reviewBindings } from './values.ts'

/**
 * Conditions in CEL. `request.user` and `request.attributes` are known at the time of the check. `impersonatedUser`,
 * `impersonatedRequest` and `request.impersonation` are known only when the API server evaluates the residual condition.
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
  matchCondition: readMatchCondition,
  parameter: readParameter,
}

type Ready = (bindings: Bindings, spend?: Spend) => CelResult

/**
 * The number of cached residual conditions. A residual is evaluated for every mode of impersonation, and for many requests.
 */
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

/** The cost of any evaluation, whatever the expression, in steps. */
const STEPS_TO_BEGIN = 200

/** The cost, in steps, of reading an expression and its variables. */
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

/** The errors of the library for which cel-go has other words, and these (Go: `common/types/err.go`, `interpreter/attributes.go`). */
const WORDS_OF_GO: readonly (readonly [library: RegExp, go: string])[] = [
  [/^field not found/, 'no such key'],
  [/^index (-?\d+) out of bounds .*$/, 'index out of bounds: $1'],
  [/^u?int divide by zero$/, 'division by zero'],
  [/^u?int modulus by zero$/, 'modulus by zero'],
  [/^int overflow during .*$/, 'integer overflow'],
  [/^uint overflow during .*$/, 'unsigned integer overflow'],
  [/^(?:Error: )?Unable to convert string .* to bool$/s, "type conversion error from 'string' to 'bool'"],
  [/^found no matching overload for .*$/s, 'no such overload'],
]

function inWordsOfGo(error: string): string {
  return WORDS_OF_GO.reduce((words, [library, go]) => words.replace(library, go), error)
}

function booleanOfResult(value: CelResult): boolean | { readonly error: string } {
  if (typeof value === 'boolean') return value
  return { error: isCelError(value) ? value.message : 'it is neither true nor false' }
}

/** CEL of kube-apiserver has fields that may be absent; the library does not parse them. */
const OPTIONAL = /\.\?|\[\?/

function readMatchCondition(text: string): ReadMatchCondition {
  const read = readExpression(text, MATCH_CONDITIONS)
  if ('expr' in read) {
    return {
      matches: (review, spend) => {
        spend?.(stepsToBegin(text, review))
        const result = booleanOfResult(evaluator(reviewBindings(review), spend)(read.expr))
        // In the words of kube-apiserver, which reports them.
        return typeof result === 'boolean' ? result : { error: inWordsOfGo(result.error) }
      },
    }
  }
  const [first, ...others] = read.problems
  if (first.code !== 'cel-syntax' || !OPTIONAL.test(text)) return read
  const message = 'The playground does not evaluate optional fields (“.?”).'
  return { problems: [{ ...first, message, fix: 'Write has(x.field) before the field.' }, ...others] }
}

/** An expression over a parameter, or its errors. */
export type ReadParameter =
  | { readonly process: (parameter: string) => { readonly text: string } | { readonly error: string } }
  | { readonly problems: readonly [ExpressionProblem, ...ExpressionProblem[]] }

/** Reads an expression that computes a text from `parameter`, for the marker of a permission. */
function readParameter(text: string): ReadParameter {
  const read = readExpression(text, PARAMETERS)
  if ('problems' in read) return read
  const process = (parameter: string): { readonly text: string } | { readonly error: string } => {
    const value = evaluator({ parameter })(read.expr)
    if (typeof value === 'string') return { text: value }
    return { error: isCelError(value) ? value.message : 'it is not a text' }
  }
  return { process }
}
