export { missingWords } from './missing-words.ts'
export { PolicyPane } from './PolicyPane.tsx'
