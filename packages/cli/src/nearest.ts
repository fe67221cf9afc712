import { nearest } from '@authz-playground/engine'

/** The candidate that is most like a word: a slip of it, or what it begins. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  return nearest(word, candidates) ?? candidates.find((one) => word.length > 2 && one.startsWith(word))
}
