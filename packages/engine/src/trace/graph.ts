import type { RichText } from '../text/index.ts'

/** Names a node within its design. */
export type NodeId = string
/** Names an edge within its design. */
export type EdgeId = string

/** `step`: something happens. `question`: the request takes one of several edges. `end`: the client gets an answer. */
export type NodeShape = 'step' | 'question' | 'end'

/**
 * The question that the access reviews of a node answer. `action`: may the requestor do this as somebody else? `identity`:
 * may it be that somebody? `request`: may that somebody do it? `permission`: may the requestor use this kind of
 * impersonation at all? `handler`: may the user do what the handler that serves the request asks about, such as writing a role that grants so much?
 */
export type Stage = 'permission' | 'action' | 'identity' | 'request' | 'handler'

/** A box of the flowchart. */
export interface GraphNode {
  readonly id: NodeId
  readonly shape: NodeShape
  /** What the node asks or does, in plain words. */
  readonly label: RichText
  /** The verb that the node asks for, or the words of the design's document. Charts show it below the label. */
  readonly term?: RichText
  /** Present on the nodes that send access reviews, and only there. */
  readonly stage?: Stage
  /** The mode of impersonation that the node belongs to, such as `user-info`. */
  readonly mode?: string
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
