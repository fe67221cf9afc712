import type { Inline, RichText } from '@authz-playground/engine'
import { MENTIONED_LINE } from '@authz-playground/engine/internal/words'

/** A mention of a line, and where a click on it goes. */
export interface LineLink<Target> {
  /** The words in the sentence: "line 44", "Line 3 of the stored objects". */
  readonly text: string
  readonly target: Target
}

/**
 * Splits a sentence at each mention of a line whose target is known.
 *
 * @param targets by the line in words, as `lineInWords` has it
 */
export function withLineLinks<Target>(
  sentence: RichText,
  targets: ReadonlyMap<string, Target>,
): readonly (Inline | LineLink<Target>)[] {
  return sentence.flatMap((word) => (typeof word === 'string' ? linked(word, targets) : [word]))
}

function linked<Target>(words: string, targets: ReadonlyMap<string, Target>): readonly (Inline | LineLink<Target>)[] {
  const pieces: (Inline | LineLink<Target>)[] = []
  let rest = 0
  for (const { 0: text, index } of words.matchAll(MENTIONED_LINE)) {
    const target = targets.get(text.replace(/^L/, 'l'))
    if (target === undefined) continue
    if (index > rest) pieces.push(words.slice(rest, index))
    pieces.push({ text, target })
    rest = index + text.length
  }
  if (rest < words.length) pieces.push(words.slice(rest))
  return pieces
}
