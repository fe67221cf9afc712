import type { Graph, GraphEdge, GraphNode, NodeId, RichText, Stage, Step } from '../trace/index.ts'
import { plainText } from '../words/index.ts'
import { brokenIntoLines } from './line-breaks.ts'

/** The longest line of a label, in characters, before it is broken. */
const NODE_WIDTH = 30
const EDGE_WIDTH = 20
/** Verbs are wider than words, and break after their colons. */
const VERB_WIDTH = 24

/** The headings of nodes, by the question that their access reviews answer. */
const HEADINGS: Readonly<Record<Stage, string>> = {
  permission: 'permission',
  action: 'action',
  identity: 'identity',
  request: 'request',
  handler: 'handler',
}

/** The heading of a node that sends access reviews: "action · user-info". Undefined for other nodes. */
function nodeHeading({ stage, mode }: Pick<GraphNode, 'stage' | 'mode'>): RichText | undefined {
  if (stage === undefined) return undefined
  return mode === undefined ? [HEADINGS[stage]] : [`${HEADINGS[stage]} · `, { code: mode }]
}

/** The words of a node, in the lines in which charts have them: a heading, the question, and the verb that is asked for. */
export function nodeLines(node: Pick<GraphNode, 'label' | 'term' | 'stage' | 'mode'>): readonly RichText[] {
  const heading = nodeHeading(node)
  return [
    ...(heading ? [heading] : []),
    ...brokenIntoLines(node.label, NODE_WIDTH),
    ...(node.term ? brokenIntoLines(node.term, isVerb(node.term) ? VERB_WIDTH : NODE_WIDTH) : []),
  ]
}

function isVerb(term: RichText): boolean {
  return term.every((piece) => typeof piece !== 'string')
}

/** The words of an edge, in the lines in which charts have them. */
export function edgeLines(label: RichText): readonly RichText[] {
  return brokenIntoLines(label, EDGE_WIDTH)
}

/**
 * The part of a graph that is drawn for a run, in the order in which mermaid reads it. Nodes and edges that only some runs
 * reach are drawn when the steps pass them.
 */
export function drawnGraph({ nodes, edges }: Graph, steps: readonly Step[]): Graph {
  const visited = new Set(steps.map(({ node }) => node))
  const taken = new Set(steps.map(({ edge }) => edge))
  const rare = atTheDoor({ nodes, edges })
  const shown = nodes.filter(({ id, onlyWhenTaken }) => !(onlyWhenTaken || rare.has(id)) || visited.has(id))
  // Mermaid would draw a node that only an edge names as a box with its id.
  const ends = new Set(shown.map(({ id }) => id))
  return {
    nodes: shown,
    edges: edges
      .filter(({ id, to, onlyWhenTaken }) => !(onlyWhenTaken || rare.has(to)) || taken.has(id))
      .filter(({ from, to }) => ends.has(from) && ends.has(to))
      .toSorted((a, b) => Number(isFallback(b)) - Number(isFallback(a))),
  }
}

/**
 * The ends that only the first node leads to, not counting edges that are drawn only when taken: they refuse requests
 * before anything is decided. They are drawn only when that happens, because each of them makes every chart a column wider.
 */
function atTheDoor({ nodes, edges }: Graph): ReadonlySet<NodeId> {
  const [first] = nodes
  const further = new Set(
    edges.flatMap(({ from, to, onlyWhenTaken }) => (from === first?.id || onlyWhenTaken ? [] : [to])),
  )
  return new Set(nodes.flatMap(({ id, shape }) => (shape === 'end' && !further.has(id) ? [id] : [])))
}

/** Dagre keeps the order of edges where it can. With every "no" declared first, the charts are a sixth narrower. */
function isFallback({ label }: GraphEdge): boolean {
  return label !== undefined && plainText(label) === 'no'
}
