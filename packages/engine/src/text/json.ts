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
