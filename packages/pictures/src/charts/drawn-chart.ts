import type { EdgeId, NodeId, NodeShape, RichText } from '@authz-playground/engine'
import type { Rectangle } from '../layout/geometry.ts'

export interface DrawnNode {
  readonly id: NodeId
  readonly shape: NodeShape
  readonly box: Rectangle
  /** The label, broken into lines. */
  readonly lines: readonly RichText[]
  /** The design’s document does not draw it: dashed. */
  readonly apart?: true
}

export interface DrawnEdge {
  readonly id: EdgeId
  readonly from: NodeId
  readonly to: NodeId
  /** SVG path data of absolute M, L and C, from its source to where its arrowhead begins. */
  readonly d: string
  readonly apart?: true
  readonly label?: { readonly box: Rectangle; readonly lines: readonly RichText[] }
}

/**
 * A design’s flowchart as mermaid drew it ahead of time, laid out as the playground shows it. Units: px, as at a type
 * size of 12 px. Origin: the upper left corner.
 */
export interface DrawnChart {
  readonly width: number
  readonly height: number
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly DrawnEdge[]
}
