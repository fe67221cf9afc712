/** Lines that fold under the first of them. Lines count from 1. */
export interface Fold {
  readonly first: number
  readonly last: number
}

interface Open {
  readonly line: number
  readonly indent: number
  /** A key without a value: a list at its own indentation belongs to it. */
  readonly key: boolean
}

/** A line that ends a document. */
const SEPARATOR = /^(?:---|\.\.\.)(?:\s|$)/

/**
 * The folds of a stream of YAML: each document under its first line, and everything under a key or an item of a list that
 * is further to the right, or is a list below its key. Blank lines and comments at the end of a fold are not in it.
 */
export function foldsIn(lines: readonly string[]): readonly Fold[] {
  const folds: Fold[] = []
  const open: Open[] = []
  let document: number | undefined
  let last = 0
  const close = (one: Open): void => {
    if (last > one.line) folds.push({ first: one.line, last })
  }
  const closeDocument = (): void => {
    while (open.length > 0) close(open.pop() as Open)
    if (document !== undefined && last > document) folds.push({ first: document, last })
    document = undefined
  }
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    if (SEPARATOR.test(text)) {
      closeDocument()
      continue
    }
    const indent = text.search(/\S/)
    if (indent === -1 || text[indent] === '#') continue
    const item = /^-(?:\s|$)/.test(text.slice(indent))
    for (let top = open.at(-1); top && !holds(top, indent, item); top = open.at(-1)) {
      close(top)
      open.pop()
    }
    // The first line of a document folds the whole of it.
    if (document === undefined) document = line
    else open.push({ line, indent, key: !item && /:\s*(?:#.*)?$/.test(text) })
    last = line
  }
  closeDocument()
  return folds.sort((a, b) => a.first - b.first || b.last - a.last)
}

function holds({ indent, key }: Open, of: number, item: boolean): boolean {
  return of > indent || (of === indent && key && item)
}
