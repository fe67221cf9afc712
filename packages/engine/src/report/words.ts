import type { RichText } from '../trace/index.ts'

/** Words as plain text, for where there is no type to set Kubernetes nouns in. */
export function plainText(words: RichText): string {
  return words.map((word) => (typeof word === 'string' ? word : word.code)).join('')
}
