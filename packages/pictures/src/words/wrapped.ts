import type { Inline, RichText } from '@authz-playground/engine'
import { labelWidth, type Type, wordsWidth } from './measure.ts'

/** Pieces that stay on one line, and whether there is a space before them. */
interface Chunk {
  readonly label: RichText
  readonly spaced: boolean
}

/**
 * Breaks words into lines of at most a width, in px. Lines break at spaces; a name that is longer than a line breaks
 * anywhere. Only spaces are removed.
 */
export function wrapped(label: RichText, width: number, type: Type): readonly RichText[] {
  const lines: { label: Inline[]; width: number }[] = []
  for (const chunk of chunksOf(label).flatMap((chunk) => broken(chunk, width, type))) {
    const own = labelWidth(chunk.label, type)
    const line = lines.at(-1)
    const space = chunk.spaced ? [spaceBetween(line?.label.at(-1), chunk.label[0])] : []
    const more = labelWidth(space, type) + own
    if (line === undefined || line.width + more > width) lines.push({ label: [...chunk.label], width: own })
    else {
      line.label.push(...space, ...chunk.label)
      line.width += more
    }
  }
  return lines.map((line) => joined(line.label))
}

/** A space between two pieces of code is code. */
function spaceBetween(before: Inline | undefined, after: Inline | undefined): Inline {
  return typeof before === 'object' && typeof after === 'object' ? { code: ' ' } : ' '
}

/** The first lines. The last one ends in "…" where lines are left out. */
export function atMost(lines: readonly RichText[], most: number): readonly RichText[] {
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), joined([...(lines[most - 1] ?? []), ' …'])]
}

function chunksOf(label: RichText): readonly Chunk[] {
  const chunks: { label: Inline[]; spaced: boolean }[] = []
  let open = false
  let spaced = false
  const add = (words: Inline): void => {
    if (open) chunks.at(-1)?.label.push(words)
    else chunks.push({ label: [words], spaced })
    open = true
    spaced = false
  }
  for (const words of label) {
    const text = typeof words === 'string' ? words : words.code
    for (const [i, part] of text.split(/\s+/).entries()) {
      if (i > 0) {
        open = false
        spaced = chunks.length > 0
      }
      if (part !== '') add(typeof words === 'string' ? part : { code: part })
    }
  }
  return chunks
}

/** A chunk that is wider than a line, in pieces that are not. */
function broken(chunk: Chunk, width: number, type: Type): readonly Chunk[] {
  if (labelWidth(chunk.label, type) <= width) return [chunk]
  const pieces: { label: Inline[]; width: number }[] = []
  for (const words of chunk.label) {
    const code = typeof words !== 'string'
    for (const character of code ? words.code : words) {
      const piece: Inline = code ? { code: character } : character
      const own = wordsWidth(piece, type)
      const last = pieces.at(-1)
      if (last === undefined || last.width + own > width) pieces.push({ label: [piece], width: own })
      else {
        last.label.push(piece)
        last.width += own
      }
    }
  }
  return pieces.map(({ label }, i) => ({ label: joined(label), spaced: i === 0 && chunk.spaced }))
}

/** Joins adjacent pieces of one kind. */
function joined(label: RichText): RichText {
  const pieces: Inline[] = []
  for (const words of label) {
    const last = pieces.at(-1)
    if (typeof words === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + words
    else if (typeof words !== 'string' && typeof last === 'object')
      pieces[pieces.length - 1] = { code: last.code + words.code }
    else pieces.push(words)
  }
  return pieces
}
