import type { Span } from '../text/index.ts'

/**
 * The syntax tree of a document, before scalars have types. Every node is also a span: from its first character to its
 * last, including quotes and brackets, without tag and anchor.
 */
export type TreeNode = ScalarNode | SequenceNode | MappingNode | AliasNode

/** The common properties of all nodes. */
export interface NodeBase extends Span {
  /** The offset of the tag or anchor before it; absent if it has neither. */
  readonly propertiesStart?: number
  /** The full tag, such as `tag:yaml.org,2002:str`; empty when none is written. */
  readonly tag: string
}

/** A scalar in any of the five styles. */
export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar'
  /** The text after resolving quotes, escapes and folded lines. */
  readonly value: string
  /** Written without quotes and tag, so its text determines its type. Also true for a missing value. */
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

/** `*name`. The target is the anchored node itself, so a tree with aliases is a graph, and walking it needs a limit. */
export interface AliasNode extends NodeBase {
  readonly kind: 'alias'
  readonly name: string
  readonly target: TreeNode
}

/** The target of an alias; any other node itself. */
export function withoutAlias(node: TreeNode): Exclude<TreeNode, { kind: 'alias' }> {
  let target = node
  while (target.kind === 'alias') target = target.target
  return target
}
