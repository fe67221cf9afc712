/** Consecutive lines, by their numbers from 0. `end` is exclusive. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** A part of a text: its lines, or one line that replaces them until somebody opens it. */
export interface ExcerptPart extends LineRange {
  readonly folded: boolean
}

/** Texts of up to so many lines are shown whole. */
const SHORT = 14
/** Lines of context before a counting line. */
const BEFORE = 1
/** Fewer lines are not folded, because a fold takes a line itself. */
const WORTH_FOLDING = 3

/**
 * The counting lines of a text with their context, and folds in between. A page that embeds has no room for a whole
 * policy, and a part that scrolls would take the wheel from the page.
 */
export function excerptParts(
  lines: number,
  counting: readonly LineRange[],
  opened: ReadonlySet<number>,
): readonly ExcerptPart[] {
  const shown = new Array<boolean>(lines).fill(lines <= SHORT)
  for (const { start, end } of counting) shown.fill(true, Math.max(0, start - BEFORE), end)
  // A text without counting lines shows its beginning.
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

/** Joins adjacent parts that are not folded. */
function joined(stretches: readonly ExcerptPart[]): readonly ExcerptPart[] {
  const all: ExcerptPart[] = []
  for (const stretch of stretches) {
    const last = all.at(-1)
    if (last !== undefined && !last.folded && !stretch.folded) all[all.length - 1] = { ...last, end: stretch.end }
    else all.push(stretch)
  }
  return all
}
