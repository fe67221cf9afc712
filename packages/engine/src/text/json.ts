/** A text parsed as JSON; undefined where it is not JSON. */
export function parsedJSON(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export function isJSON(text: string): boolean {
  return parsedJSON(text) !== undefined
}

/**
 * The offset after the JSON object or list that begins at `start`; -1 if it does not end before `limit`. The result means
 * nothing for other texts.
 */
export function jsonEnd(text: string, start: number, limit: number = text.length): number {
  let depth = 0
  for (let at = start; at < limit; at++) {
    const character = text[at]
    if (character === '"') {
      at++
      while (at < limit && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    } else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** Longer texts are returned as they are. Characters. */
const LONGEST_COMMENTED = 200_000

/**
 * A text that is one JSON value but for comments, from `//` to the end of the line, without these. Its lines stay where they are. Any
 * other text is returned as it is.
 */
export function withoutComments(text: string): string {
  if (text.length > LONGEST_COMMENTED || !/^\s*[{[]/.test(text) || !text.includes('//')) return text
  const rest = text.replace(/"(?:[^"\\\n]|\\.)*"?|\/\/.*/g, (part) => (part.startsWith('"') ? part : ''))
  return !isJSON(text) && isJSON(rest) ? rest : text
}

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
