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
  isBlankOrEnd,
  isBreak,
  isEnd,
  MINUS,
  PERCENT,
  PIPE,
  QUESTION,
  SINGLE_QUOTE,
  SPACE,
  TAB,
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
  /** The decoded scalar, the name of the anchor or alias, or the full tag. */
  readonly value: string
  /** A scalar without quotes or block indicator. */
  readonly plain: boolean
}

/**
 * A token in the queue. What may turn out to be a key, when a `:` follows on its line, is a candidate: the `:` then
 * puts a key token in front of it after the fact, so tokens wait in the queue while a candidate stands at its head.
 */
interface QueuedToken extends Token {
  candidate: Candidacy
}

/** `required`: stands where nothing but a key may stand, so that to find no `:` is an error. */
type Candidacy = 'no' | 'possible' | 'required'

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
  /** Tokens from `#head` to `#tail` wait; slots beyond are old ones, kept so that the array never shrinks and grows. */
  readonly #queue: QueuedToken[] = []
  #head = 0
  #tail = 0
  /** The candidate at each level of brackets, the block level first. */
  readonly #candidates: (QueuedToken | undefined)[] = [undefined]
  /** What the token that is added next will be. */
  #next: Candidacy = 'no'
  #keyAllowed = true
  #indent = -1
  readonly #indents: number[] = []

  constructor(text: string) {
    this.#cursor = new Cursor(text)
  }

  peek(): Token {
    while (this.#head === this.#tail || this.#isCandidate(this.#queue[this.#head])) this.#fetch()
    return this.#queue[this.#head] as Token
  }

  next(): Token {
    const token = this.peek()
    this.#head++
    if (this.#head === this.#tail) {
      this.#head = 0
      this.#tail = 0
    }
    return token
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
    return this.#cursor.fail('found character that cannot start any token', this.#cursor.pos)
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

  #add(type: TokenType, start: number, end: number, value = '', plain = false): void {
    const candidate = this.#next
    const token = { type, start, end, value, plain, candidate }
    this.#queue[this.#tail++] = token
    if (candidate === 'no') return
    this.#candidates[this.#flowLevel] = token
    this.#next = 'no'
  }

  /** Adds an indicator of that many characters, and steps over it. */
  #addIndicator(type: TokenType, length: number): void {
    const { pos } = this.#cursor
    this.#cursor.pos += length
    this.#add(type, pos, pos + length)
  }

  /** Puts an empty token in front of one that is in the queue. */
  #insert(type: TokenType, before: QueuedToken): void {
    let at = this.#tail++
    // Few tokens wait at any time: what can be a key is one line long at most.
    for (; at > this.#head && this.#queue[at] !== before; at--) this.#queue[at] = this.#queue[at - 1] as QueuedToken
    this.#queue[at] = { type, start: before.start, end: before.start, value: '', plain: false, candidate: 'no' }
  }

  // Candidates for keys.

  /** Notes that the token which is added next may turn out to be a key. */
  #saveCandidate(): void {
    if (!this.#keyAllowed) return
    this.#dropCandidate()
    this.#next = this.#flowLevel === 0 && this.#indent === this.#cursor.column ? 'required' : 'possible'
  }

  #dropCandidate(): void {
    const candidate = this.#candidates[this.#flowLevel]
    if (candidate === undefined || candidate.candidate === 'no') return
    this.#giveUp(candidate)
  }

  #giveUp(candidate: QueuedToken): void {
    if (candidate.candidate === 'required') this.#cursor.fail("could not find expected ':'", candidate.start)
    candidate.candidate = 'no'
  }

  #isCandidate(token: QueuedToken | undefined): token is QueuedToken {
    if (token === undefined || token.candidate === 'no') return false
    const { lineStart, pos } = this.#cursor
    if (token.start >= lineStart && token.start + LONGEST_KEY >= pos) return true
    this.#giveUp(token)
    return false
  }

  // Indentation.

  #roll(type: 'block-sequence-start' | 'block-mapping-start', column: number, before?: QueuedToken): void {
    if (this.#flowLevel > 0 || this.#indent >= column) return
    this.#indents.push(this.#indent)
    this.#indent = column
    this.#checkDepth()
    if (before === undefined) this.#addIndicator(type, 0)
    else this.#insert(type, before)
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
    this.#unroll(-1)
    this.#dropCandidate()
    this.#addIndicator('stream-end', 0)
  }

  #directive(): void {
    this.#unroll(-1)
    this.#dropCandidate()
    this.#keyAllowed = false
    const { pos } = this.#cursor
    const problem = scanDirective(this.#cursor)
    this.#add('directive', pos, this.#cursor.pos, problem)
  }

  #documentIndicator(type: 'document-start' | 'document-end'): void {
    this.#unroll(-1)
    this.#dropCandidate()
    this.#keyAllowed = false
    this.#addIndicator(type, 3)
  }

  #flowStart(type: 'flow-sequence-start' | 'flow-mapping-start'): void {
    this.#saveCandidate()
    this.#addIndicator(type, 1)
    this.#candidates.push(undefined)
    this.#checkDepth()
    this.#keyAllowed = true
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
    if (this.#isCandidate(candidate)) {
      this.#roll('block-mapping-start', candidate.start - this.#cursor.lineStart, candidate)
      this.#insert('key', candidate)
      candidate.candidate = 'no'
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
    return this.#cursor.fail(problem, this.#cursor.pos)
  }

  #anchor(type: 'anchor' | 'alias'): void {
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos } = this.#cursor
    const name = scanAnchor(this.#cursor)
    this.#add(type, pos, this.#cursor.pos, name)
  }

  #tag(): void {
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos } = this.#cursor
    const tag = scanTag(this.#cursor)
    this.#add('tag', pos, this.#cursor.pos, tag)
  }

  #block(): void {
    this.#dropCandidate()
    this.#keyAllowed = true
    const { pos } = this.#cursor
    const { value, end } = scanBlock(this.#cursor, this.#indent)
    this.#add('scalar', pos, end, value)
  }

  #quoted(): void {
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos } = this.#cursor
    const value = scanQuoted(this.#cursor)
    this.#add('scalar', pos, this.#cursor.pos, value)
  }

  #plain(): void {
    const cursor = this.#cursor
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos } = cursor
    const { value, end, lineBroken } = scanPlain(cursor, this.#indent, this.#flowLevel > 0)
    this.#add('scalar', pos, end, value, true)
    if (lineBroken) this.#keyAllowed = true
  }
}
