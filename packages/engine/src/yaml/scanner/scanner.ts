import { YamlProblem } from '../problems/problem.ts'
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
import { Cursor, isDocumentIndicator } from './cursor.ts'
import { scanPlain } from './plain-scalar.ts'
import { scanAnchor, scanDirective, scanTag } from './properties.ts'
import { scanQuoted } from './quoted-scalar.ts'
import { type QueuedToken, TokenQueue, type TokenType, type YamlToken } from './token-queue.ts'

/**
 * The limit of nesting. kube-apiserver allows 10,000 levels, which overflows the stack of a browser's worker. RBAC objects
 * have about ten levels.
 */
export const MAX_DEPTH = 1000

/**
 * Splits a document into tokens as libyaml 0.1 does, from which kube-apiserver's reader was ported (`sigs.k8s.io/yaml` on
 * `go.yaml.in/yaml/v2`, `scannerc.go`): YAML 1.1, keys are recognized at their `:`, and brackets need no indentation.
 *
 * @throws YamlProblem
 */
export class Scanner {
  readonly #cursor: Cursor
  readonly #queue: TokenQueue
  #keyAllowed = true
  #indent = -1
  readonly #indents: number[] = []

  constructor(text: string) {
    this.#cursor = new Cursor(text)
    this.#queue = new TokenQueue(this.#cursor)
  }

  peek(): YamlToken {
    let token = this.#queue.peek()
    while (token === undefined) {
      this.#fetch()
      token = this.#queue.peek()
    }
    return token
  }

  next(): YamlToken {
    const token = this.peek()
    this.#queue.take()
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
    const inFlow = this.#queue.level > 0
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

  /** Skips blanks, comments and line breaks. A tab may separate tokens, but not indent them. */
  #skipToToken(): void {
    const cursor = this.#cursor
    if (cursor.pos === 0 && cursor.code() === BYTE_ORDER_MARK) {
      cursor.pos++
      cursor.lineStart++
    }
    while (true) {
      let code = cursor.code()
      while (code === SPACE || (code === TAB && (this.#queue.level > 0 || !this.#keyAllowed))) {
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
      if (this.#queue.level === 0) this.#keyAllowed = true
    }
  }

  /** Adds an indicator of that many characters, and skips it. */
  #addIndicator(type: TokenType, length: number): void {
    const { pos } = this.#cursor
    this.#cursor.pos += length
    this.#queue.add(type, pos, pos + length)
  }

  /** Notes that the next token may turn out to be a key. */
  #saveCandidate(): void {
    if (!this.#keyAllowed) return
    this.#queue.saveCandidate(this.#queue.level === 0 && this.#indent === this.#cursor.column)
  }

  // Indentation.

  #roll(type: 'block-sequence-start' | 'block-mapping-start', column: number, before?: QueuedToken): void {
    if (this.#queue.level > 0 || this.#indent >= column) return
    this.#indents.push(this.#indent)
    this.#indent = column
    this.#checkDepth()
    if (before === undefined) this.#addIndicator(type, 0)
    else this.#queue.insert(type, before)
  }

  #unroll(column: number): void {
    if (this.#queue.level > 0) return
    while (this.#indent > column) {
      this.#addIndicator('block-end', 0)
      this.#indent = this.#indents.pop() as number
    }
  }

  #checkDepth(): void {
    if (this.#indents.length + this.#queue.level <= MAX_DEPTH) return
    const { pos } = this.#cursor
    throw new YamlProblem(`nested deeper than ${MAX_DEPTH} levels`, pos, -1, 0, 'nested-too-deep')
  }

  // One method for each kind of token.

  #streamEnd(): void {
    this.#unroll(-1)
    this.#queue.dropCandidate()
    this.#addIndicator('stream-end', 0)
  }

  #directive(): void {
    this.#unroll(-1)
    this.#queue.dropCandidate()
    this.#keyAllowed = false
    const { pos } = this.#cursor
    const problem = scanDirective(this.#cursor)
    this.#queue.add('directive', pos, this.#cursor.pos, problem)
  }

  #documentIndicator(type: 'document-start' | 'document-end'): void {
    this.#unroll(-1)
    this.#queue.dropCandidate()
    this.#keyAllowed = false
    this.#addIndicator(type, 3)
  }

  #flowStart(type: 'flow-sequence-start' | 'flow-mapping-start'): void {
    this.#saveCandidate()
    this.#addIndicator(type, 1)
    this.#queue.openLevel()
    this.#checkDepth()
    this.#keyAllowed = true
  }

  #flowEnd(type: 'flow-sequence-end' | 'flow-mapping-end'): void {
    this.#queue.dropCandidate()
    this.#queue.closeLevel()
    this.#keyAllowed = false
    this.#addIndicator(type, 1)
  }

  #flowEntry(): void {
    this.#queue.dropCandidate()
    this.#keyAllowed = true
    this.#addIndicator('flow-entry', 1)
  }

  #blockEntry(): void {
    if (this.#queue.level === 0) {
      if (!this.#keyAllowed) this.#refuse('block sequence entries are not allowed in this context')
      this.#roll('block-sequence-start', this.#cursor.column)
    }
    this.#queue.dropCandidate()
    this.#keyAllowed = true
    this.#addIndicator('block-entry', 1)
  }

  /** `?`, the explicit form of a key. */
  #key(): void {
    if (this.#queue.level === 0) {
      if (!this.#keyAllowed) this.#refuse('mapping keys are not allowed in this context')
      this.#roll('block-mapping-start', this.#cursor.column)
    }
    this.#queue.dropCandidate()
    this.#keyAllowed = this.#queue.level === 0
    this.#addIndicator('key', 1)
  }

  #value(): void {
    const key = this.#queue.takeCandidate()
    if (key !== undefined) {
      this.#roll('block-mapping-start', key.start - this.#cursor.lineStart, key)
      this.#queue.insert('key', key)
      this.#keyAllowed = false
    } else {
      if (this.#queue.level === 0) {
        if (!this.#keyAllowed) this.#refuse('mapping values are not allowed in this context')
        this.#roll('block-mapping-start', this.#cursor.column)
      }
      this.#keyAllowed = this.#queue.level === 0
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
    this.#queue.add(type, pos, this.#cursor.pos, name)
  }

  #tag(): void {
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos } = this.#cursor
    const tag = scanTag(this.#cursor)
    this.#queue.add('tag', pos, this.#cursor.pos, tag)
  }

  #block(): void {
    this.#queue.dropCandidate()
    this.#keyAllowed = true
    const { pos } = this.#cursor
    const { value, end } = scanBlock(this.#cursor, this.#indent)
    this.#queue.add('scalar', pos, end, value)
  }

  #quoted(): void {
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos } = this.#cursor
    const value = scanQuoted(this.#cursor)
    this.#queue.add('scalar', pos, this.#cursor.pos, value)
  }

  #plain(): void {
    const cursor = this.#cursor
    this.#saveCandidate()
    this.#keyAllowed = false
    const { pos } = cursor
    const { value, end, lineBroken } = scanPlain(cursor, this.#indent, this.#queue.level > 0)
    this.#queue.add('scalar', pos, end, value, true)
    if (lineBroken) this.#keyAllowed = true
  }
}
