import { type Check, plainText, type RichText, type SourceRange, type Step } from '@authz-playground/engine'
import { finalAnswer } from '@authz-playground/engine/internal/trace'
import { lineInWords } from '@authz-playground/engine/internal/words'
import type { Rectangle } from '../layout/geometry.ts'
import type { GridCell } from '../layout/grid-asks.ts'
import type { GridNode, GridRow, QuestionGrid } from '../layout/grid-parts.ts'
import type { ColourName } from '../marks/colours.ts'
import { MARKS, type Marked } from '../marks/marks.ts'
import { counted } from '../words/counted.ts'
import { labelWidth, textWidth } from '../words/measure.ts'
import type { ChartState, PassageState } from './chart-state.ts'
import { edgePaint, type Paint, WASHES } from './paints.ts'
import type { MarkPiece } from './stamps.ts'

/** What the grid shows of a run at a moment. */
export interface GridMoment {
  readonly state: ChartState
  readonly steps: readonly Step[]
  /** For a row whose question was not allowed: the rule that comes closest, "nearly: lines 30–34". */
  readonly nearly?: ReadonlyMap<string, RichText>
}

/** A piece of a cell: a mark, or words with their baseline at y. */
export type CellPiece =
  | MarkPiece
  | {
      readonly kind: 'words'
      readonly words: RichText
      readonly x: number
      readonly y: number
      readonly size: number
      readonly anchor: 'start' | 'middle'
      readonly fill: `--${ColourName}`
      readonly strong?: true
    }

/** A box of the grid at a moment. */
export interface CellShape {
  readonly node: string
  readonly box: Rectangle
  readonly radius: number
  readonly paint: Paint
  readonly dashed: boolean
  readonly pieces: readonly CellPiece[]
}

/** The dashes of a box that the run passed over, at its end. Before the end they would tell where it goes. */
export const PASSED_OVER = '3 3'

const SIZE = 12
const SMALL = 11
const LINE = 15
/** Line height of the checks of a cell, and where their words begin. Px. */
const ROW = { height: 14.5, words: 27, mark: 12.5 }
const MARK = { size: 14, gap: 5 }
/** The space beside the words of a card, the baselines of its title and, from below, of its decision, and its marks. Px. */
const CARD = { beside: 12, title: 21, decision: 10, mark: 12.5, words: 18 }
/** The most rows of a cell with several checks, below its verb. */
const MOST_ROWS = 4

/** One line of a cell about several checks. */
interface CheckRow {
  readonly marked: Marked
  readonly words: readonly string[]
}

/** What a cell says at a moment, from the trace. */
interface CellSays {
  /** Absent before there is an answer. */
  readonly marked?: Marked
  /** The first line, instead of the word of the mark. */
  readonly first?: string
  readonly rows: readonly CheckRow[]
}

/** The cells of a grid at a moment. */
export function cellsAt(grid: QuestionGrid, moment: GridMoment): readonly CellShape[] {
  return grid.nodes.flatMap((node) => (node.cell === undefined ? [] : [cellShape(node, node.cell, moment)]))
}

function cellShape(node: GridNode, cell: GridCell, moment: GridMoment): CellShape {
  const { id, box } = node
  const { state, steps } = moment
  const look = state.nodes.get(id)
  const says = cellSays(
    id,
    moment,
    cell.kind === 'card' ? { least: 1, most: cell.rows } : { least: 2, most: MOST_ROWS },
  )
  const ended = state.at !== undefined && steps.at(-1)?.node === state.at && state.nodes.get(state.at) === 'current'
  const open = look === 'open' || look === 'next'
  const closed = look === 'closed' || (open && ended)
  const asking = says.first === ASKING
  const ink = look === 'passed' || look === 'current' ? '--ink' : '--ink-soft'
  const paint: Paint = asking
    ? { fill: '--lit', stroke: '--ink', 'stroke-width': 2 }
    : says.marked !== undefined
      ? { fill: WASHES[says.marked], stroke: MARKS[says.marked].token, 'stroke-width': cell.kind === 'end' ? 2 : 1.5 }
      : { fill: '--ground', stroke: look === 'passed' ? '--chart-taken' : '--chart-faded', 'stroke-width': 1 }
  return {
    node: id,
    box,
    radius: cell.kind === 'end' ? box.height / 2 : 4,
    paint,
    dashed: closed && ended && cell.kind !== 'end',
    pieces: piecesOf(open && cell.kind === 'end' ? { ...cell, word: cell.usual } : cell, says, box, ink),
  }
}

const ASKING = '? asking'

/** How many rows of checks a cell has. Fewer than the least are said by its decision alone. */
interface RowCount {
  readonly least: number
  readonly most: number
}

/** What a node says at a moment: mark and decision, several checks as rows, "asking" while it asks. */
function cellSays(id: string, { state, steps }: GridMoment, { least, most }: RowCount): CellSays {
  const stamps = state.stamps.get(id) ?? []
  const checks = stamps.flatMap(({ step }) => steps[step]?.check ?? [])
  const last = stamps.at(-1)
  const left = edgeFrom(id, steps)
  const gone = left?.edge !== undefined && state.edges.get(left.edge) === 'passed'
  if (state.nodes.get(id) === 'current' && !gone) {
    const total = steps.filter(({ node, check }) => node === id && check).length
    if (stamps.length < total) return { first: ASKING, rows: checks.length > 0 ? checkRows(checks, most) : [] }
  }
  if (last === undefined) return gone ? { first: unasked(left), rows: [] } : { rows: [] }
  // An identity may be refused after checks that were all allowed, without a check of its own.
  const refused = gone && last.marked === 'Allow' && /:(?:no|first|last|next)$/.test(left?.edge ?? '')
  const rows = checkRows(checks, most)
  if (refused)
    return {
      marked: 'NotSent',
      rows: [...rows, { marked: 'NotSent', words: ['refused unasked', 'refused'] } as const].slice(-most),
    }
  return { marked: last.marked, rows: rows.length >= least ? rows : [] }
}

/** The first arrival after a node’s last step. */
function edgeFrom(id: string, steps: readonly Step[]): Step | undefined {
  return steps[steps.findLastIndex(({ node }) => node === id) + 1]
}

/** A question that the server remembers the answer of, or that has no part to ask about. */
function unasked(left: Step | undefined): string {
  return left?.edge?.endsWith(':kept') ? 'as just now' : 'nothing to ask'
}

/** Checks as at most so many rows: neighbours with the same answer about the same resource are counted. */
function checkRows(checks: readonly Check[], most: number): readonly CheckRow[] {
  const rows: { marked: Marked; resource: string; whole: string; count: number; failed: boolean }[] = []
  for (const [i, check] of checks.entries()) {
    const { resource, subresource, name } = check.attributes
    const marked = finalAnswer(check).decision
    const failed = marked !== 'Allow' && i === checks.length - 1
    const before = rows.at(-1)
    if (before?.marked === marked && before.resource === resource && !failed) before.count++
    else {
      const whole = resource === 'userextras' ? `${resource}/${subresource}` : `${resource} ${name}`
      rows.push({ marked, resource, whole, count: 1, failed })
    }
  }
  const shown = rows.map(
    ({ marked, resource, whole, count }): CheckRow => ({
      marked,
      words: count > 1 ? [`${resource} (${count})`, resource] : [whole, resource],
    }),
  )
  if (shown.length <= most) return shown
  const late = Math.max(0, most - 1)
  const early = rows.slice(0, rows.length - late)
  const all = early.every(({ marked }) => marked === early[0]?.marked)
  const sum = early.reduce((number, { count }) => number + count, 0)
  const marked = all ? (early[0]?.marked ?? 'Allow') : 'NotDecided'
  return [{ marked, words: [counted(sum, 'check'), `${sum}`] }, ...shown.slice(shown.length - late)]
}

function piecesOf(cell: GridCell, says: CellSays, box: Rectangle, ink: '--ink' | '--ink-soft'): readonly CellPiece[] {
  const middle = box.left + box.width / 2
  const centre = box.top + box.height / 2
  if (cell.kind === 'end') {
    const word = cell.word
    return decisionAt(says, word, middle, centre + 4.5, box.width - 8, ink)
  }
  if (cell.kind === 'card') return cardPieces(cell, says, box, ink)
  if (cell.kind === 'bar') {
    const decided = says.marked !== undefined || says.first === ASKING
    if (cell.inline && decided) {
      const words = cell.lines[0] ?? []
      const beside = 8 + labelWidth(words, { size: SIZE })
      // A word that has no room beside the question leaves its mark to say the decision.
      const isWide = headWidth(says, firstOf(says), SIZE) + beside > box.width - 6
      const first = isWide && says.marked !== undefined ? '' : firstOf(says)
      const head = headWidth(says, first, SIZE)
      const start = middle - (head + beside) / 2
      return [
        ...decisionAt(says, first, start + head / 2, centre + 4.5, head + 1, ink),
        { kind: 'words', words, x: start + head + 8, y: centre + 4.5, size: SIZE, anchor: 'start', fill: ink },
      ]
    }
    return stacked(decided ? says : undefined, cell.lines, SIZE, box, ink)
  }
  if (says.rows.length === 0) {
    const decided = says.marked !== undefined || says.first !== undefined
    return stacked(decided ? says : undefined, cell.verb.lines, cell.verb.size, box, ink)
  }
  return withRows(cell.text, says, box, ink)
}

/** The title, the words and checks below it, and the decision in the right lower corner. */
function cardPieces(
  { title, lines, below, rows }: Extract<GridCell, { kind: 'card' }>,
  says: CellSays,
  { left, top, width, height }: Rectangle,
  fill: '--ink' | '--ink-soft',
): readonly CellPiece[] {
  const x = left + CARD.beside
  const first = firstOf(says)
  const head = headWidth(says, first, SIZE)
  const common = { kind: 'words', x, anchor: 'start', fill } as const
  return [
    ...title.map((words, i): CellPiece => ({ ...common, words, y: top + CARD.title + i * 18, size: 14, strong: true })),
    ...decisionAt(says, first, left + width - CARD.beside - head / 2, top + height - CARD.decision, head + 1, fill),
    ...lines.map((words, i): CellPiece => ({ ...common, words, y: top + below + i * LINE, size: SIZE })),
    ...(rows === 0 ? [] : says.rows).flatMap(({ marked, words }, i): CellPiece[] => {
      const y = top + below + (lines.length + i) * LINE
      const text = fitting(words, width - 2 * CARD.beside - CARD.words, SIZE)
      return [
        { kind: 'mark', marked, x, y: y - 10.5, size: CARD.mark },
        { ...common, words: [{ code: text }], x: x + CARD.words, y, size: SIZE },
      ]
    }),
  ]
}

/** The decision above lines of words, together in the middle of the box. */
function stacked(
  says: CellSays | undefined,
  lines: readonly RichText[],
  size: number,
  { left, top, width, height }: Rectangle,
  ink: '--ink' | '--ink-soft',
): readonly CellPiece[] {
  const x = left + width / 2
  const count = lines.length + (says ? 1 : 0)
  const first = top + height / 2 - (count * LINE) / 2 + 11.5
  return [
    ...(says ? decisionAt(says, firstOf(says), x, first, width - 6, ink) : []),
    ...lines.map((words, i): CellPiece => {
      const y = first + (says ? i + 1 : i) * LINE
      return { kind: 'words', words, x, y, size, anchor: 'middle', fill: ink }
    }),
  ]
}

/** The verb above one row for each check. */
function withRows(verb: string, says: CellSays, box: Rectangle, ink: '--ink' | '--ink-soft'): readonly CellPiece[] {
  const { left, top, width, height } = box
  const room = width - ROW.words - 3
  // A verb that is too long for its line leaves the marks of the rows to say the decision.
  const heading = says.first ?? fitting([verb, verb.split(':')[0] ?? verb], width - 4, SMALL)
  const { rows } = says
  const first = top + height / 2 - ((rows.length + 1) * ROW.height) / 2 + 11
  return [
    {
      ...{ kind: 'words', words: [says.first === undefined ? { code: heading } : heading] },
      ...{ x: left + width / 2, y: first, size: SMALL, anchor: 'middle', fill: ink },
      ...(says.first !== undefined && { strong: true }),
    } as CellPiece,
    ...rows.flatMap(({ marked, words }, i): CellPiece[] => {
      const y = first + (i + 1) * ROW.height
      const text = fitting(words, room, SMALL)
      return [
        { kind: 'mark', marked, x: left + 9, y: y - 10.5, size: ROW.mark },
        { kind: 'words', words: [{ code: text }], x: left + ROW.words, y, size: SMALL, anchor: 'start', fill: ink },
      ]
    }),
  ]
}

/** The first of several names that is not wider than its place; otherwise the last. */
function fitting(names: readonly string[], room: number, size: number): string {
  return names.find((one) => textWidth(one, { size }, true) <= room) ?? names.at(-1) ?? ''
}

function firstOf({ marked, first }: CellSays): string {
  return first ?? (marked === undefined ? '' : MARKS[marked].word)
}

function headWidth({ marked }: CellSays, text: string, size: number): number {
  return textWidth(text, { size, strong: true }) + (marked === undefined ? 0 : MARK.size + MARK.gap)
}

/** A mark and its word, centred at x. */
function decisionAt(
  says: CellSays,
  text: string,
  x: number,
  y: number,
  room: number,
  ink: '--ink' | '--ink-soft',
): readonly CellPiece[] {
  const { marked, first } = says
  if (marked === undefined) {
    const strong = first === ASKING ? ({ strong: true } as const) : {}
    return [{ kind: 'words', words: [text], x, y, size: SIZE, anchor: 'middle', fill: ink, ...strong }]
  }
  const size = headWidth(says, text, SIZE) <= room ? SIZE : SMALL
  const start = x - headWidth(says, text, size) / 2
  return [
    { kind: 'mark', marked, x: start, y: y - 11.5, size: MARK.size },
    {
      ...{ kind: 'words', words: [text], x: start + MARK.size + MARK.gap, y, size, anchor: 'start' },
      ...{ fill: MARKS[marked].token, strong: true },
    } as CellPiece,
  ]
}

/** A row at a moment: whether its number is filled, and which rules answered its question. */
export interface RowShape {
  readonly row: GridRow
  readonly filled: boolean
  readonly words: RichText
  /** The node whose answer the words are about. */
  readonly node?: string
}

/** The rows of a grid at a moment. The filled number is that of the question that is asked, or of the refusal. */
export function rowsAt(
  { rows, refusedAt, labels }: QuestionGrid,
  { state, steps, nearly }: GridMoment,
): readonly RowShape[] {
  const end = steps.at(-1)?.node
  const ended = end !== undefined && state.at === end && state.nodes.get(end) === 'current'
  const at = ended ? refusedAt : state.at
  return rows.map((row) => {
    const asked = row.nodes.findLast((id) => state.stamps.has(id))
    const check = asked === undefined ? undefined : steps[state.stamps.get(asked)?.at(-1)?.step ?? -1]?.check
    const room = labels - row.note.x
    const words = noteOf(check, asked === undefined ? undefined : nearly?.get(asked), ended && asked === undefined)
    const shown = row.note.y + 4 <= row.top + row.height && labelWidth(words, { size: SMALL }) <= room ? words : []
    return {
      row,
      filled: at !== undefined && row.nodes.includes(at),
      words: shown,
      ...(asked !== undefined && { node: asked }),
    }
  })
}

/** "by lines 6–9", "nearly: lines 30–34", "not asked". */
function noteOf(check: Check | undefined, nearly: RichText | undefined, notAsked: boolean): RichText {
  if (check === undefined) return notAsked ? ['not asked'] : []
  const { decision, evidence } = finalAnswer(check)
  if (decision !== 'Allow') return nearly === undefined || plainText(nearly) === '' ? [] : nearly
  if (evidence?.rule === undefined) return []
  return [`by ${linesInWords(evidence.rule.range)}`]
}

/** "lines 6–9" of the policy, or the first line of another text. */
export function linesInWords(range: SourceRange): string {
  const { source, line, endLine } = range
  return source !== 'policy' || endLine <= line ? lineInWords(range) : `lines ${line}–${endLine}`
}

/** The paint of an edge of the grid. */
export function gridEdgePaint(look: PassageState | undefined): Paint {
  return look === 'passed' ? edgePaint(look) : edgePaint('closed')
}
