import type { Example } from './example.ts'
import first from './made/first.json' with { type: 'json' }

/**
 * The example that the playground opens with, separate from the others, so that the page does not load all of them
 * first.
 */
export const FIRST = first as Example
