export type { ProseFrame } from '../frame.ts'
export { showProse } from './show-prose.ts'
