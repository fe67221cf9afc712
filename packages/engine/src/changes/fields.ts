import { isJsonObject, type JsonObject, type JsonValue } from '../yaml/index.ts'
import { identityOf, isList, same, textOf } from './json.ts'
import type { PlacedText, Spot } from './problem.ts'
import { type Permission, type Processed, type SchemaNode, schemaOf, type Treatment } from './schema.ts'

/** A permission that covers a field, with its parameter. */
export interface FieldPermission {
  readonly name: string
  /** The parameter before its treatment. */
  readonly parameter?: {
    readonly value: string
    readonly treatment: Treatment
    /** The result of the definition’s CEL expression. Absent where it has none. */
    readonly processed?: Processed
  }
  /**
   * Whether the ordinary verb excludes the field: never, always, or for some values; in the last case, whether this value
   * is one of them.
   */
  readonly excluded: 'never' | 'always' | 'this-value' | 'other-values'
  /** Whether the author of a CRD named it, not Kubernetes. */
  readonly custom: boolean
  /** Its place in the CRD. */
  readonly at?: Spot
}

/** A field that a request changes. */
export interface ChangedField {
  /** `metadata.labels[super.safe.com/a]`, `status.conditions[type=SuperSafe].status`. */
  readonly path: string
  /** The old value and its place. Absent where the field did not exist. */
  readonly before?: { readonly value: JsonValue; readonly at?: Spot }
  /** The new value. Absent where the field is removed. */
  readonly after?: { readonly value: JsonValue }
  /** The permissions that cover the field, from general to specific. Empty where only the ordinary verb covers it. */
  readonly permissions: readonly FieldPermission[]
}

/** Fields of every object that identify it, or that the API server writes itself: no request changes them. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata.namespace',
  'metadata.uid',
  'metadata.resourceVersion',
  'metadata.generation',
  'metadata.creationTimestamp',
  'metadata.deletionTimestamp',
  'metadata.deletionGracePeriodSeconds',
  'metadata.selfLink',
  'metadata.managedFields',
])

/**
 * The fields that differ between two objects, at the deepest level, in the order of the old object and then the new one. A
 * null field counts as absent. The order of lists with keys does not count. `stored` is the text of the old object.
 */
export function changedFields(
  before: JsonValue,
  after: JsonValue,
  schema: SchemaNode,
  stored?: PlacedText,
): readonly ChangedField[] {
  const found: ChangedField[] = []
  const whole = stored && { of: stored, path: [] }
  compare(before, after, { schema, path: '', stored: whole, permissions: [], parameters: new Map() }, found)
  return found
}

interface Place {
  readonly schema: SchemaNode | undefined
  readonly path: string
  /** The same place in the text of the old object, as deep as the text has it. */
  readonly stored: Spot | undefined
  /** The permissions of the enclosing values. */
  readonly permissions: readonly FieldPermission[]
  readonly parameters: ReadonlyMap<string, string>
}

function compare(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  place: Place,
  found: ChangedField[],
): void {
  const [old, now] = [before ?? undefined, after ?? undefined]
  if (NOT_COMPARED.has(place.path) || same(old, now)) return
  // A list in place of an object, or an entry with another parameter, is another value: the old one is removed, the new one
  // is added.
  if (
    old !== undefined &&
    now !== undefined &&
    (kindOf(old) !== kindOf(now) || emittedBy(old, place) !== emittedBy(now, place))
  ) {
    compare(old, undefined, place, found)
    compare(undefined, now, place, found)
    return
  }
  const here = entered(old, now, place)
  const kind = kindOf((now ?? old) as JsonValue)
  const count = found.length
  if (kind === 'object') compareFields(old as JsonObject | undefined, now as JsonObject | undefined, here, found)
  if (kind === 'list')
    compareItems((old ?? []) as readonly JsonValue[], (now ?? []) as readonly JsonValue[], here, found)
  // No field inside differs, so the value as a whole was added or removed.
  if (found.length === count && (kind === 'scalar' || old === undefined || now === undefined)) {
    found.push({
      path: here.path,
      ...(old !== undefined && { before: { value: old, ...(here.stored && { at: here.stored }) } }),
      ...(now !== undefined && { after: { value: now } }),
      permissions: here.permissions,
    })
  }
}

function kindOf(value: JsonValue): 'object' | 'list' | 'scalar' {
  return isJsonObject(value) ? 'object' : isList(value) ? 'list' : 'scalar'
}

/** The parameters that a value itself supplies, as one text. */
function emittedBy(value: JsonValue, { schema }: Place): string {
  if (schema?.fields === undefined && (schema?.emits === undefined || isJsonObject(value))) return ''
  return identityOf([...emissions(value, schema)].flat())
}

type Emitters = readonly (readonly [field: string, parameter: string])[]
/** Cached, because searching all fields of a schema for each entry of a list would take long. */
const emitters = new WeakMap<SchemaNode, Emitters>()

function emittersOf(schema: SchemaNode | undefined): Emitters {
  if (schema?.fields === undefined) return []
  let known = emitters.get(schema)
  if (known === undefined) {
    known = [...schema.fields].flatMap(([field, { emits }]) => (emits === undefined ? [] : [[field, emits] as const]))
    emitters.set(schema, known)
  }
  return known
}

function emissions(value: JsonValue | undefined, schema: SchemaNode | undefined): ReadonlyMap<string, string> {
  const emitted = new Map<string, string>()
  if (value === undefined) return emitted
  if (schema?.emits !== undefined && !isJsonObject(value) && !isList(value)) emitted.set(schema.emits, textOf(value))
  if (isJsonObject(value)) {
    for (const [field, parameter] of emittersOf(schema)) {
      const scalar = value[field]
      if (scalar !== undefined && !isJsonObject(scalar) && !isList(scalar)) emitted.set(parameter, textOf(scalar))
    }
  }
  return emitted
}

/** The place with the permission of its own schema and the parameters that it supplies. */
function entered(old: JsonValue | undefined, now: JsonValue | undefined, place: Place): Place {
  const { schema } = place
  const emitted = emissions(now ?? old, schema)
  const parameters = emitted.size === 0 ? place.parameters : new Map([...place.parameters, ...emitted])
  const permission = schema?.permission
  if (permission === undefined) return { ...place, parameters }
  return { ...place, parameters, permissions: [...place.permissions, filledIn(permission, parameters, now)] }
}

function filledIn(
  { name, parameter, excluded, custom, at }: Permission,
  parameters: ReadonlyMap<string, string>,
  now: JsonValue | undefined,
): FieldPermission {
  const whether =
    excluded === undefined || excluded === 'always'
      ? (excluded ?? 'never')
      : excluded.some((value) => same(value, now))
        ? 'this-value'
        : 'other-values'
  const value = (parameter && parameters.get(parameter.source)) ?? ''
  return {
    name,
    ...(parameter && {
      parameter: {
        value,
        treatment: parameter.treatment,
        ...(parameter.process && { processed: parameter.process(value) }),
      },
    }),
    excluded: whether,
    custom: custom === true,
    ...(at && { at }),
  }
}

function compareFields(
  old: JsonObject | undefined,
  now: JsonObject | undefined,
  place: Place,
  found: ChangedField[],
): void {
  const { schema, path, parameters } = place
  for (const field of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
    const declared = schema?.fields?.get(field)
    const isKey = declared === undefined && schema?.fields === undefined && schema?.entries !== undefined
    const inner: Place = {
      ...place,
      schema: declared ?? schemaOf(schema, field),
      path: isKey ? `${path}[${field}]` : path === '' ? field : `${path}.${field}`,
      stored: inside(place.stored, field),
      parameters: isKey && schema?.emits !== undefined ? new Map([...parameters, [schema.emits, field]]) : parameters,
    }
    compare(old?.[field], now?.[field], inner, found)
  }
}

function inside(spot: Spot | undefined, step: string | number): Spot | undefined {
  return spot && { of: spot.of, path: [...spot.path, step] }
}

function compareItems(old: readonly JsonValue[], now: readonly JsonValue[], place: Place, found: ChangedField[]): void {
  const before = byIdentity(old, place.schema)
  const after = byIdentity(now, place.schema)
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(id)
    const stored = was === undefined ? place.stored : inside(place.stored, was.index)
    const inner = { ...place, schema: place.schema?.items, path: `${place.path}[${id}]`, stored }
    compare(was?.item, after.get(id)?.item, inner, found)
  }
}

/** The entries of a list by their identity: their keys, their value, or else their position. */
function byIdentity(
  items: readonly JsonValue[],
  schema: SchemaNode | undefined,
): ReadonlyMap<string, { readonly item: JsonValue; readonly index: number }> {
  const entries = new Map<string, { readonly item: JsonValue; readonly index: number }>()
  const counts = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const id = identityIn(item, index, schema)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    entries.set(count === 1 ? id : `${id} (${count})`, { item, index })
  }
  return entries
}

function identityIn(item: JsonValue, index: number, schema: SchemaNode | undefined): string {
  if (schema?.list === 'set') return textOf(item)
  if (schema?.list !== 'map' || !isJsonObject(item)) return String(index)
  return (schema.keys ?? []).map((key) => `${key}=${textOf(item[key] ?? schema.keyDefaults?.[key])}`).join()
}
