import type { Span } from '@authz-playground/engine'
import type { PastedPart } from '@authz-playground/engine/documents'

/** A part of a pasted text, or all of it as goals alone or as something about a course. */
export type Recognised =
  | PastedPart
  | { readonly is: 'course'; readonly text: string }
  | { readonly is: 'goals'; readonly text: string }

/** A part whose text is a place in the text that was recognised: large texts are not sent back to the page, which has them. */
export type SentPart = Sent<Recognised>

type Sent<Part> = Part extends { readonly text: string } ? Omit<Part, 'text'> & { readonly text: string | Span } : Part

/** The parts of a text, to be sent to who has the text. */
export function sentParts(text: string, parts: readonly Recognised[]): readonly SentPart[] {
  // Most parts are in the order of the text.
  let after = 0
  return parts.map((part) => {
    if (!('text' in part)) return part
    const next = text.indexOf(part.text, after)
    const start = next === -1 ? text.indexOf(part.text) : next
    if (start !== -1) after = start + part.text.length
    return start === -1 ? part : { ...part, text: { start, end: start + part.text.length } }
  })
}

/** The parts again, with their texts. */
export function receivedParts(text: string, parts: readonly SentPart[]): readonly Recognised[] {
  return parts.map((part) => {
    if (!('text' in part)) return part
    const own = typeof part.text === 'string' ? part.text : text.slice(part.text.start, part.text.end)
    return { ...part, text: own } as Recognised
  })
}
