export type { Completion } from './completion.ts'
export type { Hover } from './hover.ts'
export type { Prose } from './prose.ts'
