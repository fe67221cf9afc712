import type { SequenceNode, Span } from '@authz-playground/engine'

/** A stretch of a text that is to say nothing any more: turned into comments where lines are its own, else into blanks. */
interface Cut extends Span {
  readonly as: 'comment' | 'blank'
}

/** Entries of a list that are to be taken out of a text. */
export interface Unwanted {
  readonly list: SequenceNode
  /** In ascending order. */
  readonly entries: readonly number[]
}

/**
 * The text without some entries of its lists. Nothing moves: what stays keeps its line and column, and the text its
 * length. Entries that have lines of their own become comments, so that a reader sees what was there; those between
 * brackets become blanks, with a comma each.
 */
export function takenOut(text: string, unwanted: readonly Unwanted[], syntax: 'yaml' | 'json'): string {
  const cuts = unwanted.flatMap(({ list, entries }) =>
    text.charAt(list.start) === '[' ? betweenBrackets(text, list, entries, syntax) : onLines(text, list, entries),
  )
  return cuts.reduce((left, cut) => (cut.as === 'comment' ? commentedOut(left, cut) : blanked(left, cut)), text)
}

function onLines(text: string, { items, start }: SequenceNode, entries: readonly number[]): readonly Cut[] {
  return entries.flatMap((entry): readonly Cut[] => {
    const item = items[entry]
    const dash = dashBehind(text, items[entry - 1]?.end ?? start - (columnOf(text, start) - 1))
    return item === undefined || dash === undefined ? [] : [{ start: dash, end: item.end, as: 'comment' }]
  })
}

/** The first dash that begins a line. What stands before it are comments and the end of the entry before. */
function dashBehind(text: string, from: number): number | undefined {
  const line = /^[ \t]*-/gm
  line.lastIndex = from
  const found = line.exec(text)
  return found === null ? undefined : found.index + found[0].length - 1
}

function betweenBrackets(
  text: string,
  { items, end }: SequenceNode,
  entries: readonly number[],
  syntax: 'yaml' | 'json',
): readonly Cut[] {
  const gone = new Set(entries)
  const lastKept = items.findLastIndex((_, at) => !gone.has(at))
  return items.flatMap((item, at): readonly Cut[] => {
    const comma = commaIn(text, item.end, items[at + 1]?.start ?? end - 1, syntax)
    const withComma: readonly Cut[] = comma === undefined ? [] : [{ start: comma, end: comma + 1, as: 'blank' }]
    if (gone.has(at)) return [{ start: item.start, end: item.end, as: 'blank' }, ...withComma]
    // The entries after the last one that stays are removed completely.
    return at === lastKept && at < items.length - 1 ? withComma : []
  })
}

/** The comma between two places that hold nothing else but blanks and comments. */
function commaIn(text: string, from: number, to: number, syntax: 'yaml' | 'json'): number | undefined {
  for (let at = from; at < to; at++) {
    const character = text.charAt(at)
    if (character === ',') return at
    if (character !== '#' || syntax === 'json') continue
    const lineEnd = text.indexOf('\n', at)
    if (lineEnd === -1) return undefined
    at = lineEnd
  }
  return undefined
}

/** Puts a `#` in the place of the dash and below it, and blanks what stands further to the left. */
function commentedOut(text: string, { start, end }: Span): string {
  const column = columnOf(text, start) - 1
  const lines = text.slice(start, end).split('\n')
  const commented = lines.map((line, at) => {
    if (at === 0) return `#${line.slice(1)}`
    if (line.slice(0, column + 1).trim() !== '') return line.replace(/[^\r]/g, ' ')
    return line.length <= column ? line : `${line.slice(0, column)}#${line.slice(column + 1)}`
  })
  return text.slice(0, start) + commented.join('\n') + text.slice(end)
}

function blanked(text: string, { start, end }: Span): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end)
}

/** From 1. */
function columnOf(text: string, offset: number): number {
  return offset - text.lastIndexOf('\n', offset - 1)
}
