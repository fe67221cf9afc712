/** A piece of a text. Kubernetes nouns (verbs, resources, headers) are `code`, so that they are set in mono. */
export type Inline = string | { readonly code: string }

/** A text of ours, piece by piece, such as the label of a node or an edge. */
export type RichText = readonly Inline[]

/** Names a node within its design. */
export type NodeId = string
/** Names an edge within its design. */
export type EdgeId = string

/** `step`: something happens; `question`: the request goes one way or another; `end`: what the client gets. */
export type NodeShape = 'step' | 'question' | 'end'

/** A box of the flowchart. */
export interface GraphNode {
  readonly id: NodeId
  readonly shape: NodeShape
  readonly label: RichText
  /** One plain sentence for whoever points at the node. */
  readonly about: string
  /** The engine needs it, the document behind the design does not draw it: drawn apart. */
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

/** The flowchart of a design. The first node is where every run begins. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}
