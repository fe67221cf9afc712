import {
  type Attributes,
  attributesOf,
  type Graph,
  type GraphNode,
  type HTTPRequest,
  type NodeId,
  type RichText,
  type Trace,
} from '@authz-playground/engine'
import { type Target, targetOf } from '@authz-playground/engine/internal/http'
import { nodeOf, resourceName, serviceAccountOf } from '@authz-playground/engine/internal/kube'
import { labelWidth } from '../words/measure.ts'
import { shortened } from '../words/shortened.ts'
import { type VerbLines, verbLines } from '../words/verb-lines.ts'
import { wrapped } from '../words/wrapped.ts'
import type { GridColumns } from './grid-columns.ts'
import { columnOf } from './grid-routes.ts'

/** A run in the grid. */
export interface GridRun {
  readonly trace: Trace
  readonly request: HTTPRequest
}

/** What a box of the grid asks, before anything is answered. */
export type GridCell =
  /** The decision is above the verb, or the checks of the identity are below it. */
  | { readonly kind: 'verb'; readonly verb: VerbLines; readonly text: string }
  /** The decision is before the words, or above them where they have more than one line. */
  | { readonly kind: 'bar'; readonly lines: readonly RichText[]; readonly inline: boolean }
  /** The title, then the words, whose first baseline is so far below the top, and below them the decision. */
  | {
      readonly kind: 'card'
      readonly title: readonly RichText[]
      readonly lines: readonly RichText[]
      readonly below: number
    }
  /** `usual` is what it says before a request has come to it: a rare end would tell where the request goes. */
  | { readonly kind: 'end'; readonly word: string; readonly usual: string }

/** Room at both sides of the words of a box, and of a decision before them. Px. */
const BESIDE = { verb: 2.5, bar: 12, decision: 104 }

/** The longest name in a chart, in characters. */
const NAME = 60

/** The words of each box. */
export function askedOf(graph: Graph, run: GridRun | undefined, columns: GridColumns): ReadonlyMap<NodeId, GridCell> {
  const read = run && attributesOf(run.request, run.trace.requestor)
  const attributes = read?.ok ? read.attributes : undefined
  const user = run === undefined ? '' : userAsked(run)
  return new Map(
    graph.nodes.flatMap((node): [NodeId, GridCell][] => {
      const column = columnOf(columns.columns, node.id)
      if (column !== undefined) {
        if (column.open === undefined) return []
        const words = verbOf(node, attributes)
        const own = column.open.width - 2 * BESIDE.verb
        if (column.identity.length === 1 || column.action === node.id)
          return [[node.id, { kind: 'verb', verb: verbLines(words, own), text: words }]]
        return [[node.id, { kind: 'bar', lines: [[{ code: words.replace('impersonate ', '') }]], inline: true }]]
      }
      const isRare = node.onlyWhenTaken && !run?.trace.steps.some((step) => step.node === node.id)
      if (node.stage === undefined || isRare) return []
      const asks: RichText =
        node.stage === 'object'
          ? node.label
          : attributes === undefined
            ? ['May that user do it?']
            : ['may ', { code: user }, ' ', { code: actionText(attributes) }, '?']
      const own = columns.bar.width - 2 * BESIDE.bar
      const inline = labelWidth(asks, { size: 12 }) + BESIDE.decision <= own
      return [[node.id, { kind: 'bar', lines: inline ? [asks] : wrapped(asks, own, { size: 12 }), inline }]]
    }),
  )
}

function verbOf({ term = [] }: GraphNode, attributes: Attributes | undefined): string {
  const verb = term.flatMap((piece) => (typeof piece === 'string' ? [] : piece.code)).join('')
  return attributes === undefined ? verb : verb.replace('‹verb›', attributes.verb)
}

function actionText(attributes: Attributes): string {
  const what = attributes.isResourceRequest ? resourceName(attributes) : attributes.path
  return `${attributes.verb} ${shortened(what, NAME)}`.trim()
}

/** The user that question 3 is about: the wanted one, or the requestor where nobody is wanted. */
function userAsked({ trace, request }: GridRun): string {
  const target = targetOf(request.headers)
  return nameOf(target.kind === 'target' ? target.wantedUser.username : trace.requestor.username)
}

/** Whom the request names: "as jane, +2", of which the number is that of other headers about the user. */
export function namedInWords(target: Target): string {
  if (target.kind !== 'target') return target.kind === 'bad' ? 'names no user' : 'as itself'
  const others = othersNamed(target)
  return `as ${nameOf(target.wantedUser.username)}${others === 0 ? '' : `, +${others}`}`
}

/** The number of groups, extra values and UIDs that a request names besides the user: each has a check of its own. */
export function othersNamed({ wantedUser: { uid, groups, extra } }: Extract<Target, { kind: 'target' }>): number {
  const values = [...extra.values()].reduce((sum, { length }) => sum + length, 0)
  return groups.length + values + (uid === '' ? 0 : 1)
}

/** A user in a few characters: a node and a service account without their prefixes. */
export function nameOf(username: string): string {
  return shortened(nodeOf(username) ?? serviceAccountOf(username)?.name ?? username, NAME)
}
