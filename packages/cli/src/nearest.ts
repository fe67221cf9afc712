import { nearest } from '@authz-playground/engine/internal/text'

/** The candidate that a word probably means: it is misspelt or abbreviated. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  return nearest(word, candidates) ?? candidates.find((one) => word.length > 2 && one.startsWith(word))
}
