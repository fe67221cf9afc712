import { byteLength, goQuote, utf8Bytes } from '../../go/index.ts'
import { MAX_DEPTH } from '../scanner/scanner.ts'

/** An error of Go's JSON decoder. */
export interface JsonProblem {
  readonly words: string
  /** The number of bytes read, including the wrong one; undefined at the end of the text. */
  readonly bytes?: number
}

/**
 * The first error of Go's `encoding/json` in the values from `from` on; undefined when there is none, or when a value nests
 * too deep to be read here. Go prints bytes, so of a character beyond ASCII it prints the first byte.
 */
export function jsonProblem(text: string, from: number): JsonProblem | undefined {
  const reader = new Reader(text, from)
  return problemWhile(reader, { words: 'unexpected EOF' }, () => {
    while (reader.anyValueFollows()) reader.value()
  })
}

/** The error of Go's `json.Unmarshal` for a text that is not a single value; undefined as in {@link jsonProblem}. */
export function jsonTextProblem(text: string): JsonProblem | undefined {
  // At the end, Go's scanner checks whether a blank could follow.
  const reader = new Reader(`${text} `, 0)
  return problemWhile(reader, { words: 'unexpected end of JSON input' }, () => {
    reader.value()
    reader.end()
  })
}

function problemWhile(reader: Reader, atEnd: JsonProblem, read: () => void): JsonProblem | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error
    if (error.context === '') return undefined
    const { at, context } = error
    const { text } = reader
    if (at >= text.length) return atEnd
    const [first = 0] = utf8Bytes(String.fromCodePoint(text.codePointAt(at) as number))
    return { words: `invalid character ${quoted(first)} ${context}`, bytes: byteLength(text.slice(0, at)) + 1 }
  }
}

function quoted(byte: number): string {
  const character = String.fromCharCode(byte)
  if (character === "'") return "'\\''"
  return character === '"' ? `'"'` : `'${goQuote(character).slice(1, -1)}'`
}

class Unexpected extends Error {
  constructor(
    readonly at: number,
    readonly context: string,
  ) {
    super(context)
  }
}

class Reader {
  #depth = 0

  constructor(
    readonly text: string,
    public at: number,
  ) {}

  anyValueFollows(): boolean {
    this.#blank()
    return this.at < this.text.length
  }

  end(): void {
    if (this.anyValueFollows()) this.#fail('after top-level value')
  }

  value(): void {
    this.#blank()
    if (++this.#depth > MAX_DEPTH) this.#fail('')
    const character = this.#here()
    if (character === '{') this.#inside('}', 'object key string', 'after object key:value pair', () => this.#entry())
    else if (character === '[') this.#inside(']', 'value', 'after array element', () => this.value())
    else if (character === '"') this.#string()
    else if (/[-0-9]/.test(character)) this.#number()
    else {
      const word = ['true', 'false', 'null'].find((one) => one[0] === character)
      if (word === undefined) this.#fail('looking for beginning of value')
      for (let i = 1; i < word.length; i++) {
        this.at++
        if (this.#here() !== word[i]) this.#fail(`in literal ${word} (expecting '${word[i]}')`)
      }
      this.at++
    }
    this.#depth--
  }

  #inside(close: string, what: string, after: string, item: () => void): void {
    this.at++
    this.#blank()
    if (this.#here() !== close) {
      for (;;) {
        this.#blank()
        if (what !== 'value' && this.#here() !== '"') this.#fail(`looking for beginning of ${what}`)
        item()
        this.#blank()
        if (this.#here() === close) break
        if (this.#here() !== ',') this.#fail(after)
        this.at++
      }
    }
    this.at++
  }

  #entry(): void {
    this.#string()
    this.#blank()
    if (this.#here() !== ':') this.#fail('after object key')
    this.at++
    this.value()
  }

  #string(): void {
    for (this.at++; this.#here() !== '"'; this.at++) {
      if (this.#here() === '' || this.#here() < ' ') this.#fail('in string literal')
      if (this.#here() !== '\\') continue
      this.at++
      if (!/["\\/bfnrtu]/.test(this.#here())) this.#fail('in string escape code')
      if (this.#here() !== 'u') continue
      for (let digit = 0; digit < 4; digit++) {
        this.at++
        if (!/[0-9a-fA-F]/.test(this.#here())) this.#fail('in \\u hexadecimal character escape')
      }
    }
    this.at++
  }

  #number(): void {
    if (this.#here() === '-') this.at++
    if (this.#here() === '0') this.at++
    else this.#digits('in numeric literal')
    if (this.#here() === '.') {
      this.at++
      this.#digits('after decimal point in numeric literal')
    }
    if (this.#here() === 'e' || this.#here() === 'E') {
      this.at++
      if (this.#here() === '+' || this.#here() === '-') this.at++
      this.#digits('in exponent of numeric literal')
    }
  }

  #digits(context: string): void {
    if (!/[0-9]/.test(this.#here())) this.#fail(context)
    while (/[0-9]/.test(this.#here())) this.at++
  }

  /** The character here; empty at the end. */
  #here(): string {
    return this.text.charAt(this.at)
  }

  #blank(): void {
    while (/[ \t\r\n]/.test(this.#here())) this.at++
  }

  #fail(context: string): never {
    throw new Unexpected(this.at, context)
  }
}
