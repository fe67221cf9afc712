import type { Label, Words } from '../trace/index.ts'

/** A piece of a line that is never broken: a word with what sticks to it. */
type Chunk = readonly Words[]

/**
 * Breaks a label into lines of about equal length, none longer than `width` characters where the words allow it, so
 * that a box drawn around them stays compact. Kubernetes nouns are never broken. No word is lost: the lines joined by
 * spaces are the label.
 */
export function brokenIntoLines(label: Label, width: number): readonly Label[] {
  const chunks = chunksOf(label)
  const total = chunks.reduce((sum, chunk) => sum + lengthOf(chunk) + 1, -1)
  const longest = Math.max(0, ...chunks.map(lengthOf))
  const lines = Math.max(1, Math.ceil(total / Math.max(1, width)))
  // Even lines first; wider only as far as the number of lines asks for.
  for (let limit = Math.max(longest, Math.ceil(total / lines)); ; limit++) {
    const filled = fill(chunks, limit)
    if (filled.length <= lines || limit >= Math.max(longest, width)) return filled.map(joined)
  }
}

function chunksOf(label: Label): readonly Chunk[] {
  const chunks: Words[][] = []
  let open: Words[] = []
  const close = (): void => {
    if (open.length > 0) chunks.push(open)
    open = []
  }
  for (const words of label) {
    if (typeof words !== 'string') {
      open.push(words)
      continue
    }
    for (const [i, part] of words.split(/\s/).entries()) {
      if (i > 0) close()
      if (part !== '') open.push(part)
    }
  }
  close()
  return chunks
}

function fill(chunks: readonly Chunk[], limit: number): readonly (readonly Chunk[])[] {
  const lines: Chunk[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const chunk of chunks) {
    const length = lengthOf(chunk)
    if (used + 1 + length > limit) {
      lines.push([chunk])
      used = length
    } else {
      lines.at(-1)?.push(chunk)
      used += 1 + length
    }
  }
  return lines
}

function lengthOf(chunk: Chunk): number {
  return chunk.reduce((sum, words) => sum + (typeof words === 'string' ? words : words.code).length, 0)
}

function joined(line: readonly Chunk[]): Label {
  return line.flatMap((chunk, i) => (i === 0 ? chunk : [' ', ...chunk])).reduce<Words[]>(merged, [])
}

function merged(label: Words[], words: Words): Words[] {
  const last = label.at(-1)
  return typeof last === 'string' && typeof words === 'string'
    ? [...label.slice(0, -1), last + words]
    : [...label, words]
}
