import type { DecideForGoals } from './goal-cluster.ts'
import { judgeActAs, judgeBecome, judgeOtherModes } from './impersonation-goals.ts'
import { GoalJudge, type GoalsInput } from './judge.ts'
import { judgeLint } from './lint-goal.ts'
import { nearestInGoal } from './near-goal.ts'
import type { GoalResult } from './result.ts'
import { judgeUnchanged } from './unchanged-goal.ts'

/**
 * The most goals of a list for which the nearest rule is looked for. In a policy of 3 MB that takes 12 ms, and after so many it is
 * the policy that is not the right one.
 */
const MOST_NEAR = 50

/** Judges every goal: {@link GoalJudge} with all its parts. What nearly fits is said of the first goals that fail. */
export class GoalJudgeWithAllParts extends GoalJudge {
  constructor(input: GoalsInput, decide: DecideForGoals) {
    let near = 0
    super(input, decide, {
      lint: judgeLint,
      unchanged: judgeUnchanged,
      impersonation: { judgeActAs, judgeBecome, judgeOtherModes },
      nearest: (...asked) => {
        near += 1
        return near > MOST_NEAR ? {} : nearestInGoal(...asked)
      },
    })
  }
}

/** Judges goals in their order, one a step; see {@link GoalJudgeWithAllParts}. */
export function judgeGoals(input: GoalsInput, decide: DecideForGoals): Generator<GoalResult, void> {
  return new GoalJudgeWithAllParts(input, decide).results()
}
