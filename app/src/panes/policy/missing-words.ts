import { type MissingWord, smallestEdit } from '../../editor/index.ts'
import type { AllowingChange } from '../../worker/index.ts'

/** An item of a list in block style, or what is added to one in flow style: what is before the value, it, and after it. */
const ITEM = /^(\s*- ["']?|\s+["']?)([^\s"',[\]{}]+)(["']?)$/

/**
 * The words that the nearest rules lack, each below the line where it belongs, numbered from 1: those that the first change which extends rules
 * adds. Where a word of them is wrong, no word is missing, and neither is a whole new role.
 */
export function missingWords(
  changes: readonly Pick<AllowingChange, 'kind' | 'diff'>[],
  policy: string,
): readonly (MissingWord & { readonly line: number })[] {
  const change = changes.find(({ kind }) => kind === 'mend' || kind === 'extend')
  if (change?.kind !== 'extend') return []
  const offsetOf = offsets(policy)
  return addedRows(change.diff).flatMap((rows) => {
    const items = rows.map(({ text }) => ITEM.exec(text))
    if (items.includes(null)) return []
    return rows.map(({ line }, at) => {
      const [, before = '', word = '', after = ''] = items[at] ?? []
      return { offset: offsetOf(line), line, before, word, after }
    })
  })
}

/** The offsets of the lines of a text, which is read once where lines are asked for in their order. */
function offsets(text: string): (line: number) => number {
  let [known, offset] = [1, 0]
  return (line) => {
    if (line < known) [known, offset] = [1, 0]
    for (; known < line; known++) offset = text.indexOf('\n', offset) + 1
    return offset
  }
}

interface Row {
  /** The line above it in the text before the change, from 1. */
  readonly line: number
  /** The added line; of a line that only got longer, what was added, as a wrapped row of it. */
  readonly text: string
}

/** The rows that are added without a line between them, together. */
function addedRows(diff: AllowingChange['diff']): readonly (readonly Row[])[] {
  return diff.flatMap((stretch) => {
    const runs: Row[][] = [[]]
    const removed: { readonly line: number; readonly text: string }[] = []
    let line = 0
    for (const { text, before, after } of stretch) {
      if (before !== undefined && after !== undefined) runs.push([])
      if (before !== undefined) line = before
      if (after === undefined) removed.push({ line, text })
      else if (before === undefined) {
        const longer = removed.shift()
        runs.at(-1)?.push({ line: longer?.line ?? line, text: longer ? insertedIn(longer.text, text) : text })
      }
    }
    return runs
  })
}

/** What a line got, hanging below it; nothing where it lost something. */
function insertedIn(before: string, after: string): string {
  const edit = smallestEdit(before, after)
  if (edit === undefined || edit.end > edit.start) return ''
  return `${/^\s*/.exec(before)?.[0]}  ${edit.insert.replace(/^[,\s]+|[,\s]+$/g, '')}`
}
