import type { SourceRange } from '@authz-playground/engine'

/** Longer passages are shortened. */
const LONGEST = 16
/** So many of its first lines a shortened passage keeps. */
const HEAD = 10

/**
 * The lines of a passage as they are written. Of a long one, such as a binding with many subjects, the beginning and the
 * lines that count; “…” replaces the others.
 */
export function quotation(text: string, passage: SourceRange, counts?: SourceRange): string {
  const start = text.lastIndexOf('\n', passage.start - 1) + 1
  const lines = text.slice(start, passage.end).split('\n')
  if (lines.length <= LONGEST) return lines.join('\n')
  const isShown = (index: number): boolean => {
    const line = passage.line + index
    return index < HEAD || (counts !== undefined && counts.line <= line && line <= counts.endLine)
  }
  return lines
    .flatMap((line, index) => (isShown(index) ? [line] : index === 0 || isShown(index - 1) ? ['…'] : []))
    .join('\n')
}
