import type { Cursor } from './cursor.ts'

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

export interface YamlToken {
  readonly type: TokenType
  readonly start: number
  readonly end: number
  /** The decoded scalar, the name of the anchor or alias, or the full tag. */
  readonly value: string
  /** A scalar without quotes or block indicator. */
  readonly plain: boolean
}

/**
 * A token in the queue. A token that may be a key, if a `:` follows in its line, is a candidate: the `:` inserts a key
 * token before it. So all tokens wait in the queue while its first token is a candidate.
 */
export interface QueuedToken extends YamlToken {
  candidate: Candidacy
  /** The parser does not wait for its `:`, although it is a candidate (see {@link TokenQueue.closeLevel}). */
  skipsWait: boolean
}

/** `required`: only a key is allowed at this place, so a missing `:` is an error. */
type Candidacy = 'no' | 'possible' | 'required'

/** The most characters between the start of an implicit key and its `:` (YAML 1.1, section 9.2). */
const LONGEST_KEY = 1024

/** The tokens that the scanner has found and the parser has not read yet, and the candidates for keys among them. */
export class TokenQueue {
  /** Tokens from `#head` to `#tail` wait. Other slots have old tokens: the array is reused and does not shrink. */
  readonly #tokens: QueuedToken[] = []
  #head = 0
  #tail = 0
  /** The candidate at each level of brackets, the block level first. */
  readonly #candidates: (QueuedToken | undefined)[] = [undefined]
  /** The brackets that are open. */
  readonly #brackets: QueuedToken[] = []
  /** The candidacy of the next token. */
  #next: Candidacy = 'no'

  constructor(readonly cursor: Cursor) {}

  /** How many brackets are open. */
  get level(): number {
    return this.#candidates.length - 1
  }

  /** The first token; undefined while a key token may still be inserted before it. */
  peek(): YamlToken | undefined {
    const first = this.#head === this.#tail ? undefined : this.#tokens[this.#head]
    return first?.skipsWait === false && this.#isCandidate(first) ? undefined : first
  }

  take(): void {
    this.#head++
    if (this.#head < this.#tail) return
    this.#head = 0
    this.#tail = 0
  }

  add(type: TokenType, start: number, end: number, value = '', plain = false): void {
    const candidate = this.#next
    const token = { type, start, end, value, plain, candidate, skipsWait: false }
    this.#tokens[this.#tail++] = token
    if (candidate === 'no') return
    this.#candidates[this.level] = token
    this.#next = 'no'
  }

  /** Inserts an empty token before a waiting one; at the end if that does not wait any more. */
  insert(type: TokenType, before: QueuedToken): void {
    let at = this.#head
    // Few tokens wait at any time, because a key candidate has at most one line.
    while (at < this.#tail && this.#tokens[at] !== before) at++
    for (let i = this.#tail++; i > at; i--) this.#tokens[i] = this.#tokens[i - 1] as QueuedToken
    const { start } = before
    this.#tokens[at] = { type, start, end: start, value: '', plain: false, candidate: 'no', skipsWait: false }
  }

  /** Called after the token of an opening bracket was added. */
  openLevel(): void {
    this.#brackets.push(this.#tokens[this.#tail - 1] as QueuedToken)
    this.#candidates.push(undefined)
  }

  /**
   * Called after a closing bracket. For empty brackets, upstream's scanner forgets that they may be a key (Go:
   * `simple_keys_by_tok` in `scannerc.go`), and does not wait for a `:`.
   */
  closeLevel(): void {
    const bracket = this.#brackets.pop()
    if (bracket === undefined) return
    if (this.#candidates.pop() === undefined) bracket.skipsWait = true
  }

  /** Notes that the next token may turn out to be a key. */
  saveCandidate(required: boolean): void {
    this.dropCandidate()
    this.#next = required ? 'required' : 'possible'
  }

  /** Removes the candidate at this level of brackets. */
  dropCandidate(): void {
    const candidate = this.#candidates[this.level]
    if (candidate !== undefined && candidate.candidate !== 'no') this.#giveUp(candidate)
  }

  /** Returns the candidate at this level of brackets, if there still is one: it is a key. */
  takeCandidate(): QueuedToken | undefined {
    const candidate = this.#candidates[this.level]
    if (!this.#isCandidate(candidate)) return undefined
    candidate.candidate = 'no'
    return candidate
  }

  #giveUp(candidate: QueuedToken): void {
    if (candidate.candidate === 'required') this.cursor.fail("could not find expected ':'", candidate.start)
    candidate.candidate = 'no'
  }

  #isCandidate(token: QueuedToken | undefined): token is QueuedToken {
    if (token === undefined || token.candidate === 'no') return false
    const { lineStart, pos } = this.cursor
    if (token.start >= lineStart && token.start + LONGEST_KEY >= pos) return true
    this.#giveUp(token)
    return false
  }
}
