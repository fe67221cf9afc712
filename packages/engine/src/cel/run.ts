import {
  type CelResult,
  CelScalar,
  celEnv,
  celError,
  celFunc,
  celUint,
  isCelError,
  parse,
  plan,
  unparse,
} from '@bufbuild/cel'
import { strings } from '@bufbuild/cel/ext'
import type { Spend } from '../authorizers/index.ts'
import { MOST_STEPS, stepsOf } from './cost.ts'
import type { Expr } from './tree.ts'
import type { Bindings } from './values.ts'

const { DOUBLE, INT, STRING, UINT } = CelScalar

/**
 * Numbers of a text, as cel-go reads them (Go: `common/types/string.go`, `strconv`); the library reads an empty text as 0, and a
 * hexadecimal number. Hexadecimal floating-point numbers, which Go would read, are errors.
 */
const NUMBERS_OF_TEXT = [
  celFunc('int', [STRING], INT, (text) => wholeOf(text, 'int')),
  celFunc('uint', [STRING], UINT, (text) => celUint(wholeOf(text, 'uint'))),
  celFunc('double', [STRING], DOUBLE, (text) => {
    const infinite = /^(?<sign>[+-]?)inf(?:inity)?$/i.exec(text)
    if (infinite) return infinite.groups?.sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    if (/^nan$/i.test(text)) return Number.NaN
    const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
    if (!Number.isFinite(value)) throw notConverted('double')
    return value
  }),
]

function wholeOf(text: string, to: 'int' | 'uint'): bigint {
  if (!(to === 'int' ? /^[+-]?\d+$/ : /^\d+$/).test(text)) throw notConverted(to)
  const value = BigInt(text.replace(/^\+/, ''))
  if (value !== (to === 'int' ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value))) throw notConverted(to)
  return value
}

function notConverted(to: string): Error {
  return celError(`type conversion error from 'string' to '${to}'`)
}

/** The environment, with the string functions that some expressions may call. */
const ENVIRONMENT = celEnv({ funcs: [...strings, ...NUMBERS_OF_TEXT] })

/**
 * Evaluates expressions over the same values, with one budget of steps for all of them. Never throws: a failure is an error
 * value.
 */
export type Evaluator = (expr: Expr) => CelResult

export function evaluator(bindings: Bindings, spend?: Spend): Evaluator {
  let left = MOST_STEPS
  return (expr) => {
    const steps = stepsOf(expr, bindings)
    left -= steps
    if (left < 0) return TOO_MANY_STEPS
    spend?.(steps)
    try {
      return plannedOf(expr)(bindings)
    } catch (error) {
      return celError(error)
    }
  }
}

const TOO_MANY_STEPS = celError(`evaluating it could take more than ${MOST_STEPS} steps`)

type Planned = ReturnType<typeof plan>
const planned = new WeakMap<Expr, Planned>()

/** The cached plan of an expression, which is evaluated for many checks. */
function plannedOf(expr: Expr): Planned {
  // Printed and parsed again, so that the plan is of the text that people see, with macros expanded into loops.
  const known = planned.get(expr) ?? plan(ENVIRONMENT, parse(unparse(expr)))
  planned.set(expr, known)
  return known
}

/** The error of RE2 for an invalid pattern; undefined for a valid one. */
export function wrongPattern(pattern: string): string | undefined {
  const matched = plan(ENVIRONMENT, parse(`"".matches(pattern)`))({ pattern })
  return isCelError(matched) ? matched.message.replace(/^error parsing regexp: /, '') : undefined
}
