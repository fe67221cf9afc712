import { parsedJSON } from '../text/index.ts'
import { isJsonObject, type JsonObject, type JsonPath, type JsonValue } from '../yaml/index.ts'
import { copied, identityOf, isList, objectOf, same, textOf } from './json.ts'
import { errorAt, NoChange, type PlacedText } from './problem.ts'
import { type SchemaNode, schemaOf } from './schema.ts'

/** The manager that applies, and the other managers of the object. */
export interface Applier {
  readonly manager: string
  readonly force: boolean
  readonly subresource: string
}

/** Owned fields, as a tree of `fieldsV1`: `f:` for fields, `k:` and `v:` for entries of lists. */
interface Owned {
  /** The first manager that owns them. */
  readonly manager: string
  readonly inner: Map<string, Owned>
}

/**
 * The object after a server-side apply. The configuration is merged in. Fields that the manager applied before and no longer applies are removed, unless others own them too.
 *
 * @throws NoChange at a field that another manager owns with another value, unless forced
 */
export function applied(
  live: JsonValue | undefined,
  configuration: JsonValue,
  schema: SchemaNode,
  applier: Applier,
  placed: PlacedText,
): JsonValue {
  const { own, others } = ownersOf(live, applier)
  if (!applier.force) refuseConflicts(live, configuration, others, schema, placed, [])
  return withoutDropped(mergedIn(live, configuration, schema), configuration, own, others, schema)
}

function ownersOf(live: JsonValue | undefined, { manager, subresource }: Applier) {
  const metadata = isJsonObject(live) && isJsonObject(live.metadata) ? live.metadata : undefined
  const entries = isList(metadata?.managedFields) ? metadata.managedFields.filter(isJsonObject) : []
  const own: Owned = { manager, inner: new Map() }
  const others: Owned = { manager: '', inner: new Map() }
  for (const entry of entries) {
    const isOwn = entry.manager === manager && entry.operation === 'Apply' && (entry.subresource ?? '') === subresource
    if (isJsonObject(entry.fieldsV1)) addOwned(isOwn ? own : others, entry.fieldsV1, textOf(entry.manager))
  }
  return { own, others }
}

function addOwned({ inner }: Owned, fields: JsonObject, manager: string): void {
  for (const [key, below] of Object.entries(fields)) {
    // A dot marks the object or entry itself as owned; its owned fields imply the same.
    if (key === '.') continue
    let owned = inner.get(key)
    if (owned === undefined) {
      owned = { manager, inner: new Map() }
      inner.set(key, owned)
    }
    if (isJsonObject(below)) addOwned(owned, below, manager)
  }
}

function mergedIn(live: JsonValue | undefined, configuration: JsonValue, schema: SchemaNode | undefined): JsonValue {
  if (isJsonObject(configuration) && schema?.atomic !== true) {
    const before = isJsonObject(live) ? live : objectOf([])
    const inner = Object.entries(configuration).map(
      ([key, value]) => [key, mergedIn(before[key], value, schemaOf(schema, key))] as const,
    )
    return objectOf([...Object.entries(before), ...inner])
  }
  if (!isList(configuration) || schema?.list === undefined) return configuration
  const result = isList(live) ? [...live] : []
  const names = schema.list === 'map' ? (schema.keys ?? []) : []
  const places = placesIn(result, names, schema)
  for (const item of configuration) {
    const id = entryId(item, names, schema)
    const at = places.get(id)
    const inner = mergedIn(at === undefined ? undefined : result[at], item, schema.items)
    if (at === undefined) {
      places.set(id, result.length)
      result.push(inner)
    } else result[at] = inner
  }
  return result
}

/** The identity of an entry of a list: the values of the named fields, or its own value without names. */
function entryId(item: JsonValue, names: readonly string[], schema: SchemaNode | undefined): string {
  if (names.length === 0 || !isJsonObject(item)) return identityOf(item)
  return identityOf(names.map((name) => item[name] ?? schema?.keyDefaults?.[name] ?? null))
}

function placesIn(
  list: readonly JsonValue[],
  names: readonly string[],
  schema: SchemaNode | undefined,
): Map<string, number> {
  const places = new Map<string, number>()
  for (const [at, item] of list.entries()) {
    const id = entryId(item, names, schema)
    if (!places.has(id)) places.set(id, at)
  }
  return places
}

interface Step {
  readonly at: string | number
  readonly value: JsonValue
  readonly schema: SchemaNode | undefined
}

/**
 * The most kinds of entry keys that are indexed. A list has one set of keys and `v:`; more do not occur, and would make
 * lookups slow.
 */
const MOST_WAYS = 4

/** Makes a function that finds the value of an owned key (`f:labels`, `k:{"type":"Ready"}`, `v:"x"`). */
function finder(value: JsonValue | undefined, schema: SchemaNode | undefined): (key: string) => Step | undefined {
  const ways = new Map<string, Map<string, number>>()
  return (key) => {
    if (isJsonObject(value) && key.startsWith('f:')) {
      const field = key.slice(2)
      const inner = value[field]
      return inner === undefined ? undefined : { at: field, value: inner, schema: schemaOf(schema, field) }
    }
    if (!isList(value) || !/^[kv]:/.test(key)) return undefined
    const wanted = jsonOf(key.slice(2))
    if (wanted === undefined) return undefined
    const names = isJsonObject(wanted) ? Object.keys(wanted).sort() : []
    const way = names.join()
    let places = ways.get(way)
    if (places === undefined) {
      if (ways.size === MOST_WAYS) return undefined
      places = placesIn(value, names, schema)
      ways.set(way, places)
    }
    const at = places.get(entryId(wanted, names, schema))
    return at === undefined ? undefined : { at, value: value[at] as JsonValue, schema: schema?.items }
  }
}

function jsonOf(text: string): JsonValue | undefined {
  const read = parsedJSON(text)
  // An owner’s key that is not JSON names no entry.
  return read && copied(read.json as JsonValue)
}

function withoutDropped(
  value: JsonValue,
  configuration: JsonValue | undefined,
  own: Owned,
  others: Owned | undefined,
  schema: SchemaNode | undefined,
): JsonValue {
  const inValue = finder(value, schema)
  const inConfiguration = finder(configuration, schema)
  const changes = new Map<string | number, JsonValue | undefined>()
  for (const [key, inner] of own.inner) {
    const child = inValue(key)
    if (child === undefined) continue
    const configured = inConfiguration(key)?.value
    const kept = others?.inner.get(key)
    const goes = configured === undefined && kept === undefined
    if (inner.inner.size === 0) {
      if (goes) changes.set(child.at, undefined)
      continue
    }
    const left = withoutDropped(child.value, configured, inner, kept, child.schema)
    changes.set(child.at, goes && isEmpty(left) ? undefined : left)
  }
  if (changes.size === 0) return value
  const change = (at: string | number, one: JsonValue) => (changes.has(at) ? changes.get(at) : one)
  if (isList(value)) return value.map((one, at) => change(at, one)).filter((one) => one !== undefined)
  return isJsonObject(value) ? objectOf(Object.entries(value).map(([key, one]) => [key, change(key, one)])) : value
}

function isEmpty(value: JsonValue): boolean {
  return isList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0
}

function refuseConflicts(
  live: JsonValue | undefined,
  configuration: JsonValue,
  owned: Owned,
  schema: SchemaNode | undefined,
  placed: PlacedText,
  path: JsonPath,
): void {
  const inLive = finder(live, schema)
  const inConfiguration = finder(configuration, schema)
  for (const [key, { manager, inner }] of owned.inner) {
    const wanted = inConfiguration(key)
    if (wanted === undefined) continue
    const present = inLive(key)?.value
    const here = [...path, wanted.at]
    if (inner.size > 0) {
      refuseConflicts(present, wanted.value, { manager, inner }, wanted.schema, placed, here)
    } else if (
      !same(present, wanted.value) &&
      (wanted.schema?.atomic === true || !(isJsonObject(present) && isJsonObject(wanted.value)))
    ) {
      throw new NoChange(
        errorAt(placed, here, {
          code: 'apply-conflict',
          message: `“${manager.slice(0, 60)}” owns this field with another value, and the apply is not forced.`,
          fix: 'Send it with force=true, or do not change the field.',
          detail: '409 Conflict',
        }),
      )
    }
  }
}
