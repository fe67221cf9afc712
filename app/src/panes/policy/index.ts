export { PolicyPane } from './PolicyPane.tsx'
