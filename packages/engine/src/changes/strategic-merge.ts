import { isJsonObject, type JsonObject, type JsonPath, type JsonValue } from '../yaml/index.ts'
import { identityOf, isList, objectOf } from './json.ts'
import { errorAt, NoChange, type PlacedText } from './problem.ts'
import { type SchemaNode, schemaOf } from './schema.ts'

const DELETE_FROM_PRIMITIVES = '$deleteFromPrimitiveList/'
const RETAIN = '$retainKeys'

/**
 * The value after a strategic merge patch, as `k8s.io/apimachinery/pkg/util/strategicpatch` merges: lists with a merge
 * key entry by entry, others replaced; `$patch: delete` and `replace`, `$retainKeys`, `$deleteFromPrimitiveList`. `$setElementOrder` is ignored: it changes no entry.
 *
 * @throws NoChange at the part that does not apply
 */
export function strategicallyMerged(
  value: JsonValue | undefined,
  patch: JsonValue,
  schema: SchemaNode,
  placed: PlacedText,
): JsonValue {
  return merged(value, patch, schema, placed, []) ?? objectOf([])
}

function merged(
  value: JsonValue | undefined,
  patch: JsonValue,
  schema: SchemaNode | undefined,
  placed: PlacedText,
  path: JsonPath,
): JsonValue | undefined {
  if (isList(patch)) return mergedList(isList(value) ? value : [], patch, schema, placed, path)
  return isJsonObject(patch)
    ? mergedObject(isJsonObject(value) ? value : objectOf([]), patch, schema, placed, path)
    : patch
}

function mergedObject(
  object: JsonObject,
  patch: JsonObject,
  schema: SchemaNode | undefined,
  placed: PlacedText,
  path: JsonPath,
): JsonObject | undefined {
  const directive = patch.$patch
  if (directive === 'delete') return undefined
  if (directive !== undefined && directive !== 'replace' && directive !== 'merge') {
    throw new NoChange(
      errorAt(placed, [...path, '$patch'], {
        code: 'patch-does-not-apply',
        message: 'The directive $patch is replace, merge or delete.',
      }),
    )
  }
  const fields = Object.entries(patch).filter(([key]) => !key.startsWith('$'))
  if (directive === 'replace') return objectOf(fields)
  const retained = patch[RETAIN]
  const retains = new Set(isList(retained) ? retained : [])
  const result = new Map<string, JsonValue | undefined>(
    Object.entries(object).filter(([key]) => !isList(retained) || retains.has(key)),
  )
  for (const [key, removed] of Object.entries(patch)) {
    if (!key.startsWith(DELETE_FROM_PRIMITIVES) || !isList(removed)) continue
    const field = key.slice(DELETE_FROM_PRIMITIVES.length)
    const list = result.get(field)
    const gone = new Set(removed.map(identityOf))
    result.set(field, isList(list) ? list.filter((item) => !gone.has(identityOf(item))) : list)
  }
  for (const [key, change] of fields) {
    const inner = merged(result.get(key), change, schemaOf(schema, key), placed, [...path, key])
    result.set(key, inner === null ? undefined : inner)
  }
  return objectOf(result)
}

function mergedList(
  list: readonly JsonValue[],
  patch: readonly JsonValue[],
  schema: SchemaNode | undefined,
  placed: PlacedText,
  path: JsonPath,
): readonly JsonValue[] {
  if (schema?.list === 'set') {
    const there = new Set(list.map(identityOf))
    return [...list, ...patch.filter((item) => !there.has(identityOf(item)))]
  }
  const key = schema?.keys?.[0]
  const replaces = patch.some(
    (item) => isJsonObject(item) && item.$patch === 'replace' && Object.keys(item).length === 1,
  )
  if (key === undefined || replaces) return patch.filter((item) => !isJsonObject(item) || item.$patch === undefined)
  const result: (JsonValue | undefined)[] = [...list]
  const places = new Map<string, number>()
  for (const [at, item] of list.entries()) {
    const id = isJsonObject(item) ? identityOf(item[key]) : ''
    if (isJsonObject(item) && !places.has(id)) places.set(id, at)
  }
  for (const [index, item] of patch.entries()) {
    if (!isJsonObject(item) || item[key] === undefined) {
      throw new NoChange(
        errorAt(placed, [...path, index], {
          code: 'patch-does-not-apply',
          message: `Entries of this list are identified by “${key}”, but this one has none.`,
          fix: `Write ${key}: in it.`,
          detail: `map: ${JSON.stringify(index)} does not contain declared merge key: ${key}`,
        }),
      )
    }
    const id = identityOf(item[key])
    const at = places.get(id)
    const inner = merged(at === undefined ? undefined : result[at], item, schema?.items, placed, [...path, index])
    if (at === undefined) {
      places.set(id, result.length)
      result.push(inner)
    } else result[at] = inner
  }
  return result.filter((item) => item !== undefined)
}
