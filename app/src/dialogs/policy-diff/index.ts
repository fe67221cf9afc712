export { PolicyDiff } from './PolicyDiff.tsx'
