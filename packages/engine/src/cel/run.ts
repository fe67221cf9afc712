import { type CelResult, celEnv, celError, isCelError, parse, plan, unparse } from '@bufbuild/cel'
import { strings } from '@bufbuild/cel/ext'
import { MOST_STEPS, stepsOf } from './cost.ts'
import type { Expr } from './tree.ts'
import type { Bindings } from './values.ts'

/** With the functions on texts that some expressions may call. */
const ENVIRONMENT = celEnv({ funcs: strings })

/**
 * Evaluates expressions over the same values, all of them together in no more steps than one may take. Never throws:
 * what fails is an error value.
 */
export type Evaluator = (expr: Expr) => CelResult

export function evaluator(bindings: Bindings): Evaluator {
  let left = MOST_STEPS
  return (expr) => {
    left -= stepsOf(expr, bindings)
    return left < 0 ? TOO_MANY_STEPS : runnerOf(expr)(bindings)
  }
}

const TOO_MANY_STEPS = celError(`evaluating it could take more than ${MOST_STEPS} steps`)

/** Makes ready to evaluate an expression over one choice of values after the other, each within the steps that one may take. */
export function runnerOf(expr: Expr): (bindings: Bindings) => CelResult {
  let planned: ReturnType<typeof plan> | undefined
  return (bindings) => {
    try {
      if (stepsOf(expr, bindings) > MOST_STEPS) return TOO_MANY_STEPS
      // Printed and parsed again, so that what runs is what people are shown, and macros become loops.
      planned ??= plan(ENVIRONMENT, parse(unparse(expr)))
      return planned(bindings)
    } catch (error) {
      return celError(error)
    }
  }
}

/** What RE2 says of a pattern that is none. */
export function wrongPattern(pattern: string): string | undefined {
  const matched = plan(ENVIRONMENT, parse(`"".matches(pattern)`))({ pattern })
  return isCelError(matched) ? matched.message.replace(/^error parsing regexp: /, '') : undefined
}
