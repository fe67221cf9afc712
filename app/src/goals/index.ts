export { GoalList } from './GoalList.tsx'
export { GoalMark } from './GoalMark.tsx'
export { StaySo } from './StaySo.tsx'
