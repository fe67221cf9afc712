import { shown } from './characters.ts'
import type { ProseWord, ProseWords } from './tree.ts'

/** Collects the words of a line of text, or of several that are filled into one. */
export class WordsWriter {
  readonly words: ProseWord[] = []
  /** Blanks that begin a line of the source only indent it. */
  #atLineStart = true

  /** Adds text of the source that has no marks in it. Its line ends are spaces. */
  source(text: string): void {
    const filled = text.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' ')
    const said = this.#atLineStart ? filled.replace(/^[ \t]+/, '') : filled
    if (said !== '') this.#append(said)
    if (text !== '') this.#atLineStart = /\n[ \t]*$/.test(text) || (this.#atLineStart && said === '')
  }

  /** Adds text as it is, but for what is not seen. */
  say(text: string): void {
    if (text === '') return
    this.#atLineStart = false
    this.#append(text)
  }

  add(word: Exclude<ProseWord, string>): void {
    this.#atLineStart = false
    this.words.push(word.kind === 'code' ? { ...word, text: shown(word.text) } : word)
  }

  addAll(words: ProseWords): void {
    for (const word of words) {
      if (typeof word === 'string') this.say(word)
      else this.add(word)
    }
  }

  /** A line end that stays one. */
  breakLine(): void {
    this.words.push({ kind: 'break' })
    this.#atLineStart = true
  }

  /** The words, without blanks at their end. */
  finish(): ProseWords {
    const last = this.words.at(-1)
    if (typeof last !== 'string') return this.words
    const trimmed = last.replace(/(?<![ \t\n])[ \t\n]+$/, '')
    return trimmed === '' ? this.words.slice(0, -1) : [...this.words.slice(0, -1), trimmed]
  }

  #append(text: string): void {
    const last = this.words.at(-1)
    if (typeof last === 'string') this.words[this.words.length - 1] = last + shown(text)
    else this.words.push(shown(text))
  }
}
