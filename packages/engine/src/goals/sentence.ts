import { nearest, type Span } from '../text/index.ts'
import type { GoalProblem } from './goal.ts'
import { type GoalWord, goalWords, pairIn } from './words.ts'

/** Thrown while a sentence is read; {@link GoalProblem} is what a reader returns of it. */
export class GoalMistake extends Error {
  constructor(readonly problem: GoalProblem) {
    super(problem.message)
  }
}

/** The kinds of names in goals, as errors call them. */
export type NameKind =
  | 'a subject'
  | 'a group'
  | 'a username'
  | 'a UID'
  | 'an extra'
  | 'a verb'
  | 'a resource'
  | 'a name'
  | 'a namespace'
  | 'a word'
  | 'the name of a rule of the lint'

/** The kinds of names that may be empty: they are written `""` then. */
const MAY_BE_EMPTY: ReadonlySet<NameKind> = new Set(['a group', 'a word'])

/** What may follow a text that is the beginning of a goal. */
export interface Expected {
  /** Words of the grammar. */
  readonly phrases: readonly string[]
  readonly names: readonly NameKind[]
}

/** The words of a goal, read from left to right. */
export class Sentence {
  readonly #words: readonly GoalWord[]
  readonly #nouns: Span[] = []
  readonly #phrases = new Set<string>()
  readonly #names = new Set<NameKind>()
  #at = 0

  /** @param offset where `text` begins in the whole sentence, to which places refer */
  constructor(
    readonly text: string,
    readonly offset = 0,
  ) {
    this.#words = [...goalWords(text)]
  }

  /** The places of the names that were passed, in the whole sentence: its other words are grammar. */
  get nouns(): readonly Span[] {
    return this.#nouns
  }

  /** What was looked for at the end of the text. */
  get expected(): Expected {
    return { phrases: [...this.#phrases], names: [...this.#names] }
  }

  /** The next word as it is written; empty at the end. */
  get next(): string {
    return this.#words[this.#at]?.written ?? ''
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#words.length
  }

  /** Passes the rest of the sentence from the next word on, as one name. Empty at the end. */
  takeRest(): string {
    const word = this.#words[this.#at]
    if (word === undefined) return ''
    this.#at = this.#words.length
    const rest = this.text.slice(word.start)
    this.#nouns.push({ start: this.offset + word.start, end: this.offset + this.text.length })
    return rest
  }

  /** Whether the next words are these, which are passed then. */
  take(...expected: readonly string[]): boolean {
    const rest = this.#words.slice(this.#at, this.#at + expected.length)
    if (rest.every(({ written }, index) => written === expected[index]))
      this.expect(expected.slice(rest.length).join(' '))
    return this.takeOther(...expected)
  }

  /** The same for another way to say something, which is understood and not proposed. */
  takeOther(...expected: readonly string[]): boolean {
    const found = expected.every((word, index) => this.#words[this.#at + index]?.written === word)
    if (found) this.#at += expected.length
    return found
  }

  /** Proposes words that may follow the text as far as it goes. */
  expect(...phrases: readonly string[]): void {
    for (const phrase of phrases) if (phrase !== '') this.#phrases.add(phrase)
  }

  /** Passes one of these words. Throws where the next word is another. */
  oneOf<Word extends string>(words: readonly Word[], what: string): Word {
    const found = words.find((word) => this.take(word))
    if (found !== undefined) return found
    const near = nearest(this.next, words)
    throw this.mistake(what, near === undefined ? `Write ${words.join(', ')}.` : `Did you mean “${near}”?`)
  }

  /** A name: the next word, whatever it is. Throws at the end of the sentence and at a comma. */
  name(what: NameKind, fix: string): string {
    const word = this.#words[this.#at]
    if (word === undefined) this.#names.add(what)
    if (word === undefined || word.written === ',') throw this.mistake(what, fix)
    if (word.text === '' && !(MAY_BE_EMPTY.has(what) && word.written === '""')) throw this.mistake(what, fix)
    this.#at += 1
    this.markNoun()
    return word.text
  }

  /** A pair: `key=value`, in which both may be between quotes and empty. Throws where the next word is not a pair. */
  pair(what: NameKind, fix: string): { readonly key: string; readonly value: string } {
    const word = this.#words[this.#at]
    if (word === undefined) this.#names.add(what)
    const found = word && pairIn(word)
    if (found === undefined) throw this.mistake(`${what} as KEY=VALUE`, fix)
    this.#at += 1
    this.markNoun()
    return found
  }

  /** Marks the word that was passed last as a name. */
  markNoun(): void {
    this.#nouns.push(this.#placeOf(this.#words[this.#at - 1]))
  }

  /** Names between commas, “and” or “or”: at least one. */
  names(what: NameKind, fix: string): readonly string[] {
    const found = [this.name(what, fix)]
    while (this.continues()) found.push(this.name(what, fix))
    return found
  }

  /** Passes a comma, “and” or “or” between the names of a list. */
  continues(): boolean {
    const joins = (word: string) => word === 'and' || word === 'or'
    if (this.isAtEnd) this.expect('and')
    if (joins(this.next)) {
      this.#at += 1
      return true
    }
    if (this.next !== ',') return false
    const after = this.#words[this.#at + 1]?.written ?? ''
    this.#at += joins(after) ? 2 : 1
    return true
  }

  /** A whole number. */
  number(what: string, fix: string): number {
    const number = this.next
    if (!/^\d{1,9}$/.test(number)) throw this.mistake(what, fix)
    this.#at += 1
    return Number(number)
  }

  /** Throws unless the sentence ends here. */
  end(fix: string): void {
    if (!this.isAtEnd) throw this.mistake('the end of the sentence', fix)
  }

  /** A mistake at the next word, or at the last one. */
  mistake(expected: string, fix: string): GoalMistake {
    const word = this.#words[this.#at]
    const found = word === undefined ? 'The sentence ends' : `“${word.written.slice(0, 40)}” is found`
    return new GoalMistake({ message: `${found} where ${expected} is expected.`, fix, ...this.#placeOf(word) })
  }

  /** A mistake about the word that was passed last, or about the last one of this text. */
  wrong(message: string, fix: string, of?: string): GoalMistake {
    const passed = this.#words.slice(0, this.#at)
    const word = (of === undefined ? undefined : passed.findLast(({ text }) => text === of)) ?? passed.at(-1)
    return new GoalMistake({ message, fix, ...this.#placeOf(word) })
  }

  #placeOf(word: GoalWord | undefined): Span {
    // The last character, which is before this text where it is empty: only the whole sentence may have none.
    const end = Math.max(1 - this.offset, this.text.length)
    const place = word ?? { start: end - 1, end }
    return { start: this.offset + place.start, end: this.offset + place.end }
  }
}
