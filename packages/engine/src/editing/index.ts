export { completeAt } from './complete.ts'
export type { Completion } from './completion.ts'
export { type Hover, hoverAt } from './hover.ts'
export type { Prose } from './prose.ts'
