import { parsedJSON } from '../text/index.ts'

/**
 * Where the JSON objects and lists end that begin a line of a text. Each character is read once, however many lines begin with a
 * bracket: what broke a value breaks all that are open there, and a value inside it has been read with it.
 */
export class JSONValues {
  readonly #text: string
  /** All before it has been read. */
  #read = 0
  /** The ends of values inside those that broke, by their beginning. */
  readonly #inside = new Map<number, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** The offset after the value that begins with a bracket at `start`; undefined if the text there is not JSON. Ask in order. */
  end(start: number): number | undefined {
    const end = start < this.#read ? this.#inside.get(start) : this.#readValue(start)
    return end !== undefined && parsedJSON(this.#text.slice(start, end)) ? end : undefined
  }

  #readValue(start: number): number | undefined {
    const text = this.#text
    const open: number[] = []
    let last = ''
    for (let at = start; at < text.length; ) {
      const part = partAt(text, at, text[open.at(-1) ?? -1] === '{', last)
      if (part === undefined) {
        this.#read = at
        return undefined
      }
      if (part.kind === '{' || part.kind === '[') open.push(part.end - 1)
      at = part.end
      last = part.kind
      if (last !== '}' && last !== ']') continue
      const began = open.pop() ?? start
      if (began === start) {
        this.#read = at
        return at
      }
      if (text[began - 1] === '\n') this.#inside.set(began, at)
    }
    this.#read = text.length
    return undefined
  }
}

interface Part {
  readonly kind: '{' | '}' | '[' | ']' | ',' | ':' | 'key' | 'value'
  readonly end: number
}

const BLANKS = /[ \t\r\n]*/y
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y

/** The part of a JSON value at `start`, or after the blanks there; undefined if no part may follow the `last` one. */
function partAt(text: string, start: number, inObject: boolean, last: string): Part | undefined {
  const at = endOf(BLANKS, text, start) ?? start
  const character = text[at] ?? ''
  const afterValue = last === 'value' || last === '}' || last === ']'
  const beforeKey = inObject && (last === '{' || last === ',')
  const beforeValue = !(afterValue || beforeKey || last === 'key')
  switch (character) {
    case '{':
    case '[':
      return beforeValue ? { kind: character, end: at + 1 } : undefined
    case '}':
      return inObject && (afterValue || last === '{') ? { kind: character, end: at + 1 } : undefined
    case ']':
      return !inObject && (afterValue || last === '[') ? { kind: character, end: at + 1 } : undefined
    case ',':
      return afterValue ? { kind: character, end: at + 1 } : undefined
    case ':':
      return last === 'key' ? { kind: character, end: at + 1 } : undefined
    default: {
      if (!(beforeKey || beforeValue)) return undefined
      const end = character === '"' ? endOfString(text, at) : beforeValue ? endOf(WORD, text, at) : undefined
      return end === undefined ? undefined : { kind: beforeKey ? 'key' : 'value', end }
    }
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** A string of JSON ends in its line. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '"') return at + 1
    if (character === '\n') return undefined
    if (character === '\\') at++
  }
  return undefined
}
