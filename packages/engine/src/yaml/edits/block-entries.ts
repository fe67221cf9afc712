import type { TextEdit } from '../../text/index.ts'
import type { TreeNode } from '../tree.ts'
import { deletion } from './flow-entries.ts'
import {
  afterSpace,
  beginOf,
  isFirstInLine,
  isLastInLine,
  lineEnd,
  lineStart,
  nextLine,
  pathTo,
  type SourceTree,
} from './source-tree.ts'

/**
 * Inserts lines after an entry that ends at `end`, in a collection in block style at `column`. Comments after the entry that
 * are indented deeper belong to it.
 */
export function insertLines(
  text: string,
  end: number,
  column: number,
  lines: readonly string[],
  lineBreak: string,
): TextEdit {
  let at = lineEnd(text, end)
  for (let next = nextLine(text, at); next < text.length; next = nextLine(text, next)) {
    const indent = /^ *(?=#)/.exec(text.slice(next, lineEnd(text, next)))?.[0].length ?? -1
    if (indent <= column) break
    at = lineEnd(text, next)
  }
  const indent = ' '.repeat(column)
  return { span: { start: at, end: at }, text: lines.map((line) => lineBreak + indent + line).join('') }
}

/**
 * Removes an entry of a collection in block style, from its dash or key on, where others stay. Its lines go with the comments
 * at their ends; comments in lines of their own stay, except inside the entry.
 */
export function removeLines(text: string, start: number, end: number, next: number | undefined): TextEdit | undefined {
  if (!isLastInLine(text, end)) return undefined
  if (isFirstInLine(text, start)) return deletion(lineStart(text, start), nextLine(text, end))
  if (next === undefined) return undefined
  // The first entry follows the dash of the list around it, and so must the next one.
  const hasComment = text.slice(nextLine(text, end), next).trim() !== ''
  if (!hasComment) return deletion(start, next)
  const before = text.slice(lineStart(text, start), start)
  const blanks = before.length - before.trimEnd().length
  return deletion(start - blanks, lineEnd(text, end))
}

/** Replaces a collection in block style whose only entry is removed by empty brackets, in the line of its key. */
export function emptied(tree: SourceTree, node: TreeNode, brackets: '[]' | '{}'): readonly TextEdit[] | undefined {
  const { text } = tree
  const parent = pathTo(tree, node)?.at(-2)
  const pair = parent?.kind === 'mapping' ? parent.pairs.find(({ value }) => value === node) : undefined
  if (pair === undefined || !isFirstInLine(text, node.start)) {
    return [{ span: { start: node.start, end: node.end }, text: brackets }]
  }
  const colon = afterSpace(text, pair.key.end)
  if (text.charAt(colon) !== ':' || afterSpace(text, colon + 1) !== node.start) return undefined
  return [
    { span: { start: colon + 1, end: colon + 1 }, text: ` ${brackets}` },
    deletion(lineStart(text, node.start), nextLine(text, node.end)),
  ]
}

/** The offset of the dash of each item of a list in block style that begins at `start`. */
export function dashesOf(text: string, start: number, items: readonly TreeNode[]): readonly number[] {
  return items.map((_, i) => (i === 0 ? start : afterSpace(text, items[i - 1]?.end ?? start)))
}

/** The blanks between a dash and its item in the same line. */
export function gapAfter(text: string, dash: number, item: TreeNode): string {
  const gap = text.slice(dash + 1, beginOf(item))
  return /^ +$/.test(gap) ? gap : ' '
}
