export {
  completeGoal,
  type GoalCompletion,
  type GoalNames,
  type GoalTemplate,
  goalNames,
  goalTemplates,
} from './complete-goal.ts'
export {
  COUNTED,
  type Goal,
  type GoalAction,
  type GoalAnswer,
  type GoalProblem,
  type GoalQuestion,
  type GoalSubject,
  type GoalTarget,
  type GoalUserFields,
} from './goal.ts'
export type { DecideForGoals, GoalCluster, GoalParts, ImpersonationGoals } from './goal-cluster.ts'
export { GoalJudge, type GoalsInput, readGoals, scenariosOfGoals } from './judge.ts'
export { GoalJudgeWithAllParts, judgeGoals } from './judge-with-all-parts.ts'
export { goalsOf, type KeptGoals } from './keep.ts'
export { loadGoalParts, partFor } from './load-parts.ts'
export { goalInWords, type ReadGoal, readGoal } from './read-goal.ts'
export type { AskedElsewhere, GoalResult, GoalVerdict } from './result.ts'
