import { BeyondLimit, type SourceRange } from '../../text/index.ts'

/**
 * The most steps of all conditions of a scenario together, which take about a second. It is a hundred times the limit of
 * one expression; kube-apiserver also has one limit of CEL cost for an expression and one for a whole policy.
 */
const MOST_STEPS_TOGETHER = 5_000_000

/** Called before an evaluation with the most steps that it may take. Throws `BeyondLimit` if fewer steps remain. */
export type Spend = (steps: number) => void

/** The steps that evaluating conditions may still take, for all checks of a scenario. */
export class StepBudget {
  #left = MOST_STEPS_TOGETHER

  /** `range`: the place of the expression; absent if it is in no text. Throws `BeyondLimit`. */
  spend(steps: number, range?: () => SourceRange): void {
    this.#left -= steps
    if (this.#left >= 0) return
    const most = MOST_STEPS_TOGETHER.toLocaleString('en')
    const message = `Evaluating the conditions of every check could take more than ${most} steps.`
    throw new BeyondLimit({ message, fix: 'Shorten the conditions, or ask for less at once.' }, range?.())
  }
}
