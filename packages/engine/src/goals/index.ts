export {
  COUNTED,
  type Goal,
  type GoalAnswer,
  type GoalDeed,
  type GoalProblem,
  type GoalQuestion,
  type GoalSubject,
  type GoalTarget,
} from './goal.ts'
export type { DecideForGoals } from './goal-cluster.ts'
export { GoalJudge, type GoalsInput, scenariosOfGoals } from './judge.ts'
export { goalInWords, type ReadGoal, readGoal } from './read-goal.ts'
export type { GoalResult } from './result.ts'
