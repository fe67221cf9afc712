/** A piece of a text. Kubernetes nouns (verbs, resources, headers) are `code`, and are shown in a monospaced font. */
export type Inline = string | { readonly code: string }

/** A text of ours, piece by piece, such as the label of a node or an edge. */
export type RichText = readonly Inline[]

/** Names a node within its design. */
export type NodeId = string
/** Names an edge within its design. */
export type EdgeId = string

/** `step`: something happens. `question`: the request takes one of several edges. `end`: the client gets an answer. */
export type NodeShape = 'step' | 'question' | 'end'

/** A box of the flowchart. */
export interface GraphNode {
  readonly id: NodeId
  readonly shape: NodeShape
  readonly label: RichText
  /** One sentence that is shown when somebody points at the node. */
  readonly about: string
  /** The engine needs the node, but the design's document does not draw it. Charts mark it. */
  readonly notInText?: true
  /** Drawn only in charts of runs that reach it. */
  readonly onlyWhenTaken?: true
}

/** An edge from one node to another. */
export interface GraphEdge {
  readonly id: EdgeId
  readonly from: NodeId
  readonly to: NodeId
  readonly label?: RichText
  readonly notInText?: true
  readonly onlyWhenTaken?: true
}

/** The flowchart of a design. Every run begins at the first node. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}
