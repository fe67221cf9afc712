export { GoalList } from './GoalList.tsx'
export { GoalMark } from './GoalMark.tsx'
