import type { Label, Trace, Words } from '@authz-playground/engine'
import type { Place } from '../scenario/places.ts'

/** A mention of a line, and where a click on it goes. */
export interface LineLink {
  /** As the sentence has it: "line 44". */
  readonly text: string
  readonly place: Place
}

const MENTION = /\bline (\d+)\b/g

/** Splits the lines that are mentioned out of a sentence, where it is known which place of which text is meant. */
export function withLineLinks(sentence: Label, places: ReadonlyMap<number, Place>): readonly (Words | LineLink)[] {
  return sentence.flatMap((word) => (typeof word === 'string' ? linked(word, places) : [word]))
}

function linked(words: string, places: ReadonlyMap<number, Place>): readonly (Words | LineLink)[] {
  const pieces: (Words | LineLink)[] = []
  let rest = 0
  for (const { 0: text, 1: line, index } of words.matchAll(MENTION)) {
    const place = places.get(Number(line))
    if (place === undefined) continue
    if (index > rest) pieces.push(words.slice(rest, index))
    pieces.push({ text, place })
    rest = index + text.length
  }
  if (rest < words.length) pieces.push(words.slice(rest))
  return pieces
}

/** The lines of the policy that had a part in an answer. Where several parts begin on one line, any of them is the place. */
export function placesByLine(trace: Trace | undefined): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>()
  for (const { check } of trace?.steps ?? []) {
    const { rule, role, binding, subject } = check?.answer.evidence ?? {}
    for (const part of [rule, role, binding, subject]) {
      if (part === undefined || places.has(part.range.line)) continue
      places.set(part.range.line, { kind: 'policy', offset: part.range.start })
    }
  }
  return places
}
