/** A JSON object with unknown fields. */
export type JSONObject = Readonly<Record<string, unknown>>

export function isJSONObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own field of a value; never an inherited one. */
export function fieldOf(value: unknown, name: string): unknown {
  return isJSONObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** A field that is a text; empty where it is absent or anything else. */
export function textField(value: unknown, name: string): string {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : ''
}

/** The texts of a list, without its other elements. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

/** A mapping from keys to lists of texts, such as extras. */
export function extraOf(value: unknown): Readonly<Record<string, readonly string[]>> {
  return isJSONObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, values]) => [key, textsOf(values)] as const))
    : {}
}
