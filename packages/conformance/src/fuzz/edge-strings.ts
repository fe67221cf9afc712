import type { Random } from '@authz-playground/engine/internal/vectors'
import { AWKWARD } from './words.ts'

/** A string that often breaks code: a known one, or random characters. */
export function edgeString(random: Random): string {
  return random.chance(0.6) ? random.pick(AWKWARD) : anyText(random)
}

const RANGES = [
  [4, [0x21, 0x7e]],
  [3, [0xa0, 0x24f]],
  [2, [0x250, 0x10ff]],
  [2, [0x2000, 0x206f]],
  [2, [0x1100, 0xd7ff]],
  [2, [0xe000, 0xfffd]],
  [2, [0x10000, 0x1ffff]],
  [1, [0x20000, 0x10ffff]],
] as const

/** Without control characters and spaces, which HTTP does not allow everywhere. */
export function anyText(random: Random): string {
  return Array.from({ length: random.between(1, 4) }, () => {
    const [least, most] = random.weighted<readonly [number, number]>(RANGES)
    return String.fromCodePoint(random.between(least, most))
  }).join('')
}

/** A random concatenation of the pieces. */
export function joinedPieces(random: Random, pieces: readonly string[], most: number): string {
  return Array.from({ length: random.between(1, most) }, () => random.pick(pieces)).join('')
}
