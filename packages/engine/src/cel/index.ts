export { CEL } from './cel.ts'
export type { ReadParameter } from './parameter.ts'
