export { type Completion, completeAt, type Hover, hoverAt, type Prose } from '../editing/index.ts'
export { documentTree } from '../policy/index.ts'
export type {
  AliasNode,
  MappingNode,
  MappingPair,
  NodeBase,
  ScalarNode,
  SequenceNode,
  TextDocument,
  TreeNode,
} from '../yaml/index.ts'
