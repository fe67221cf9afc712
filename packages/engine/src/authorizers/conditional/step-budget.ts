import { BeyondLimit, type SourceRange } from '../../text/index.ts'

/**
 * All conditions of a scenario may take so many steps together, in about a second: a hundred times what one expression
 * may, as kube-apiserver has limits of CEL cost for each expression and for all of a policy.
 */
const MOST_STEPS_TOGETHER = 5_000_000

/** Told before an evaluation how many steps it may take. Throws `BeyondLimit` where those before have left too few. */
export type Spend = (steps: number) => void

/** The steps that evaluating conditions may still take, for all checks of a scenario. */
export class StepBudget {
  #left = MOST_STEPS_TOGETHER

  /** `range`: of what is evaluated, where it has a place in a text. */
  spend(steps: number, range?: () => SourceRange): void {
    this.#left -= steps
    if (this.#left >= 0) return
    const most = MOST_STEPS_TOGETHER.toLocaleString('en')
    const message = `Evaluating the conditions of every check could take more than ${most} steps.`
    throw new BeyondLimit({ message, fix: 'Shorten the conditions, or ask for less at once.' }, range?.())
  }
}
