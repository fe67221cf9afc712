import type { DecideForGoals } from './goal-cluster.ts'
import { type GoalsInput, LeanGoalJudge } from './judge.ts'
import { judgeLint } from './lint-goal.ts'
import { nearestInGoal } from './near-goal.ts'
import { judgeUnchanged } from './unchanged-goal.ts'

/** Judges every goal: {@link LeanGoalJudge} with all its parts. */
export class GoalJudge extends LeanGoalJudge {
  constructor(input: GoalsInput, decide: DecideForGoals) {
    super(input, decide, { lint: judgeLint, unchanged: judgeUnchanged, nearest: nearestInGoal })
  }
}
