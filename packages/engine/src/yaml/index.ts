export { BEGINS_LIKE_JSON, cutDocuments, documentTrees, ofStream, parseTree, readTree } from './document-tree.ts'
export type { PolicyDocument } from './documents.ts'
export { type Path, printGoField, printPath } from './field-path.ts'
export { parseJSON } from './json.ts'
export {
  type JsonDocument,
  type JsonObject,
  type JsonPath,
  type JsonTexts,
  type JsonValue,
  readJsonTexts,
} from './json-document.ts'
export { jsonTextProblem } from './json-syntax.ts'
export {
  booleanKeyText,
  type EntriesContext,
  entriesOf,
  lineCounter,
  type MappingEntry,
  quietly,
} from './mapping-entries.ts'
export { mendedTree } from './mend.ts'
export { parseYaml } from './parser.ts'
export { yamlOf, yamlString } from './print.ts'
export { YamlProblem } from './problem.ts'
export { placeInScalar } from './scalar-place.ts'
export { isMergeKey, plainValue, type ScalarValue, scalarValue } from './scalar-value.ts'
export { MAX_DEPTH } from './scanner.ts'
export { explainSyntax } from './syntax-problem.ts'
export {
  type AliasNode,
  type MappingNode,
  type MappingPair,
  type NodeBase,
  type ScalarNode,
  type SequenceNode,
  type TreeNode,
  withoutAlias,
} from './tree.ts'
export { timeWords } from './upstream-words.ts'
