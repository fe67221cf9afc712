export { CEL } from './cel.ts'
