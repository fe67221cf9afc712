import type { Span } from '../text/index.ts'

/**
 * A document as it stands in the text, before any value is given a type. Every node is itself a span: from its
 * first character to its last, quotes and brackets included, tag and anchor not.
 */
export type TreeNode = ScalarNode | SequenceNode | MappingNode | AliasNode

/** What every node has beside its content. */
export interface NodeBase extends Span {
  /** Where tag and anchor begin that stand in front of it. */
  readonly propertiesStart?: number
  /** The full tag, such as `tag:yaml.org,2002:str`; empty when none is written. */
  readonly tag: string
}

/** A scalar in any of the five styles. */
export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar'
  /** The text after quotes, escapes and folded lines are undone. */
  readonly value: string
  /** Written without quotes and tag, so that its type is guessed from its text. Also true where no text stands at all. */
  readonly plain: boolean
}

/** A sequence, in block or flow style. */
export interface SequenceNode extends NodeBase {
  readonly kind: 'sequence'
  readonly items: readonly TreeNode[]
}

/** A key and its value. */
export interface MappingPair {
  readonly key: TreeNode
  readonly value: TreeNode
}

/** A mapping, in block or flow style. */
export interface MappingNode extends NodeBase {
  readonly kind: 'mapping'
  readonly pairs: readonly MappingPair[]
}

/** `*name`. The target is the anchored node itself, so a tree with aliases is a graph: whoever walks it counts. */
export interface AliasNode extends NodeBase {
  readonly kind: 'alias'
  readonly name: string
  readonly target: TreeNode
}

/** The node that an alias stands for. */
export function withoutAlias(node: TreeNode): Exclude<TreeNode, { kind: 'alias' }> {
  let target = node
  while (target.kind === 'alias') target = target.target
  return target
}
