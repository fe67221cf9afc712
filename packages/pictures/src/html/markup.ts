import type { RichText } from '@authz-playground/engine'
import { visible } from '@authz-playground/engine/internal/words'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text from input as HTML, for elements and for quoted attributes. Invisible characters are shown by their numbers. */
export function htmlText(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A sentence with its Kubernetes nouns as code. */
export function htmlWords(label: RichText): string {
  return label.map((word) => (typeof word === 'string' ? htmlText(word) : htmlCode(word.code))).join('')
}

export function htmlCode(text: string): string {
  return `<code>${htmlText(text)}</code>`
}

/** Prose with its Kubernetes nouns, which are between backticks, as code. */
export function htmlProse(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((piece) => (/^`[^`]+`$/.test(piece) ? htmlCode(piece.slice(1, -1)) : htmlText(piece)))
    .join('')
}
