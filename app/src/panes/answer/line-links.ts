import { type Evidence, evidenceFor, type Inline, type RichText, type Trace } from '@authz-playground/engine'
import { lineInWords, MENTIONED_LINE } from '@authz-playground/engine/views'
import { type Place, placeIn } from '../../session/index.ts'

/** A mention of a line, and where a click on it goes. */
export interface LineLink {
  /** The words in the sentence: "line 44", "line 3 of the stored objects". */
  readonly text: string
  readonly place: Place
}

/** Splits a sentence at each mention of a line whose place is known. */
export function withLineLinks(sentence: RichText, places: ReadonlyMap<string, Place>): readonly (Inline | LineLink)[] {
  return sentence.flatMap((word) => (typeof word === 'string' ? linked(word, places) : [word]))
}

function linked(words: string, places: ReadonlyMap<string, Place>): readonly (Inline | LineLink)[] {
  const pieces: (Inline | LineLink)[] = []
  let rest = 0
  for (const { 0: text, index } of words.matchAll(MENTIONED_LINE)) {
    const place = places.get(text)
    if (place === undefined) continue
    if (index > rest) pieces.push(words.slice(rest, index))
    pieces.push({ text, place })
    rest = index + text.length
  }
  if (rest < words.length) pieces.push(words.slice(rest))
  return pieces
}

/** The places that decided, by their mention in a sentence. Where several begin on one line, any of them is used. */
export function placesByMention(trace: Trace | undefined): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const { check } of trace?.steps ?? []) {
    if (check === undefined) continue
    for (const evidence of evidenceFor(check)) {
      for (const { range } of partsOf(evidence)) {
        const mention = lineInWords(range)
        if (!places.has(mention)) places.set(mention, placeIn(range))
      }
    }
  }
  return places
}

function partsOf({ rule, role, binding, subject, entry, related = [] }: Evidence) {
  return [rule, role, binding, subject, entry, ...related].filter((part) => part !== undefined)
}
