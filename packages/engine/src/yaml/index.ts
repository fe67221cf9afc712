export {
  BEGINS_LIKE_JSON,
  cutDocuments,
  documentTrees,
  parseTree,
  readTree,
  type Stream,
  streamOf,
} from './document-tree.ts'
export { addDocuments } from './edits/added-documents.ts'
export { treeOf } from './edits/checked-edits.ts'
export {
  addItem,
  addItems,
  addPair,
  type Edits,
  removeItem,
  removePair,
  replaceScalar,
  replaceValue,
  splitItem,
} from './edits/edits.ts'
export { fieldNode, nodesAround, type SourceTree } from './edits/source-tree.ts'
export type { YamlFields, YamlValue } from './edits/value.ts'
export { type Path, printGoField, printPath } from './field-path.ts'
export { parseJSON } from './json/json.ts'
export {
  isJsonObject,
  type JsonDocument,
  type JsonObject,
  type JsonPath,
  type JsonTexts,
  type JsonValue,
  readJsonTexts,
} from './json/json-document.ts'
export { jsonTextProblem } from './json/json-syntax.ts'
export {
  booleanKeyText,
  type EntriesContext,
  entriesOf,
  type JsonEntry,
  lineCounter,
  quietly,
} from './mapping-entries.ts'
export { mendedTree } from './mend.ts'
export { parseYaml } from './parser.ts'
export { yamlOf, yamlString } from './print.ts'
export { YamlProblem } from './problems/problem.ts'
export { explainSyntax } from './problems/syntax-problem.ts'
export { timeWords } from './problems/upstream-words.ts'
export { placeInScalar, ScalarPlaces } from './scalar-place.ts'
export { isMergeKey, plainValue, type ScalarValue, scalarValue } from './scalar-value.ts'
export { MAX_DEPTH } from './scanner/scanner.ts'
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
