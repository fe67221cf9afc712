import type { Answer } from '../kube/index.ts'
import type {
  EdgeId,
  Graph,
  GraphEdge,
  GraphNode,
  NodeId,
  Outcome,
  Question,
  RichText,
  Running,
} from '../trace/index.ts'

/** What a node decided: the way to take, and why, as a clause a person could say. */
export interface Turn {
  readonly take: string
  readonly because?: RichText
}

/** A visit to a node: yields questions, receives their answers, and turns. */
export type Visit = Generator<Question, Turn, Answer>

/** A way out of a node. */
export interface Way {
  readonly to: NodeId
  readonly label?: RichText
  readonly notInText?: true
  /** Drawn only in charts of runs that take it. */
  readonly onlyWhenTaken?: true
}

/** A node that the request passes, with everything about it in one place: words, ways, and what happens. */
export interface PassedNode<State> {
  readonly shape: 'step' | 'question'
  readonly label: RichText
  readonly about: string
  readonly notInText?: true
  readonly ways: Readonly<Record<string, Way>>
  readonly visit: (state: State) => Visit
  /** Drawn only in charts of runs that reach it. */
  readonly onlyWhenTaken?: true
}

export interface EndNode {
  readonly shape: 'end'
  readonly label: RichText
  readonly about: string
  readonly notInText?: true
  readonly onlyWhenTaken?: true
}

/** What a run must leave in its state by the time it comes to an end. */
export interface EndState {
  outcome?: Outcome
}

/**
 * Makes a design's graph and its run from one declaration, so that the picture cannot drift from the decisions.
 * The first node declared is where requests begin.
 *
 * Throws on a declaration that is no graph (a way to a node that is not there): a mistake in a design, not in input.
 */
export function flowchart<State extends EndState>(
  nodes: Readonly<Record<NodeId, PassedNode<State> | EndNode>>,
): { readonly graph: Graph; readonly run: (state: State) => Running<Outcome> } {
  const graph = drawn(nodes)
  const start = graph.nodes[0]?.id as NodeId
  return { graph, run: (state) => walk(nodes, start, state) }
}

function drawn<State>(declared: Readonly<Record<NodeId, PassedNode<State> | EndNode>>): Graph {
  const nodes: GraphNode[] = []
  const edges: GraphEdge[] = []
  for (const [id, node] of Object.entries(declared)) {
    const { shape, label, about, notInText, onlyWhenTaken } = node
    nodes.push({ id, shape, label, about, ...(notInText && { notInText }), ...(onlyWhenTaken && { onlyWhenTaken }) })
    if (node.shape === 'end') continue
    for (const [take, way] of Object.entries(node.ways)) {
      if (declared[way.to] === undefined) throw new Error(`${id} leads to ${way.to}, which is not declared`)
      edges.push({
        id: edgeId(id, take),
        from: id,
        to: way.to,
        ...(way.label && { label: way.label }),
        ...(way.notInText && { notInText: true }),
        ...(way.onlyWhenTaken && { onlyWhenTaken: true }),
      })
    }
  }
  return { nodes, edges }
}

function edgeId(from: NodeId, take: string): EdgeId {
  return `${from}:${take}`
}

function* walk<State extends EndState>(
  nodes: Readonly<Record<NodeId, PassedNode<State> | EndNode>>,
  start: NodeId,
  state: State,
): Running<Outcome> {
  let id = start
  yield { kind: 'arrive', node: id }
  for (;;) {
    const node = nodes[id] as PassedNode<State> | EndNode
    if (node.shape === 'end') {
      if (state.outcome === undefined) throw new Error(`${id} was reached without an outcome`)
      return state.outcome
    }
    const visit = node.visit(state)
    let turn = visit.next()
    while (!turn.done) {
      const answer = (yield { kind: 'ask', node: id, question: turn.value }) as Answer
      turn = visit.next(answer)
    }
    const { take, because } = turn.value
    const way = node.ways[take]
    if (way === undefined) throw new Error(`${id} has no way ${take}`)
    yield { kind: 'arrive', node: way.to, edge: edgeId(id, take), ...(because !== undefined && { because }) }
    id = way.to
  }
}
