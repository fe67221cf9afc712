export { type Completion, completeAt, type Hover, hoverAt, type Prose } from '../editing/index.ts'
export { documentTree } from '../policy/index.ts'
export type { TextDocument } from '../text/index.ts'
export type {
  AliasNode,
  MappingNode,
  MappingPair,
  NodeBase,
  ScalarNode,
  SequenceNode,
  TreeNode,
} from '../yaml/index.ts'
