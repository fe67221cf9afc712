import { isJsonObject, type JsonValue } from '../yaml/index.ts'
import { objectOf } from './json.ts'

/** The value after a JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces. */
export function mergePatched(value: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch
  const before = isJsonObject(value) ? value : objectOf([])
  const kept = Object.entries(before).filter(([key]) => !(key in patch))
  const patched = Object.entries(patch).map(
    ([key, change]) => [key, change === null ? undefined : mergePatched(before[key], change)] as const,
  )
  return objectOf([...kept, ...patched])
}
