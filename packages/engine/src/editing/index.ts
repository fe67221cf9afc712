export { documentTree } from '../policy/index.ts'
export type {
  AliasNode,
  MappingNode,
  MappingPair,
  NodeBase,
  ScalarNode,
  SequenceNode,
  TreeNode,
} from '../yaml/index.ts'
export { completeBySchema, hoverBySchema } from './by-schema.ts'
export { completeAt } from './complete.ts'
export type { Completion, Hover } from './completion.ts'
export { hoverAt } from './hover.ts'
export type { JsonSchema } from './json-schema.ts'
export type { Prose } from './prose.ts'
export { modeInWords } from './verbs.ts'
