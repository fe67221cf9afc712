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
  Stage,
} from '../trace/index.ts'

/** The decision of a node: which of its edges the request takes, and why, as a clause of a sentence. */
export interface Choice {
  readonly edge: string
  readonly because?: RichText
  /** Why the other edges were not taken, by their names, each as a clause. */
  readonly instead?: Readonly<Record<string, RichText>>
}

/** The evaluation of a node: it yields questions, receives their answers, and chooses an edge. */
export type Evaluation = Generator<Question, Choice, Answer>

/** An edge from a node to another. */
export interface Edge {
  readonly to: NodeId
  readonly label?: RichText
  readonly notInText?: true
  /** Drawn only in charts of runs that take it. */
  readonly onlyWhenTaken?: true
}

/** A node that the request passes: its words, its edges, and its evaluation. */
export interface PassedNode<State> {
  readonly shape: 'step' | 'question'
  readonly label: RichText
  readonly term?: RichText
  readonly stage?: Stage
  readonly mode?: string
  readonly about: string
  readonly notInText?: true
  /** The edges, by names that are unique within the node. */
  readonly edges: Readonly<Record<string, Edge>>
  readonly evaluate: (state: State) => Evaluation
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

/** The nodes of a flowchart, by their ids. Requests begin at the first. */
export type Nodes<State> = Readonly<Record<NodeId, PassedNode<State> | EndNode>>

/** The state that a run must have when it reaches an end. */
export interface EndState {
  outcome?: Outcome
}

/**
 * Makes a design's graph and its run from one declaration, so that the chart cannot differ from the decisions.
 *
 * Throws on a declaration that is not a graph (an edge to a node that is not declared): a mistake in a design, not in
 * input.
 */
export function flowchart<State extends EndState>(
  nodes: Nodes<State>,
): { readonly graph: Graph; readonly run: (state: State) => Running<Outcome> } {
  const graph = graphOf(nodes)
  const start = graph.nodes[0]?.id as NodeId
  return { graph, run: (state) => walk(nodes, start, state) }
}

function graphOf<State>(declared: Nodes<State>): Graph {
  const nodes: GraphNode[] = []
  const edges: GraphEdge[] = []
  for (const [id, node] of Object.entries(declared)) {
    const { shape, label, about, notInText, onlyWhenTaken } = node
    const { term, stage, mode } = node.shape === 'end' ? {} : node
    nodes.push({
      id,
      shape,
      label,
      ...(term && { term }),
      ...(stage && { stage }),
      ...(mode && { mode }),
      about,
      ...(notInText && { notInText }),
      ...(onlyWhenTaken && { onlyWhenTaken }),
    })
    if (node.shape === 'end') continue
    for (const [name, edge] of Object.entries(node.edges)) {
      if (declared[edge.to] === undefined) throw new Error(`${id} leads to ${edge.to}, which is not declared`)
      edges.push({
        id: edgeId(id, name),
        from: id,
        to: edge.to,
        ...(edge.label && { label: edge.label }),
        ...(edge.notInText && { notInText: true }),
        ...(edge.onlyWhenTaken && { onlyWhenTaken: true }),
      })
    }
  }
  return { nodes, edges }
}

function edgeId(from: NodeId, name: string): EdgeId {
  return `${from}:${name}`
}

function* walk<State extends EndState>(nodes: Nodes<State>, start: NodeId, state: State): Running<Outcome> {
  let id = start
  yield { kind: 'arrive', node: id }
  for (;;) {
    const node = nodes[id] as PassedNode<State> | EndNode
    if (node.shape === 'end') {
      if (state.outcome === undefined) throw new Error(`${id} was reached without an outcome`)
      return state.outcome
    }
    const evaluation = node.evaluate(state)
    let next = evaluation.next()
    while (!next.done) {
      const answer = (yield { kind: 'ask', node: id, question: next.value }) as Answer
      next = evaluation.next(answer)
    }
    const { edge: name, because, instead } = next.value
    const from = id
    const notTaken = Object.entries(instead ?? {}).map(([other, why]) => ({ edge: edgeId(from, other), because: why }))
    const edge = node.edges[name]
    if (edge === undefined) throw new Error(`${id} has no edge ${name}`)
    yield {
      kind: 'arrive',
      node: edge.to,
      edge: edgeId(id, name),
      ...(because !== undefined && { because }),
      ...(notTaken.length > 0 && { instead: notTaken }),
    }
    id = edge.to
  }
}
