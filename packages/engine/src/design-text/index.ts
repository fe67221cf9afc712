export { BASES } from './bases.ts'
export { BOUNDS, type DesignText, readDesign } from './read.ts'
