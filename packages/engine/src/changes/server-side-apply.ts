import type { Json, JsonObject, JsonPath } from '../manifests/index.ts'
import { isList, isObject, objectOf, same } from './json.ts'
import { errorAt, NoChange, type Placed } from './problem.ts'
import { type SchemaNode, schemaOf } from './schema.ts'

/** Who applies, and over whom. */
export interface Applier {
  readonly manager: string
  readonly force: boolean
  readonly subresource: string
}

/** The fields that managers own, as trees of `fieldsV1` (`f:` fields, `k:` and `v:` entries of lists). */
interface Owners {
  readonly own: JsonObject | undefined
  readonly others: readonly { readonly manager: string; readonly fields: JsonObject }[]
}

/**
 * The object after a server-side apply: the configuration is merged in, and what the manager applied before and no
 * longer does goes, unless others own it too.
 *
 * @throws NoChange at a field that another manager owns with another value, unless forced
 */
export function applied(
  live: Json | undefined,
  configuration: Json,
  schema: SchemaNode,
  applier: Applier,
  placed: Placed,
): Json {
  const owners = ownersOf(live, applier)
  if (!applier.force) {
    for (const { manager, fields } of owners.others)
      refuseConflicts(live, configuration, fields, schema, manager, placed, [])
  }
  const merged = mergedIn(live, configuration, schema)
  if (owners.own === undefined) return merged
  const others = owners.others.map(({ fields }) => fields)
  return withoutDropped(merged, configuration, owners.own, others, schema) ?? objectOf([])
}

function ownersOf(live: Json | undefined, { manager, subresource }: Applier): Owners {
  const metadata = isObject(live) && isObject(live.metadata) ? live.metadata : undefined
  const entries = isList(metadata?.managedFields) ? metadata.managedFields.filter(isObject) : []
  const isOwn = (entry: JsonObject) =>
    entry.manager === manager && entry.operation === 'Apply' && (entry.subresource ?? '') === subresource
  const own = entries.find(isOwn)?.fieldsV1
  return {
    own: isObject(own) ? own : undefined,
    others: entries.flatMap((entry) => {
      const fields = entry.fieldsV1
      return isOwn(entry) || !isObject(fields) ? [] : [{ manager: String(entry.manager), fields }]
    }),
  }
}

function mergedIn(live: Json | undefined, configuration: Json, schema: SchemaNode | undefined): Json {
  if (isObject(configuration) && schema?.atomic !== true) {
    const before = isObject(live) ? live : objectOf([])
    const inner = Object.entries(configuration).map(
      ([key, value]) => [key, mergedIn(before[key], value, schemaOf(schema, key))] as const,
    )
    return objectOf([...Object.entries(before), ...inner])
  }
  if (!isList(configuration) || schema?.list === undefined) return configuration
  const result = isList(live) ? [...live] : []
  for (const item of configuration) {
    const at = result.findIndex((one) => isSameEntry(one, item, schema))
    const inner = mergedIn(at === -1 ? undefined : result[at], item, schema.items)
    if (at === -1) result.push(inner)
    else result[at] = inner
  }
  return result
}

function isSameEntry(a: Json | undefined, b: Json, schema: SchemaNode): boolean {
  if (schema.list === 'set' || !isObject(a) || !isObject(b)) return same(a, b)
  return (schema.keys ?? []).every((key) =>
    same(a[key] ?? schema.keyDefaults?.[key], b[key] ?? schema.keyDefaults?.[key]),
  )
}

/** What an owned key (`f:labels`, `k:{"type":"Ready"}`, `v:"x"`) stands for in a value. */
function ownedChild(value: Json | undefined, key: string, schema: SchemaNode | undefined): Step | undefined {
  if (key.startsWith('f:') && isObject(value)) {
    const field = key.slice(2)
    return field in value ? { at: field, value: value[field] as Json, schema: schemaOf(schema, field) } : undefined
  }
  if (!isList(value)) return undefined
  const wanted = key.startsWith('k:') || key.startsWith('v:') ? jsonOf(key.slice(2)) : undefined
  if (wanted === undefined) return undefined
  const at = value.findIndex((item) =>
    isObject(wanted) && isObject(item)
      ? Object.entries(wanted).every(([name, one]) => same(item[name] ?? schema?.keyDefaults?.[name], one))
      : same(item, wanted),
  )
  return at === -1 ? undefined : { at, value: value[at] as Json, schema: schema?.items }
}

interface Step {
  readonly at: string | number
  readonly value: Json
  readonly schema: SchemaNode | undefined
}

function jsonOf(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? objectOf(Object.entries(value as JsonObject))
      : (value as Json)
  } catch {
    // An owner’s key that is no JSON names nothing.
    return undefined
  }
}

function ownedKeys(fields: JsonObject): readonly string[] {
  return Object.keys(fields).filter((key) => key !== '.')
}

function withoutDropped(
  value: Json,
  configuration: Json | undefined,
  own: JsonObject,
  others: readonly JsonObject[],
  schema: SchemaNode | undefined,
): Json | undefined {
  let result: Json = value
  for (const key of ownedKeys(own)) {
    const child = ownedChild(result, key, schema)
    if (child === undefined) continue
    const inner = own[key]
    const configured = ownedChild(configuration, key, schema)?.value
    const kept = others.flatMap((tree) => (isObject(tree[key]) ? [tree[key]] : []))
    const isLeaf = !isObject(inner) || ownedKeys(inner).length === 0
    if (isLeaf) {
      if (configured === undefined && kept.length === 0) result = replaced(result, child.at, undefined)
    } else {
      const left = withoutDropped(child.value, configured, inner, kept, child.schema)
      const goes = configured === undefined && kept.length === 0 && isEmpty(left)
      result = replaced(result, child.at, goes ? undefined : left)
    }
  }
  return result
}

/** An entry of which only the keys that told it apart are left has nobody who wants it. */
function isEmpty(value: Json | undefined): boolean {
  return (
    value === undefined || (isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
  )
}

function replaced(value: Json, at: string | number, inner: Json | undefined): Json {
  if (isList(value))
    return value.flatMap((item, index) => (index === at ? (inner === undefined ? [] : [inner]) : [item]))
  return isObject(value) ? objectOf(Object.entries(value).map(([key, one]) => [key, key === at ? inner : one])) : value
}

function refuseConflicts(
  live: Json | undefined,
  configuration: Json,
  owned: JsonObject,
  schema: SchemaNode | undefined,
  manager: string,
  placed: Placed,
  path: JsonPath,
): void {
  for (const key of ownedKeys(owned)) {
    const wanted = ownedChild(configuration, key, schema)
    if (wanted === undefined) continue
    const present = ownedChild(live, key, schema)?.value
    const inner = owned[key]
    const here = [...path, wanted.at]
    if (isObject(inner) && ownedKeys(inner).length > 0) {
      refuseConflicts(present, wanted.value, inner, wanted.schema, manager, placed, here)
    } else if (!same(present, wanted.value) && !(isObject(present) && isObject(wanted.value))) {
      throw new NoChange(
        errorAt(placed, here, {
          code: 'apply-conflict',
          message: `“${manager.slice(0, 60)}” owns this field with another value, and the apply is not forced.`,
          fix: 'Send it with force=true, or leave the field as it is.',
          detail: '409 Conflict',
        }),
      )
    }
  }
}
