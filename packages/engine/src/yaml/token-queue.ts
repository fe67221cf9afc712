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
 * A token in the queue. What may turn out to be a key, when a `:` follows on its line, is a candidate: the `:` then
 * puts a key token in front of it after the fact, so tokens wait in the queue while a candidate stands at its head.
 */
export interface QueuedToken extends YamlToken {
  candidate: Candidacy
  /** Does not wait for its `:`, though it is a candidate. */
  hasty: boolean
}

/** `required`: stands where nothing but a key may stand, so that to find no `:` is an error. */
type Candidacy = 'no' | 'possible' | 'required'

/** Characters between the start of an implicit key and its `:` (YAML 1.1, section 9.2). */
const LONGEST_KEY = 1024

/** The tokens that the scanner has found and the parser has not taken, and the candidates for keys among them. */
export class TokenQueue {
  /** Tokens from `#head` to `#tail` wait; slots beyond are old ones, kept so that the array never shrinks and grows. */
  readonly #tokens: QueuedToken[] = []
  #head = 0
  #tail = 0
  /** The candidate at each level of brackets, the block level first. */
  readonly #candidates: (QueuedToken | undefined)[] = [undefined]
  /** The brackets that are open. */
  readonly #brackets: QueuedToken[] = []
  /** What the token that is added next will be. */
  #next: Candidacy = 'no'

  constructor(readonly cursor: Cursor) {}

  /** How many brackets are open. */
  get level(): number {
    return this.#candidates.length - 1
  }

  /** The first token, once it is certain that no key token will be put in front of it. */
  peek(): YamlToken | undefined {
    const first = this.#head === this.#tail ? undefined : this.#tokens[this.#head]
    return first?.hasty === false && this.#isCandidate(first) ? undefined : first
  }

  take(): void {
    this.#head++
    if (this.#head < this.#tail) return
    this.#head = 0
    this.#tail = 0
  }

  add(type: TokenType, start: number, end: number, value = '', plain = false): void {
    const candidate = this.#next
    const token = { type, start, end, value, plain, candidate, hasty: false }
    this.#tokens[this.#tail++] = token
    if (candidate === 'no') return
    this.#candidates[this.level] = token
    this.#next = 'no'
  }

  /** Puts an empty token in front of one that waits; behind all others where it does not wait any more. */
  insert(type: TokenType, before: QueuedToken): void {
    let at = this.#head
    // Few tokens wait at any time: what can be a key is one line long at most.
    while (at < this.#tail && this.#tokens[at] !== before) at++
    for (let i = this.#tail++; i > at; i--) this.#tokens[i] = this.#tokens[i - 1] as QueuedToken
    const { start } = before
    this.#tokens[at] = { type, start, end: start, value: '', plain: false, candidate: 'no', hasty: false }
  }

  /** Behind the bracket that was added last. */
  openLevel(): void {
    this.#brackets.push(this.#tokens[this.#tail - 1] as QueuedToken)
    this.#candidates.push(undefined)
  }

  /**
   * Behind the bracket that closes. Where nothing stands between the two, upstream's scanner loses that they may be a key
   * (Go: `simple_keys_by_tok` in `scannerc.go`), and does not wait for a `:`.
   */
  closeLevel(): void {
    const bracket = this.#brackets.pop()
    if (bracket === undefined) return
    if (this.#candidates.pop() === undefined) bracket.hasty = true
  }

  /** Notes that the token which is added next may turn out to be a key. */
  saveCandidate(required: boolean): void {
    this.dropCandidate()
    this.#next = required ? 'required' : 'possible'
  }

  /** What was a candidate at this level of brackets is none. */
  dropCandidate(): void {
    const candidate = this.#candidates[this.level]
    if (candidate !== undefined && candidate.candidate !== 'no') this.#giveUp(candidate)
  }

  /** Takes the candidate at this level of brackets for a key, if there still is one. */
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
