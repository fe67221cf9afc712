import { isJsonObject, type JsonObject, type JsonValue } from '../yaml/index.ts'

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Makes an object without a prototype. Entries whose value is undefined are omitted. */
export function objectOf(entries: Iterable<readonly [string, JsonValue | undefined]>): JsonObject {
  const object: Record<string, JsonValue> = Object.create(null)
  for (const [key, value] of entries) if (value !== undefined) object[key] = value
  return object
}

/** An object with one field set, or removed where the value is undefined. */
export function withField(object: JsonObject, field: string, value: JsonValue | undefined): JsonObject {
  return objectOf([...Object.entries(object).filter(([key]) => key !== field), [field, value]])
}

/** A deep copy of pure JSON: objects without prototypes, no holes, no undefined. */
export function copied(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(copied)
  return isJsonObject(value) ? objectOf(Object.entries(value).map(([key, inner]) => [key, copied(inner)])) : value
}

/** Whether two values are the same JSON, in any order of keys. */
export function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => same(item, b[index]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
}

/** A text that is equal for equal values, in any order of keys. */
export function identityOf(value: JsonValue | undefined): string {
  if (isList(value)) return `[${value.map(identityOf).join()}]`
  if (isJsonObject(value)) {
    const keys = Object.keys(value).sort()
    return `{${keys.map((key) => `${JSON.stringify(key)}:${identityOf(value[key])}`).join()}}`
  }
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value ?? null)
}

/** A scalar as plain text; a list or object as JSON. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : identityOf(value)
}
