export { AddAsGoal } from './AddAsGoal.tsx'
export { GoalList } from './GoalList.tsx'
export { GoalMark } from './GoalMark.tsx'
