/** The settings of kubectl's tables (Go: `cli-runtime/pkg/printers.GetNewTabWriter`). */
const LEAST_WIDTH = 6
const PADDING = 3

/** A line of cells. The last one belongs to no column. */
type Line = readonly string[]

/**
 * Aligns the cells of a text as kubectl's tables are aligned (Go: `github.com/liggitt/tabwriter`, which remembers widths).
 * A tab ends a cell, a line break a line. Cells of adjacent lines form a column; a column is at least as wide as those at
 * its place before it. A width counts characters, not bytes. The text ends in a line break.
 */
export function alignedTable(text: string): string {
  const writer = new TabWriter()
  const lines = text.split(/[\n\f]/).map((line): Line => line.split(/[\t\v]/))
  const breaks = text.match(/[\n\f]/g) ?? []
  for (const [index, line] of lines.entries()) {
    writer.add(line)
    const end = breaks[index]
    // A line without a column has no effect on the next ones, nor has one that ends in a form feed.
    if (end === '\f' || (end !== undefined && line.length === 1)) writer.flush()
  }
  writer.flush()
  return writer.printed.slice(0, -1)
}

class TabWriter {
  printed = ''
  #lines: Line[] = []
  /** The greatest width that a column had at each place. */
  readonly #greatest: number[] = []

  add(line: Line): void {
    this.#lines.push(line)
  }

  flush(): void {
    for (const line of this.#formatted(this.#lines, [])) this.printed += `${line}\n`
    this.#lines = []
  }

  /** The lines, aligned at the columns whose widths are known and at those to the right of them. */
  #formatted(lines: readonly Line[], widths: readonly number[]): readonly string[] {
    const column = widths.length
    const printed: string[] = []
    for (let at = 0; at < lines.length; ) {
      const line = lines[at] as Line
      if (column >= line.length - 1) {
        printed.push(padded(line, widths))
        at++
        continue
      }
      let end = at
      let width = LEAST_WIDTH
      for (; end < lines.length && column < (lines[end] as Line).length - 1; end++) {
        width = Math.max(width, characters((lines[end] as Line)[column] as string) + PADDING)
      }
      width = Math.max(width, this.#greatest[column] ?? 0)
      this.#greatest[column] = width
      printed.push(...this.#formatted(lines.slice(at, end), [...widths, width]))
      at = end
    }
    return printed
  }
}

function padded(line: Line, widths: readonly number[]): string {
  return line.map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - characters(cell)))).join('')
}

function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
