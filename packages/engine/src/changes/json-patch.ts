import { byteLength, goQuote, isInt64 } from '../go/index.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../yaml/index.ts'
import { copied, identityOf, isList, same, textOf } from './json.ts'
import { errorAt, NoChange, type PlacedText } from './problem.ts'

/** Go: `maxJSONPatchOperations` in `k8s.io/apiserver/pkg/endpoints/handlers/patch.go`. */
const MOST_OPERATIONS = 10_000
/**
 * Bytes of JSON that one patch may copy, because each copy can double the object (Go: `JSONPatchMaxCopyBytes` of the
 * server's config).
 */
const MOST_COPIED = 3 * 1024 * 1024

/**
 * The object after a JSON patch, as kube-apiserver applies it (Go: `gopkg.in/evanphx/json-patch.v4`). That is RFC 6902
 * with these differences: `replace` also adds a field that an object does not have, `copy` of such a field adds null, an index may be negative and counts from the end, text before the first slash of a pointer is ignored, and only `replace` and `test` can name the whole object. Numbers are compared by value, where the API server
 * compares their text.
 *
 * @throws NoChange at the operation that does not apply, with the API server's text as its detail
 */
export function jsonPatched(object: JsonValue, patch: JsonValue, placed: PlacedText): JsonValue {
  if (!isList(patch)) {
    throw new NoChange(
      errorAt(placed, [], {
        code: 'no-json-patch',
        message: 'A JSON patch must be a list of operations.',
        fix: '[{"op": "replace", "path": "/spec/replicas", "value": 3}]',
      }),
    )
  }
  if (patch.length > MOST_OPERATIONS) {
    const message = `A JSON patch has ${MOST_OPERATIONS} operations at most, but this one has ${patch.length}.`
    throw new NoChange(errorAt(placed, [MOST_OPERATIONS], { code: 'patch-too-large', message }))
  }
  const state: State = { root: copied(object), copiedBytes: 0 }
  for (const [index, operation] of patch.entries()) {
    try {
      apply(state, isJsonObject(operation) ? operation : {})
    } catch (error) {
      if (!(error instanceof DoesNotApply)) throw error
      const { message, detail } = error
      throw new NoChange(errorAt(placed, [index], { code: 'patch-does-not-apply', message, detail }))
    }
  }
  return state.root
}

/** The state of a patch. The root is a copy, so operations change it in place. */
interface State {
  root: JsonValue
  copiedBytes: number
}

/** An object or list in that copy. */
type Container = Record<string, JsonValue> | JsonValue[]

/** The reason why an operation does not apply, in our words and in the API server's. */
class DoesNotApply extends Error {
  constructor(
    message: string,
    readonly detail: string,
  ) {
    super(message)
  }
}

function apply(state: State, operation: JsonObject): void {
  const { op } = operation
  switch (op) {
    case 'add': {
      const path = pathOf(operation, op)
      const [container, key] = around(state, path, `add operation does not apply: doc is missing path: "${path}"`)
      return insert(container, key, copied(operation.value ?? null), `error in add for path: '${path}'`)
    }
    case 'remove': {
      const path = pathOf(operation, op)
      const [container, key] = around(state, path, `remove operation does not apply: doc is missing path: "${path}"`)
      return remove(container, key, `error in remove for path: '${path}'`)
    }
    case 'replace': {
      const path = pathOf(operation, op)
      if (path === '') return replaceRoot(state, operation.value)
      const [container, key] = around(state, path, `replace operation does not apply: doc is missing path: ${path}`)
      const missing = `replace operation does not apply: doc is missing key: ${path}`
      const value = copied(operation.value ?? null)
      if (!Array.isArray(container)) container[key] = value
      else if (atIndex(container, key) === undefined) throw nothingAt(key, `${missing}: ${MISSING}`)
      else container[indexIn(container, key) as number] = value
      return
    }
    case 'move': {
      const from = fromOf(operation, op)
      const [source, name] = around(state, from, `move operation does not apply: doc is missing from path: ${from}`)
      const moved = get(source, name, `error in move for path: '${name}'`)
      remove(source, name, `error in move for path: '${name}'`)
      const path = pathOf(operation, op)
      const missing = `move operation does not apply: doc is missing destination path: ${path}`
      const [container, key] = around(state, path, missing)
      return insert(container, key, moved ?? null, `error in move for path: '${path}'`)
    }
    case 'copy': {
      const from = fromOf(operation, op)
      const [source, name] = around(state, from, `copy operation does not apply: doc is missing from path: ${from}`)
      const value = get(source, name, `error in copy for from: '${from}'`)
      const path = pathOf(operation, op)
      const missing = `copy operation does not apply: doc is missing destination path: ${path}`
      const [container, key] = around(state, path, missing)
      countCopy(state, value)
      return insert(container, key, copied(value ?? null), 'error while adding value during copy')
    }
    case 'test':
      return test(state, operation)
    default: {
      const kind = typeof op === 'string' ? op : 'unknown'
      throw new DoesNotApply(`“${shown(op)}” is not an operation of a JSON patch.`, `Unexpected kind: ${kind}`)
    }
  }
}

function replaceRoot(state: State, value: JsonValue | undefined): void {
  if (!isJsonObject(value) && !isList(value)) {
    const detail = 'replace operation value must be object or array: %!w(<nil>)'
    throw new DoesNotApply('Only an object or a list can replace the whole object.', detail)
  }
  state.root = copied(value)
}

function test(state: State, operation: JsonObject): void {
  const path = pathOf(operation, 'test')
  let found: JsonValue | undefined = state.root
  if (path !== '') {
    const [container, key] = around(state, path, `test operation does not apply: is missing path: ${path}`)
    found = get(container, key, `error in test for path: '${path}'`)
  }
  const { value } = operation
  // A test does not distinguish null, a missing field and an omitted value.
  if (same(found ?? null, value ?? null)) return
  const message = `The test expects ${shown(value)} at ${shown(path)}, but found ${shown(found)}.`
  throw new DoesNotApply(message, `testing value ${path} failed: test failed`)
}

const MISSING = 'missing value'

function pathOf(operation: JsonObject, op: string): string {
  const { path } = operation
  if (typeof path === 'string') return path
  const missing = ['add', 'remove', 'copy'].includes(op) ? MISSING : `operation missing path field: ${MISSING}`
  throw notAPointer('path', path, `${op} operation failed to decode path`, missing)
}

function fromOf({ from }: JsonObject, op: string): string {
  if (typeof from === 'string') return from
  throw notAPointer('from', from, `${op} operation failed to decode from`, `operation, missing from field: ${MISSING}`)
}

function notAPointer(field: string, value: JsonValue | undefined, failed: string, missing: string): DoesNotApply {
  const isMissing = value === undefined || value === null || missing === MISSING
  const why = isMissing ? missing : `json: cannot unmarshal ${goKind(value)} into Go value of type string`
  return new DoesNotApply(`“${field}” must be a JSON pointer, such as /metadata/labels.`, `${failed}: ${why}`)
}

function goKind(value: JsonValue): string {
  if (isList(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : isJsonObject(value) ? 'object' : 'number'
}

/** The object or list that contains the value of a pointer, and the key in it (Go: `findObject`). */
function around({ root }: State, pointer: string, missing: string): readonly [container: Container, key: string] {
  const [, ...tokens] = pointer.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  const key = tokens.pop()
  let at: JsonValue | undefined = root
  for (const token of tokens) at = isList(at) ? atIndex(at, token) : isJsonObject(at) ? fieldOf(at, token) : undefined
  if (key !== undefined && (isJsonObject(at) || isList(at))) return [at as Container, key]
  throw new DoesNotApply(`The parent of ${shown(pointer)} is not an object or a list.`, `${missing}: ${MISSING}`)
}

function fieldOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The value at a key. Undefined where an object does not have it; throws where a list does not have it. */
function get(container: Container, key: string, failed: string): JsonValue | undefined {
  if (!Array.isArray(container)) return fieldOf(container, key)
  const value = atIndex(container, key)
  if (value === undefined) throw nothingAt(key, `${failed}: ${whyNoIndex(key)}`)
  return value
}

function remove(container: Container, key: string, failed: string): void {
  if (Array.isArray(container)) {
    get(container, key, failed)
    container.splice(indexIn(container, key) as number, 1)
  } else if (Object.hasOwn(container, key)) delete container[key]
  else throw nothingAt(key, `${failed}: Unable to remove nonexistent key: ${key}: ${MISSING}`)
}

/** Sets a field of an object, or inserts a value into a list before an index; `-` is the end of a list. */
function insert(container: Container, key: string, value: JsonValue, failed: string): void {
  if (!Array.isArray(container)) {
    container[key] = value
    return
  }
  const index = key === '-' ? container.length : indexIn(container, key, 1)
  if (index === undefined) {
    const why = whyNoIndex(key, `value was not a proper array index: '${key}': `)
    throw new DoesNotApply(
      `“${shown(key)}” is not a position in the list, which has ${container.length} items.`,
      `${failed}: ${why}`,
    )
  }
  container.splice(index, 0, value)
}

function atIndex(list: readonly JsonValue[], key: string): JsonValue | undefined {
  const index = indexIn(list, key)
  return index === undefined ? undefined : list[index]
}

/** Texts that Go parses as a number (`strconv.Atoi`). */
const ATOI = /^[+-]?[0-9]+$/

/** The position that a key names in a list, from its end where negative. Undefined where it names none. */
function indexIn({ length }: readonly JsonValue[], key: string, more = 0): number | undefined {
  if (!ATOI.test(key)) return undefined
  const index = Number(key) < 0 ? Number(key) + length + more : Math.abs(Number(key))
  return index < 0 || index >= length + more ? undefined : index
}

/** The reason why a key names no position, in Go's words. `notNumber` comes before the words of `strconv`. */
function whyNoIndex(key: string, notNumber = ''): string {
  const parsing = `${notNumber}strconv.Atoi: parsing ${goQuote(key)}`
  if (!ATOI.test(key)) return `${parsing}: invalid syntax`
  if (!isInt64(key)) return `${parsing}: value out of range`
  return `Unable to access invalid index: ${BigInt(key.replace('+', ''))}: invalid index referenced`
}

function nothingAt(key: string, detail: string): DoesNotApply {
  return new DoesNotApply(`There is nothing at “${shown(key)}”.`, detail)
}

/** Counts the JSON text of a value that is copied. */
function countCopy(state: State, value: JsonValue | undefined): void {
  if (value === undefined || value === null) return
  state.copiedBytes += byteLength(identityOf(value).replace(/[<>&\u2028\u2029]/g, '\\u0000'))
  if (state.copiedBytes <= MOST_COPIED) return
  const exceeding = `the accumulated size increase of copy is ${state.copiedBytes}, exceeding the limit ${MOST_COPIED}`
  throw new DoesNotApply(
    `Up to here the patch copies more than ${MOST_COPIED} bytes.`,
    `Unable to complete the copy, ${exceeding}`,
  )
}

function shown(value: JsonValue | undefined): string {
  const text = textOf(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
