/** The example that the playground opens on, apart from the others, so that a page need not load them all to begin. */
export { firstExample as FIRST } from './docs.ts'
