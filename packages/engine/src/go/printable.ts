import { PRINTABLE_RUNS } from './printable-runs.ts'

/** Code points where runs of printable characters begin and end, alternately. */
let edges: Uint32Array | undefined

/**
 * Whether Go prints a character unescaped (Go: `strconv.IsPrint`, `unicode.IsPrint`). Uses Go's own table, because a
 * browser has a newer version of Unicode, whose new characters Go escapes.
 */
export function isPrintable(codePoint: number): boolean {
  if (codePoint < 0x7f) return codePoint >= 0x20
  edges ??= edgesOf(PRINTABLE_RUNS)
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] as number) <= codePoint) low = middle + 1
    else high = middle
  }
  // Characters before the first edge are not printable, and each edge inverts that.
  return low % 2 === 1
}

function edgesOf(runs: string): Uint32Array {
  let edge = 0
  return Uint32Array.from(runs.trim().split(/\s/), (run) => {
    edge += Number.parseInt(run, 36)
    return edge
  })
}
