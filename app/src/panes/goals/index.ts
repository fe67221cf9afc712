export { GoalsPane } from './GoalsPane.tsx'
