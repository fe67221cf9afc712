import { type CelResult, celEnv, celError, parse, plan, unparse } from '@bufbuild/cel'
import { MOST_STEPS, stepsOf } from './cost.ts'
import type { Expr } from './tree.ts'
import type { Bindings } from './values.ts'

const ENVIRONMENT = celEnv()

/** Evaluates expressions over the same values. Never throws: what fails is an error value. */
export type Evaluator = (expr: Expr) => CelResult

export function evaluator(bindings: Bindings): Evaluator {
  return (expr) => runnerOf(expr)(bindings)
}

/** Makes ready to evaluate an expression over one choice of values after the other. */
export function runnerOf(expr: Expr): (bindings: Bindings) => CelResult {
  let planned: ReturnType<typeof plan> | undefined
  return (bindings) => {
    const steps = stepsOf(expr, bindings)
    if (steps > MOST_STEPS) return celError(`evaluating it could take more than ${MOST_STEPS} steps`)
    try {
      // Printed and parsed again, so that what runs is what people are shown, and macros become loops.
      planned ??= plan(ENVIRONMENT, parse(unparse(expr)))
      return planned(bindings)
    } catch (error) {
      return celError(error)
    }
  }
}
