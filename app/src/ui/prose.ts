import type { RichText } from '@authz-playground/engine'

/** A sentence whose Kubernetes nouns stand between backticks, as words and code. A backtick without its partner stays. */
export function prose(text: string): RichText {
  return text
    .split(/(`[^`]+`)/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^`[^`]+`$/.test(piece) ? { code: piece.slice(1, -1) } : piece))
}
