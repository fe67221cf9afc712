/** The longest word that is compared, because the time grows with the product of the lengths. */
const LONGEST = 64

/**
 * The candidate that a mistyped word was probably meant to be; undefined if none is near enough. Up to two letters may be
 * changed, missing, added or swapped; one in a word of three to five letters, none in a shorter word. Case does not count.
 */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  if (typed.length > LONGEST) return undefined
  const wanted = typed.toLowerCase()
  let best: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const most = slipsAllowed(Math.min(typed.length, candidate.length))
    if (Math.abs(candidate.length - typed.length) > most) continue
    const slips = distance(wanted, candidate.toLowerCase())
    if (slips <= most && slips < fewest) {
      best = candidate
      fewest = slips
    }
  }
  return best
}

/**
 * Whether a word is probably a misspelling of another. Words that differ only in digits are two names: `node-1` and `node-2`.
 */
export function isTypoOf(word: string, meant: string): boolean {
  return (
    word !== meant &&
    Math.abs(word.length - meant.length) <= slipsAllowed(word.length) &&
    withoutDigits(word) !== withoutDigits(meant) &&
    nearest(word, [meant]) !== undefined
  )
}

/**
 * Whether a name that people choose is probably a typing mistake for another: one typo at most. Names that differ in one part
 * of a single letter are two names, as `team-a` and `team-b`.
 */
export function isTypoOfName(name: string, meant: string): boolean {
  const parts = (word: string) => word.split(/[^a-zA-Z0-9]+/)
  const [written, wanted] = [parts(name), parts(meant)]
  const areNumbered =
    written.length === wanted.length &&
    written.every((part, at) => part === wanted[at] || (part.length === 1 && wanted[at]?.length === 1))
  return !areNumbered && isTypoOf(name, meant) && distance(name, meant) === 1
}

function withoutDigits(word: string): string {
  return word.replace(/[0-9]/g, '')
}

function slipsAllowed(length: number): number {
  if (length <= 2) return 0
  return length <= 5 ? 1 : 2
}

/** Optimal string alignment distance: letters changed, missing, added or swapped, no two edits overlapping. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const edited = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      )
      current.push(swapped ? Math.min(edited, (before[column - 2] ?? 0) + 1) : edited)
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
