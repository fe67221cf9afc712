import { type GraphEdge, type NodeId, plainText, type RichText } from '@authz-playground/engine'
import { labelWidth, textWidth } from '../words/measure.ts'
import { wrapped } from '../words/wrapped.ts'
import type { ChartEdge } from './chart-layout.ts'
import type { Rectangle } from './geometry.ts'
import type { GridRun } from './grid-asks.ts'
import { GAP, type GridColumn, type GridColumns, othersInWords } from './grid-columns.ts'

/** Words of a grid that are the same at every moment of a run. */
export interface GridWords {
  readonly lines: readonly RichText[]
  readonly x: number
  /** The baseline of the first line. */
  readonly y: number
  readonly size: number
  readonly line: number
  readonly anchor: 'start' | 'middle'
  readonly look: 'ink' | 'soft' | 'strong'
  /** The whole text, where the words are a short form of it. */
  readonly title?: string
}

const SMALLEST = 11
const SIZE = 12

/** The names of the modes: as heads of columns, and as the words of a stub. */
const NAMES: Readonly<Record<string, { readonly head: string; readonly stub: readonly string[] }>> = {
  'associated-node': { head: 'Own node', stub: ['own', 'node'] },
  'arbitrary-node': { head: 'Any node', stub: ['any', 'node'] },
  serviceaccount: { head: 'Service account', stub: ['service', 'account'] },
  'user-info': { head: 'User', stub: ['user'] },
  legacy: { head: 'The old verb', stub: [] },
}

/** The questions, by the numbers of their rows. */
const QUESTIONS = [
  ['May it do this as', 'somebody else?'],
  ['May it be', 'that somebody?'],
  ['May that', 'somebody do it?'],
]

/** The questions of handlers, by their nodes. */
const OF_HANDLERS: Readonly<Record<NodeId, readonly string[]>> = {
  W: ['Does it hold all', 'that it grants?'],
  connect: ['May it also', 'connect?'],
}

/** A row by its number, and the nodes that ask in it. */
export interface RowQuestion {
  readonly number: number
  readonly nodes: readonly NodeId[]
}

/** The question of a row; `named`: whether the request names a user. */
export function questionOf({ number, nodes }: RowQuestion, named: boolean): readonly string[] {
  if (number === 3 && !named) return ['May it', 'do this?']
  return QUESTIONS[number - 1] ?? OF_HANDLERS[nodes[0] ?? ''] ?? []
}

/** The box of words. */
export function wordsBox({ lines, x, y, size, line, anchor, look }: GridWords): Rectangle {
  const width = Math.max(0, ...lines.map((words) => labelWidth(words, { size, strong: look === 'strong' })))
  return {
    left: anchor === 'middle' ? x - width / 2 : x,
    top: y - size,
    width,
    height: (lines.length - 1) * line + size * 1.25,
  }
}

/** Who asks, whom the request names, and the question of the line of choice. */
export function requestWords(
  run: GridRun | undefined,
  { labels, compact }: Pick<GridColumns, 'labels' | 'compact'>,
): readonly GridWords[] {
  const [requestor, named] = run === undefined ? ['anybody', 'as …'] : [run.who, run.as]
  const start = { x: 0, line: 12, anchor: 'start' } as const
  const name = (text: string, y: number, look: 'ink' | 'soft'): GridWords => ({
    ...start,
    ...{ lines: [[{ code: ended(text, labels) }]], y, look, size: SIZE, title: text },
  })
  return [
    name(requestor, 14, 'ink'),
    name(named, 30, 'soft'),
    {
      ...start,
      lines: compact ? [['whom does'], ['it name?']] : [['whom does it name?']],
      y: 72,
      look: 'soft',
      size: SIZE,
    },
  ]
}

/** A name that ends in "…" where it is wider than its place. */
function ended(text: string, width: number): string {
  const fits = (part: string): boolean => textWidth(part, { size: SIZE }, true) <= width
  if (fits(text)) return text
  const characters = [...text]
  while (characters.length > 0 && !fits(`${characters.join('')}…`)) characters.pop()
  return `${characters.join('')}…`
}

/** The heads of the columns, the reasons of the stubs, and why the old verb does not ask question 1. */
export function columnWords(
  columns: GridColumns,
  question1: { readonly top: number; readonly height: number },
  passed: boolean,
  rail: number,
): readonly GridWords[] {
  const old = columns.columns.at(-1)
  return [
    ...columns.columns.flatMap((column) => (column.open ? openHead(column) : columns.compact ? [] : stubHead(column))),
    ...reasonsOf(columns),
    ...(old ? [doesNotAsk(old, question1, passed, rail)] : []),
  ]
}

function openHead({ mode, middle, open }: GridColumn): readonly GridWords[] {
  const head = NAMES[mode]?.head ?? mode
  const room = (open?.width ?? 0) + GAP.mixed - 4
  const size = textWidth(head, { size: 14, strong: true }) <= room ? 14 : SIZE
  const verb = mode === 'legacy' ? 'impersonate' : mode
  const own = [SIZE, SMALLEST].find((one) => textWidth(verb, { size: one }, true) <= room) ?? SMALLEST
  const common = { x: middle, line: 12, anchor: 'middle' } as const
  return [
    { ...common, lines: [[head]], y: 14, size, look: 'strong' },
    { ...common, lines: [[{ code: verb }]], y: 30, size: own, look: 'soft' },
  ]
}

function stubHead({ mode, middle }: GridColumn): readonly GridWords[] {
  const lines = (NAMES[mode]?.stub ?? [mode]).map((word) => [word])
  return [{ lines, x: middle, y: 14, size: SIZE, line: 15, anchor: 'middle', look: 'soft' }]
}

/** "3 others do not apply: not a node, not an account", where there are no stubs; `named`: whether the request names a user. */
export function untriedWords(
  { columns }: GridColumns,
  named: boolean,
  at: { readonly x: number; readonly y: number },
  width: number,
): readonly GridWords[] {
  const untried = columns.flatMap((column) => column.untried?.reason ?? [])
  if (untried.length === 0) return []
  const reasons = [...new Set(untried)].join(', ')
  const which = `${othersInWords(untried.length)} ${untried.length > 1 ? 'do' : 'does'} not apply`
  const words = `${named ? which : 'No mode applies'}: ${reasons}`
  return [
    { ...at, lines: wrapped([words], width, { size: SIZE }), size: SIZE, line: 15, anchor: 'start', look: 'soft' },
  ]
}

/** The reasons below the line of choice. Neighbours with the same reason share it. */
function reasonsOf({ columns, compact }: GridColumns): readonly GridWords[] {
  const stubs = columns.filter(({ untried }) => untried)
  const common = { size: SIZE, line: 12.5, anchor: 'middle', look: 'soft' } as const
  const title = (some: readonly GridColumn[]): string =>
    some.map(({ mode, untried }) => `${mode}: ${plainText(untried?.because ?? [])}`).join('; ')
  const centre = (some: readonly GridColumn[]): number => ((some[0]?.middle ?? 0) + (some.at(-1)?.middle ?? 0)) / 2
  if (compact) {
    if (stubs.length === 0) return []
    const x = centre(stubs)
    return [
      { ...common, lines: [[othersInWords(stubs.length)]], x, y: 14, title: title(stubs) },
      {
        ...common,
        lines: stubs.length > 1 ? [['do not'], ['apply']] : [['does not'], ['apply']],
        x,
        y: 72,
        title: title(stubs),
      },
    ]
  }
  const groups: GridColumn[][] = []
  for (const [i, column] of columns.entries()) {
    if (column.untried === undefined) continue
    const before = columns[i - 1]
    if (before?.untried?.reason === column.untried.reason) groups.at(-1)?.push(column)
    else groups.push([column])
  }
  return groups.map((group) => {
    const room = group.length * 54 - 4
    const lines = wrapped([group[0]?.untried?.reason ?? ''], room, { size: SIZE })
    return { ...common, lines, x: centre(group), y: lines.length > 1 ? 70 : 72, title: title(group) }
  })
}

/** "does not ask: good for any request", beside the way where that passes question 1 of the old verb. */
function doesNotAsk(
  { middle, open }: GridColumn,
  { top, height }: { readonly top: number; readonly height: number },
  passed: boolean,
  rail: number,
): GridWords {
  const room = passed ? rail - 6 - middle - 12 : (open?.width ?? 0) - 4
  const lines = wrapped(['does not ask: good for any request'], Math.min(room, 90), { size: SIZE })
  const y = top + height / 2 - (lines.length * 15) / 2 + 11.5
  return {
    lines,
    x: passed ? middle + 12 : middle,
    y,
    size: SIZE,
    line: 15,
    anchor: passed ? 'start' : 'middle',
    look: 'soft',
  }
}

/** Marks the column of the mode that the server remembers, beside the way into it. */
export function workedLast({ middle }: GridColumn): GridWords {
  return { lines: [['worked last']], x: middle + 7, y: 78, size: SIZE, line: 12, anchor: 'start', look: 'soft' }
}

/** The question of a row, beside its number. */
export function rowWords(
  row: RowQuestion & { readonly top: number },
  { labels, compact }: Pick<GridColumns, 'labels' | 'compact'>,
  named: boolean,
): GridWords {
  const question = questionOf(row, named)
  const [size, line] = compact ? [SIZE, 16] : [14, 18]
  const lines = compact ? wrapped([question.join(' ')], labels - 23, { size }) : question.map((words) => [words])
  return { lines, x: 23, y: row.top + 25, size, line, anchor: 'start', look: 'ink' }
}

/** The height of "yes" and "no". */
export const LABEL = 14

/** The "yes" or "no" of an edge, with its upper left corner at a point. */
export function answerLabel(
  { label = [] }: GraphEdge,
  corner: { readonly left: number; readonly top: number },
): Pick<ChartEdge, 'label'> {
  const answer = /^(?:yes|no)(?=$|\b)/.exec(plainText(label))?.[0]
  if (answer === undefined) return {}
  const width = Math.ceil(textWidth(answer, { size: 12, strong: true })) + 2
  return { label: { box: { ...corner, width, height: LABEL }, lines: [[answer]] } }
}
