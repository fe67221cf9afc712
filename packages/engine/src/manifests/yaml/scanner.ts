import { scanBlock } from './block-scalar.ts'
import {
  AMPERSAND,
  ASTERISK,
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  BYTE_ORDER_MARK,
  COLON,
  COMMA,
  DOT,
  DOUBLE_QUOTE,
  EXCLAMATION,
  GREATER_THAN,
  HASH,
  MINUS,
  PERCENT,
  PIPE,
  QUESTION,
  SINGLE_QUOTE,
  SPACE,
  TAB,
  isBlankOrEnd,
  isBreak,
  isEnd,
} from './characters.ts'
import { Cursor } from './cursor.ts'
import { isDocumentIndicator } from './document-indicator.ts'
import { scanPlain } from './plain-scalar.ts'
import { YamlProblem } from './problem.ts'
import { scanAnchor, scanDirective, scanTag } from './properties.ts'
import { scanQuoted } from './quoted-scalar.ts'

export type TokenType =
  | 'stream-end'
  | 'directive'
  | 'document-start'
  | 'document-end'
  | 'block-sequence-start'
  | 'block-mapping-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar'

export interface Token {
  readonly type: TokenType
  readonly start: number
  readonly end: number
  /** Line of the start, from 0. */
  readonly line: number
  /** The decoded scalar, the name of the anchor or alias, or the full tag. */
  readonly value: string
  /** A scalar without quotes or block indicator. */
  readonly plain: boolean
}

/** A token in the queue. */
interface QueuedToken extends Token {
  readonly candidate: KeyCandidate | undefined
}

/**
 * Something that turns into a key if a `:` follows on its line. The `:` then puts a key token in front of it after
 * the fact, so tokens wait in the queue while a candidate stands at its head.
 */
interface KeyCandidate {
  possible: boolean
  /** Stands where nothing but a key may stand: to find no `:` is an error. */
  readonly required: boolean
  /** Counted from the first token of the document. */
  readonly tokenNumber: number
  readonly pos: number
  readonly line: number
  readonly column: number
}

/** Characters between the start of an implicit key and its `:` (YAML 1.1, section 9.2). */
const LONGEST_KEY = 1024

/**
 * How deep collections may nest. kube-apiserver allows 10,000, which no stack of a browser's worker survives;
 * RBAC objects go about ten deep.
 */
export const MAX_DEPTH = 1000

/**
 * Cuts a document into tokens the way libyaml 0.1 does, which is what kube-apiserver reads YAML with
 * (`sigs.k8s.io/yaml` on `go.yaml.in/yaml/v2`, `scannerc.go`): YAML 1.1, keys found by looking back from their `:`,
 * brackets free of indentation. Throws {@link YamlProblem}.
 */
export class Scanner {
  readonly #cursor: Cursor
  #queue: QueuedToken[] = []
  #head = 0
  #taken = 0
  /** One per level of brackets, the block level first. */
  readonly #candidates: (KeyCandidate | undefined)[] = [undefined]
  /** The candidate that the token which is added next will be. */
  #pending: KeyCandidate | undefined
  #keyAllowed = true
  #indent = -1
  readonly #indents: number[] = []

  constructor(text: string) {
    this.#cursor = new Cursor(text)
  }

  peek(): Token {
    while (this.#head === this.#queue.length || this.#headMayBecomeKey()) this.#fetch()
    return this.#queue[this.#head] as Token
  }

  next(): Token {
    const token = this.peek()
    this.#taken++
    this.#head++
    if (this.#head === this.#queue.length) {
      this.#queue = []
      this.#head = 0
    }
    return token
  }

  #headMayBecomeKey(): boolean {
    const candidate = this.#queue[this.#head]?.candidate
    return candidate !== undefined && this.#isStillPossible(candidate)
  }

  #fetch(): void {
    const cursor = this.#cursor
    this.#skipToToken()
    this.#unroll(cursor.column)
    const code = cursor.code()
    if (isEnd(code)) return this.#streamEnd()
    if (cursor.pos === cursor.lineStart) {
      if (code === PERCENT) return this.#directive()
      if (isDocumentIndicator(cursor)) return this.#documentIndicator(code === DOT ? 'document-end' : 'document-start')
    }
    const inFlow = this.#flowLevel > 0
    const alone = isBlankOrEnd(cursor.code(1))
    switch (code) {
      case BRACKET_OPEN:
        return this.#flowStart('flow-sequence-start')
      case BRACE_OPEN:
        return this.#flowStart('flow-mapping-start')
      case BRACKET_CLOSE:
        return this.#flowEnd('flow-sequence-end')
      case BRACE_CLOSE:
        return this.#flowEnd('flow-mapping-end')
      case COMMA:
        return this.#flowEntry()
      case MINUS:
        return alone ? this.#blockEntry() : this.#plain()
      case QUESTION:
        return inFlow || alone ? this.#key() : this.#plain()
      case COLON:
        return inFlow || alone ? this.#value() : this.#plain()
      case ASTERISK:
        return this.#anchor('alias')
      case AMPERSAND:
        return this.#anchor('anchor')
      case EXCLAMATION:
        return this.#tag()
      case SINGLE_QUOTE:
      case DOUBLE_QUOTE:
        return this.#quoted()
      case PIPE:
      case GREATER_THAN:
        return inFlow ? this.#noToken() : this.#block()
      case HASH:
      case PERCENT:
      case 0x40:
      case 0x60:
      case TAB:
        return this.#noToken()
      default:
        return this.#plain()
    }
  }

  #noToken(): never {
    return this.#cursor.fail('found character that cannot start any token', this.#cursor.mark())
  }

  /** Blanks, comments and line breaks. A tab may separate, never indent. */
  #skipToToken(): void {
    const cursor = this.#cursor
    if (cursor.pos === 0 && cursor.code() === BYTE_ORDER_MARK) {
      cursor.pos++
      cursor.lineStart++
    }
    while (true) {
      let code = cursor.code()
      while (code === SPACE || (code === TAB && (this.#flowLevel > 0 || !this.#keyAllowed))) {
        cursor.pos++
        code = cursor.code()
      }
      if (code === HASH) {
        while (!isBreak(code) && !isEnd(code)) {
          cursor.pos++
          code = cursor.code()
        }
      }
      if (!isBreak(code)) return
      cursor.takeBreak()
      if (this.#flowLevel === 0) this.#keyAllowed = true
    }
  }

  get #flowLevel(): number {
    return this.#candidates.length - 1
  }

  #add(type: TokenType, start: number, line: number, end: number, value = '', plain = false): void {
    this.#queue.push({ type, start, end, line, value, plain, candidate: this.#pending })
    this.#pending = undefined
  }

  /** Adds an indicator of that many characters, and steps over it. */
  #addIndicator(type: TokenType, length: number): void {
    const { pos, line } = this.#cursor
    this.#cursor.pos += length
    this.#add(type, pos, line, pos + length)
  }

  /** Puts an empty token in front of the token of that number. */
  #insert(type: TokenType, tokenNumber: number, at: KeyCandidate): void {
    const token = { type, start: at.pos, end: at.pos, line: at.line, value: '', plain: false, candidate: undefined }
    this.#queue.splice(this.#head + tokenNumber - this.#taken, 0, token)
  }

  // Candidates for keys.

  /** Notes that the token which is fetched next may turn out to be a key. */
  #saveCandidate(): void {
    if (!this.#keyAllowed) return
    this.#dropCandidate()
    const { pos, line, column } = this.#cursor
    const candidate: KeyCandidate = {
      possible: true,
      required: this.#flowLevel === 0 && this.#indent === column,
      tokenNumber: this.#taken + this.#queue.length - this.#head,
      pos,
      line,
      column,
    }
    this.#candidates[this.#flowLevel] = candidate
    this.#pending = candidate
  }

  #dropCandidate(): void {
    const candidate = this.#candidates[this.#flowLevel]
    if (candidate?.possible !== true) return
    if (candidate.required) this.#cursor.fail("could not find expected ':'", candidate)
    candidate.possible = false
  }

  #isStillPossible(candidate: KeyCandidate): boolean {
    if (!candidate.possible) return false
    const { line, pos } = this.#cursor
    if (candidate.line === line && candidate.pos + LONGEST_KEY >= pos) return true
    if (candidate.required) this.#cursor.fail("could not find expected ':'", candidate)
    candidate.possible = false
    return false
  }

  // Indentation.

  #roll(type: 'block-sequence-start' | 'block-mapping-start', column: number, before?: KeyCandidate): void {
    if (this.#flowLevel > 0 || this.#indent >= column) return
    this.#indents.push(this.#indent)
    this.#indent = column
    this.#checkDepth()
    if (before === undefined) this.#addIndicator(type, 0)
    else this.#insert(type, before.tokenNumber, before)
  }

  #unroll(column: number): void {
    if (this.#flowLevel > 0) return
    while (this.#indent > column) {
      this.#addIndicator('block-end', 0)
      this.#indent = this.#indents.pop() as number
    }
  }

  #checkDepth(): void {
    if (this.#indents.length + this.#flowLevel <= MAX_DEPTH) return
    const { pos } = this.#cursor
    throw new YamlProblem(`nested deeper than ${MAX_DEPTH} levels`, pos, -1, 0, true)
  }

  // One method for each kind of token.

  #streamEnd(): void {
    const cursor = this.#cursor
    if (cursor.column !== 0) {
      cursor.lineStart = cursor.pos
      cursor.line++
    }
    this.#unroll(-1)
    this.#dropCandidate()
    this.#addIndicator('stream-end', 0)
  }

  #directive(): void {
    this.#unroll(-1)
    this.#dropCandidate()
    this.#keyAllowed = false
    const { pos, line } = this.#cursor
    const problem = scanDirective(this.#cursor)
    this.#add('directive', pos, line, this.#cursor.pos, problem)
  }

  #documentIndicator(type: 'document-start' | 'document-end'): void {
    this.#unroll(-1)
    this.#dropCandidate()
    this.#keyAllowed = false
    this.#addIndicator(type, 3)
  }

  #flowStart(type: 'flow-sequence-start' | 'flow-mapping-start'): void {
    this.#saveCandidate()
    this.#candidates.push(undefined)
    this.#checkDepth()
    this.#keyAllowed = true
    this.#addIndicator(type, 1)
  }

  #flowEnd(type: 'flow-sequence-end' | 'flow-mapping-end'): void {
    this.#dropCandidate()
    if (this.#flowLevel > 0) this.#candidates.pop()
    this.#keyAllowed = false
    this.#addIndicator(type, 1)
  }

  #flowEntry(): void {
    this.#dropCandidate()
    this.#keyAllowed = true
    this.#addIndicator('flow-entry', 1)
  }

  #blockEntry(): void {
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) this.#refuse('block sequence entries are not allowed in this context')
      this.#roll('block-sequence-start', this.#cursor.column)
    }
    this.#dropCandidate()
    this.#keyAllowed = true
    this.#addIndicator('block-entry', 1)
  }

  /** `?`, the explicit form of a key. */
  #key(): void {
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) this.#refuse('mapping keys are not allowed in this context')
      this.#roll('block-mapping-start', this.#cursor.column)
    }
    this.#dropCandidate()
    this.#keyAllowed = this.#flowLevel === 0
    this.#addIndicator('key', 1)
  }

  #value(): void {
    const candidate = this.#candidates[this.#flowLevel]
    if (candidate !== undefined && this.#isStillPossible(candidate)) {
      this.#insert('key', candidate.tokenNumber, candidate)
      this.#roll('block-mapping-start', candidate.column, candidate)
      candidate.possible = false
      this.#keyAllowed = false
    } else {
      if (this.#flowLevel === 0) {
        if (!this.#keyAllowed) this.#refuse('mapping values are not allowed in this context')
        this.#roll('block-mapping-start', this.#cursor.column)
      }
      this.#keyAllowed = this.#flowLevel === 0
    }
    this.#addIndicator('value', 1)
  }

  #refuse(problem: string): never {
    return this.#cursor.fail(problem, this.#cursor.mark())
  }

  #anchor(type: 'anchor' | 'alias'): void {
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos, line } = this.#cursor
    const name = scanAnchor(this.#cursor)
    this.#add(type, pos, line, this.#cursor.pos, name)
  }

  #tag(): void {
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos, line } = this.#cursor
    const tag = scanTag(this.#cursor)
    this.#add('tag', pos, line, this.#cursor.pos, tag)
  }

  #block(): void {
    this.#dropCandidate()
    this.#keyAllowed = true
    const { pos, line } = this.#cursor
    const { value, end } = scanBlock(this.#cursor, this.#indent)
    this.#add('scalar', pos, line, end, value)
  }

  #quoted(): void {
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos, line } = this.#cursor
    const value = scanQuoted(this.#cursor)
    this.#add('scalar', pos, line, this.#cursor.pos, value)
  }

  #plain(): void {
    const cursor = this.#cursor
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos, line } = cursor
    const { value, end, lineBroken } = scanPlain(cursor, this.#indent, this.#flowLevel > 0)
    this.#add('scalar', pos, line, end, value, true)
    if (lineBroken) this.#keyAllowed = true
  }
}
