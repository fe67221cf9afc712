import type { Inline, RichText } from '../trace/index.ts'

/** A piece of a line that is never broken: a word with the punctuation next to it. */
interface Chunk {
  readonly words: Inline[]
  /** It follows the previous piece without a space when both are on one line. */
  readonly glued: boolean
}

/**
 * Breaks a label into lines of about equal length, none longer than `width` characters where the words allow it, so that a
 * box around them stays compact. A Kubernetes noun is never broken, but a line may break between two nouns of which the
 * first ends in a colon, as in verbs. The lines, joined, are the label.
 */
export function brokenIntoLines(label: RichText, width: number): readonly RichText[] {
  const chunks = chunksOf(label)
  const total = chunks.reduce((sum, chunk) => sum + lengthOf(chunk) + 1, -1)
  const longest = Math.max(0, ...chunks.map(lengthOf))
  const lines = Math.max(1, Math.ceil(total / Math.max(1, width)))
  // Begin with the shortest width; widen it only until the number of lines fits.
  for (let limit = Math.max(longest, Math.ceil(total / lines)); ; limit++) {
    const filled = fill(chunks, limit)
    if (filled.length <= lines || limit >= Math.max(longest, width)) return filled.map(joined)
  }
}

function chunksOf(label: RichText): readonly Chunk[] {
  const chunks: Chunk[] = []
  let open: Inline[] = []
  let glued = false
  const close = (next: 'glued' | 'spaced'): void => {
    if (open.length > 0) chunks.push({ words: open, glued })
    if (open.length > 0 || next === 'spaced') glued = next === 'glued'
    open = []
  }
  for (const words of label) {
    if (typeof words !== 'string') {
      if (endsInColon(open)) close('glued')
      open.push(words)
      continue
    }
    for (const [i, part] of words.split(/\s/).entries()) {
      if (i > 0) close('spaced')
      if (part !== '') open.push(part)
    }
  }
  close('spaced')
  return chunks
}

/** Whether a line may break before the next noun: the words end in a noun with a colon. */
function endsInColon(words: readonly Inline[]): boolean {
  const last = words.at(-1)
  return typeof last === 'object' && last.code.endsWith(':')
}

function fill(chunks: readonly Chunk[], limit: number): readonly (readonly Chunk[])[] {
  const lines: Chunk[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const chunk of chunks) {
    const length = lengthOf(chunk)
    const gap = chunk.glued ? 0 : 1
    if (used + gap + length > limit) {
      lines.push([chunk])
      used = length
    } else {
      lines.at(-1)?.push(chunk)
      used += gap + length
    }
  }
  return lines
}

function lengthOf({ words }: Chunk): number {
  return words.reduce((sum, word) => sum + (typeof word === 'string' ? word : word.code).length, 0)
}

function joined(line: readonly Chunk[]): RichText {
  const label: Inline[] = []
  for (const words of line.flatMap(({ words, glued }, i) => (i === 0 || glued ? words : [' ', ...words]))) {
    const last = label.at(-1)
    if (typeof last === 'string' && typeof words === 'string') label[label.length - 1] = last + words
    else label.push(words)
  }
  return label
}
