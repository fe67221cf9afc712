import type { Graph, GraphNode, NodeId, RichText, Trace } from '@authz-playground/engine'
import { labelWidth } from '../words/measure.ts'
import { type VerbLines, verbLines } from '../words/verb-lines.ts'
import { wrapped } from '../words/wrapped.ts'
import type { GridColumns } from './grid-columns.ts'
import { columnOf } from './grid-routes.ts'

/** A run in the grid. */
export interface GridRun {
  readonly trace: Trace
  /** Who sends it, and whom it names: "as jane, +2", of which the number is that of other headers about the user. */
  readonly who: string
  readonly as: string
  /** Whether it names a user, and how many groups, extra values and UIDs besides: each has a check of its own. */
  readonly named: boolean
  readonly others: number
  /** The most rows of its checks of an identity, where neighbours about one resource with one answer share a row. */
  readonly checkRows: number
  /** What question 3 asks; absent, as the verb is, where the request is refused before anybody is asked. */
  readonly action?: RichText
  readonly verb?: string
}

/** What a box of the grid asks, before anything is answered. */
export type GridCell =
  /** The decision is above the verb, or the checks of the identity are below it. */
  | { readonly kind: 'verb'; readonly verb: VerbLines; readonly text: string }
  /** The decision is before the words, or above them where they have more than one line. */
  | { readonly kind: 'bar'; readonly lines: readonly RichText[]; readonly inline: boolean }
  /** The title, then the words, whose first baseline is so far below the top, rows of checks, and below them the decision. */
  | {
      readonly kind: 'card'
      readonly title: readonly RichText[]
      readonly lines: readonly RichText[]
      readonly below: number
      readonly rows: number
    }
  /** `usual` is what it says before a request has come to it: a rare end would tell where the request goes. */
  | { readonly kind: 'end'; readonly word: string; readonly usual: string }

/** Room at both sides of the words of a box, and of a decision before them. Px. */
const BESIDE = { verb: 2.5, bar: 12, decision: 104 }

/** The words of each box. */
export function askedOf(graph: Graph, run: GridRun | undefined, columns: GridColumns): ReadonlyMap<NodeId, GridCell> {
  return new Map(
    graph.nodes.flatMap((node): [NodeId, GridCell][] => {
      const column = columnOf(columns.columns, node.id)
      if (column !== undefined) {
        if (column.open === undefined) return []
        const words = verbOf(node, run?.verb)
        const own = column.open.width - 2 * BESIDE.verb
        if (column.identity.length === 1 || column.action === node.id)
          return [[node.id, { kind: 'verb', verb: verbLines(words, own), text: words }]]
        return [[node.id, { kind: 'bar', lines: [[{ code: words.replace('impersonate ', '') }]], inline: true }]]
      }
      const isRare = node.onlyWhenTaken && !run?.trace.steps.some((step) => step.node === node.id)
      if (node.stage === undefined || isRare) return []
      const asks: RichText = node.stage === 'handler' ? node.label : (run?.action ?? ['May that user do it?'])
      const own = columns.bar.width - 2 * BESIDE.bar
      const inline = labelWidth(asks, { size: 12 }) + BESIDE.decision <= own
      return [[node.id, { kind: 'bar', lines: inline ? [asks] : wrapped(asks, own, { size: 12 }), inline }]]
    }),
  )
}

function verbOf({ term = [] }: GraphNode, asked: string | undefined): string {
  const verb = term.flatMap((piece) => (typeof piece === 'string' ? [] : piece.code)).join('')
  return asked === undefined ? verb : verb.replace('‹verb›', asked)
}
