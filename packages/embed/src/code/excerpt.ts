/** Neighbouring lines, by their numbers from 0; `end` is the first behind them. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** A stretch of a text as it is shown: its lines, or one line that stands for them until somebody asks. */
export interface ExcerptPart extends LineRange {
  readonly folded: boolean
}

/** A text of so many lines is shown whole. */
const SHORT = 14
/** Lines that are shown before one that counts, so that it is seen what it belongs to. */
const BEFORE = 1
/** Fewer lines than this are shown rather than folded: a fold takes a line itself. */
const WORTH_FOLDING = 3

/**
 * The lines of a text that count, with what they belong to, and folds in between. A page that embeds has no room for a
 * whole policy, and must not have a part that scrolls in itself: it would take the wheel from the page.
 */
export function excerptParts(
  lines: number,
  counting: readonly LineRange[],
  opened: ReadonlySet<number>,
): readonly ExcerptPart[] {
  const shown = new Array<boolean>(lines).fill(lines <= SHORT)
  for (const { start, end } of counting) shown.fill(true, Math.max(0, start - BEFORE), end)
  // A text in which nothing counts begins at its beginning.
  if (counting.length === 0) shown.fill(true, 0, SHORT - 2)
  const stretches: ExcerptPart[] = []
  for (let start = 0; start < lines; ) {
    const folded = shown[start] === false
    let end = start + 1
    while (end < lines && (shown[end] === false) === folded) end++
    stretches.push({ start, end, folded: folded && end - start >= WORTH_FOLDING && !opened.has(start) })
    start = end
  }
  return joined(stretches)
}

/** Stretches that are shown and touch are one. */
function joined(stretches: readonly ExcerptPart[]): readonly ExcerptPart[] {
  const all: ExcerptPart[] = []
  for (const stretch of stretches) {
    const last = all.at(-1)
    if (last !== undefined && !last.folded && !stretch.folded) all[all.length - 1] = { ...last, end: stretch.end }
    else all.push(stretch)
  }
  return all
}
