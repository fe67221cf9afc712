import type { Span } from '@authz-playground/engine'
import type { SequenceNode } from '@authz-playground/engine/editing'

/** A range of a text to remove: turned into comments where it has lines of its own, else into blanks. */
interface Cut extends Span {
  readonly as: 'comment' | 'blank'
}

/** Entries of a list to remove from a text. */
export interface Unwanted {
  readonly list: SequenceNode
  /** In ascending order. */
  readonly entries: readonly number[]
}

/**
 * The text without some entries of its lists. Nothing moves: the rest keeps its lines and columns, and the text its
 * length. Entries with lines of their own become comments, so that a reader sees them; those between brackets become
 * blanks, each with a comma.
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

/** The first dash that begins a line. Comments and the end of the previous entry precede it. */
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

/** The comma between two offsets, with only blanks and comments around it. */
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

/** Replaces the dash and the column below it by `#`, and the text to its left by blanks. */
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
