import type { MappingNode, ScalarNode, TreeNode } from '../../yaml/index.ts'
import { entriesOf, isMergeKey, type JsonEntry, quietly, scalarValue, withoutAlias } from '../../yaml/index.ts'
import type { ReadingContext } from './reading-context.ts'
import { reportWrongType } from './wrong-type.ts'

/** `apiVersion` or `kind` of an object. */
export interface HeaderField {
  readonly key: ScalarNode
  readonly node: TreeNode
  readonly value: string
}

/** The `apiVersion` and `kind` of an object. A field that is absent, null or refused is missing here. */
export interface ObjectHeader {
  readonly apiVersion?: HeaderField
  readonly kind?: HeaderField
  /** Fields that are present and are not strings, which has been reported. */
  readonly notStrings: readonly NonStringField[]
  /** The fields that the API server uses where it finds other values than kubectl, under a name in another case. */
  readonly server?: { readonly apiVersion?: HeaderField; readonly kind?: HeaderField }
}

/** A header field that is not a string: the name of its JSON type, and the offset of its value. */
export interface NonStringField {
  readonly field: 'apiVersion' | 'kind'
  readonly found: FoundName
  readonly start: number
}

/**
 * Reads `apiVersion` and `kind` before anything else. kubectl needs them to know where to send the object, the API server
 * to know the type to decode. The API server accepts their names in any case, unlike the decoding that follows (Go:
 * `SimpleMetaFactory.Interpret` in `k8s.io/apimachinery/pkg/runtime/serializer/json`), and uses the last one in the order
 * of names: `kind` after `Kind`. `inTypedList`: in a list of roles or bindings, numbers and booleans count as absent.
 */
export function readHeader(object: MappingNode, context: ReadingContext, inTypedList = false): ObjectHeader {
  const fields: { apiVersion?: HeaderField; kind?: HeaderField } = {}
  const server: typeof fields = {}
  const notStrings: NonStringField[] = []
  const entries = headerEntries(object, context)
  for (const { name, key, value } of entries) {
    const field = FIELDS.get(name.toLowerCase()) as 'apiVersion' | 'kind'
    const node = withoutAlias(value)
    const scalar = node.kind === 'scalar' ? scalarValue(node) : undefined
    if (scalar?.type === 'null') continue
    if (scalar?.type === 'string') {
      const read = { key, node: value, value: scalar.value }
      if (fields[field]?.key.value !== field) fields[field] = read
      else if (fields[field].value !== read.value) server[field] = read
    } else if (!inTypedList || scalar === undefined) {
      const found = foundName(node, scalar)
      notStrings.push({ field, found, start: node.start })
      reportNotString({ field, found, name, among: entries, written: value, node, scalar }, context)
    }
  }
  return { ...fields, notStrings, ...(server.apiVersion === undefined && server.kind === undefined ? {} : { server }) }
}

/** The entries that may be header fields, in the order of their names. */
function headerEntries(object: MappingNode, context: ReadingContext): readonly JsonEntry[] {
  const entries: JsonEntry[] = []
  for (const { key, value } of object.pairs) {
    if (key.kind !== 'scalar' || isMergeKey(key)) {
      const all = entriesOf(object, undefined, quietly(context))
      return all.filter(({ name, overwritten }) => FIELDS.has(name.toLowerCase()) && overwritten !== true).sort(byName)
    }
    if (key.value.length <= LONGEST_FIELD && FIELDS.has(key.value.toLowerCase())) {
      const before = entries.findIndex(({ name }) => name === key.value)
      entries.splice(before === -1 ? entries.length : before, 1, { name: key.value, key, value })
    }
  }
  return entries.sort(byName)
}

const LONGEST_FIELD = 'apiVersion'.length

function byName(a: JsonEntry, b: JsonEntry): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

const FIELDS: ReadonlyMap<string, 'apiVersion' | 'kind'> = new Map([
  ['apiversion', 'apiVersion'],
  ['kind', 'kind'],
])

/** An error about a header field that is not a string. */
interface HeaderMistake extends Pick<NonStringField, 'field' | 'found'> {
  /** The field's name as written, in any case. */
  readonly name: string
  readonly among: readonly JsonEntry[]
  readonly written: TreeNode
  readonly node: TreeNode
  readonly scalar: ReturnType<typeof scalarValue> | undefined
}

type FoundName = 'object' | 'array' | 'bool' | 'number' | 'string'

function foundName(node: TreeNode, scalar: ReturnType<typeof scalarValue> | undefined): FoundName {
  if (node.kind === 'mapping') return 'object'
  if (node.kind === 'sequence') return 'array'
  return scalar?.type === 'boolean' ? 'bool' : scalar?.type === 'number' ? 'number' : 'string'
}

/** The parts of an `apiVersion`. `v1` is version v1 of the core group. */
export interface GroupVersion {
  readonly group: string
  readonly version: string
}

/** Undefined when it has more than one `/` (Go: `schema.ParseGroupVersion`). */
export function groupVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split('/')
  if (parts.length > 2) return undefined
  const [first = '', second] = parts
  return second === undefined ? { group: '', version: first } : { group: first, version: second }
}

/** Reports an `apiVersion` or `kind` that is not a string. kubectl, which reads them before it sends anything, knows only the exact case. */
function reportNotString(mistake: HeaderMistake, context: ReadingContext): void {
  const { field, found, name, among, written, node, scalar } = mistake
  const detail =
    name === field
      ? `${field} isn't string type`
      : among.some((one) => one.name === field)
        ? `couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go struct field .${field} of type string`
        : `${field} not set`
  reportWrongType(
    {
      written,
      found,
      type: { is: 'string', go: 'string' },
      path: { parent: undefined, field, owner: { name: '' } },
      ...(node.kind === 'scalar' ? { node } : {}),
      ...(scalar === undefined ? {} : { scalar }),
    },
    { ...context, report: (problem) => context.report({ ...problem, detail }) },
  )
}
