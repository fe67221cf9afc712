import type { RichText } from '@authz-playground/engine'
import { textWidth } from './measure.ts'
import { wrapped } from './wrapped.ts'

/** A verb in lines of one type size. */
export interface VerbLines {
  readonly lines: readonly RichText[]
  /** In px. */
  readonly size: number
}

/** Sizes of verbs in a chart, in px. A word of a chart is never smaller. */
const SIZES = [12, 11]

/**
 * A verb broken after its colons: after the first one always, after others where a line is too long for a width, in px. A
 * part that is longer than a line breaks after its hyphens, and else anywhere.
 */
export function verbLines(verb: string, width: number): VerbLines {
  const [first = '', ...others] = verb.split(/(?<=:)/)
  const sized = SIZES.map((size) => {
    const fits = (text: string): boolean => textWidth(text, { size }, true) <= width
    const parts = others.length === 0 ? [first] : [first, ...packed(others, fits)]
    return { size, parts, fits, whole: parts.every(fits) }
  })
  const chosen = sized.find(({ whole, parts }) => whole && parts.length <= 2) ?? sized.find(({ whole }) => whole)
  const { size, parts, fits } = chosen ?? (sized.at(-1) as (typeof sized)[number])
  const pieces = parts.flatMap((part) => (fits(part) ? [part] : packed(part.split(/(?<=[-:])/), fits)))
  return { size, lines: pieces.flatMap((piece) => wrapped([{ code: piece }], width, { size })) }
}

/** Parts joined to lines, as many in each as fit. */
function packed(parts: readonly string[], fits: (text: string) => boolean): readonly string[] {
  const lines: string[] = []
  for (const part of parts) {
    const line = (lines.at(-1) ?? '') + part
    if (lines.length > 0 && fits(line)) lines[lines.length - 1] = line
    else lines.push(part)
  }
  return lines
}
