import { type GraphNode, type NodeId, plainText, type Trace } from '@authz-playground/engine'
import { nodeLines } from '@authz-playground/engine/internal/report'
import type { ChartLayout, ChartNode } from './chart-layout.ts'
import type { Point } from './geometry.ts'
import type { GridCell } from './grid-asks.ts'
import type { GridPlaces } from './grid-routes.ts'
import type { GridWords } from './grid-words.ts'

/** A node of the grid. Without a cell it is a point on a line. */
export interface GridNode extends ChartNode {
  readonly cell?: GridCell
}

/** A row of the grid: one of the questions. */
export interface GridRow {
  readonly number: number
  /** The middle of its number. */
  readonly disc: Point
  readonly nodes: readonly NodeId[]
  /** The place of the line that says which rules answered. */
  readonly note: Point
  readonly top: number
  readonly height: number
  /** The distance of its boxes from the lines around it. */
  readonly inset: number
}

/**
 * The flowchart of a released design as a grid: the questions are rows, the ways of asking are columns. Yes goes down, no
 * goes right. Its nodes and edges are those of the graph. Units: px, at scale 1.
 */
export interface QuestionGrid extends ChartLayout {
  readonly nodes: readonly GridNode[]
  readonly rows: readonly GridRow[]
  readonly words: readonly GridWords[]
  /** Lines that are not edges: between rows, the line of choice and its ticks, as path data. */
  readonly hairlines: string
  readonly choice: string
  readonly labels: number
  /** Its height is that of its cards, whatever that of the pane: a pane without room for columns. */
  readonly cards?: true
  /** The node of the check that a refusal is about. */
  readonly refusedAt?: NodeId
}

/** Whether a chart is laid out as a grid. */
export function isQuestionGrid(chart: ChartLayout): chart is QuestionGrid {
  return 'rows' in chart
}

/** The node of the check that a refusal is about. Without such a check, it was refused at an identity. */
export function refusedAt(trace: Trace | undefined): Pick<QuestionGrid, 'refusedAt'> {
  if (trace?.outcome.kind !== 'forbidden') return {}
  const { about } = trace.outcome
  const step = trace.steps.find(({ check }) => check?.attributes === about)
  return step === undefined ? {} : { refusedAt: step.node }
}

/** The ends that are drawn: that of the run, and the usual one at the other place. */
export function endsOf(trace: Trace | undefined): readonly [served: NodeId, refused: NodeId] {
  const end = trace?.steps.at(-1)?.node
  const served = end === 'created' ? end : 'allowed'
  return [served, end === undefined || end === served ? 'forbidden' : end]
}

/** A node at its place, with the words of its box. */
export function gridNode(
  node: GraphNode,
  { boxes, points }: Pick<GridPlaces, 'boxes' | 'points'>,
  asked: ReadonlyMap<NodeId, GridCell>,
  trace: Trace | undefined,
): readonly GridNode[] {
  const { id, shape, stage } = node
  const [box, point] = [boxes.get(id), points.get(id)]
  const place = box ?? (point && { left: point.x, top: point.y, width: 0, height: 0 })
  const isRare = node.onlyWhenTaken && !trace?.steps.some((step) => step.node === id)
  if (place === undefined || isRare) return []
  const code = trace?.steps.at(-1)?.node === id ? trace.outcome.code : undefined
  const word = END_WORDS[id] ?? `${code ?? plainText(node.label)}`
  const usual = id === 'allowed' || id === 'created' ? SERVED : REFUSED
  const cell = asked.get(id) ?? (shape === 'end' ? ({ kind: 'end', word, usual } as const) : undefined)
  return [{ id, shape, box: place, lines: nodeLines(node), ...(stage && { asks: true }), ...(cell && { cell }) }]
}

const SERVED = '200 served'
const REFUSED = '403'
/** The words of these ends. The others say the code of the outcome. */
const END_WORDS: Readonly<Record<NodeId, string>> = { allowed: SERVED, created: '201 stored', forbidden: REFUSED }
