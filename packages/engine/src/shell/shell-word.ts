import type { Span } from '../text/index.ts'
import { codePointName, type Problem, quoted } from '../text/index.ts'
import { readAnsiQuoted } from './ansi-quoted.ts'

/** An expansion that a shell would replace before the command sees it. The word keeps it as it was typed. */
export interface Expansion {
  readonly kind: 'variable' | 'command' | 'braces' | 'home'
  /** As typed: `$NODE`. */
  readonly text: string
  /** Where it begins in the word's value. */
  readonly at: number
  readonly span: Span
}

/** One word of a command line, with the quotes taken off. */
export interface Word {
  readonly value: string
  readonly span: Span
  readonly expansions: readonly Expansion[]
}

/** Why a word with an expansion cannot be read. */
export function expansionProblem({ kind, text, span }: Expansion): Problem {
  const error = { severity: 'error', span } as const
  if (kind === 'variable') {
    const message = `${quoted(text)} is a variable of your shell, whose value the playground does not know.`
    return { ...error, code: 'shell-variable', message, fix: 'Write the value in its place.' }
  }
  if (kind === 'braces') {
    const message = `bash would expand ${quoted(text)} to several words.`
    return { ...error, code: 'shell-braces', message, fix: `'${text}'` }
  }
  if (kind === 'home') {
    const message = `Your shell would replace ${quoted(text)} by the path of a home directory, which the playground does not know.`
    return { ...error, code: 'shell-home', message, fix: `'${text}'` }
  }
  const message = `Your shell would compute ${quoted(text)}; the playground runs nothing.`
  return { ...error, code: 'shell-substitution', message, fix: 'Write its result in its place.' }
}

/** Reports the expansions of a word whose value has to be known. Substitutions are among the problems of the command already. */
export function reportExpansions({ expansions }: Pick<Word, 'expansions'>, problems: Problem[]): void {
  for (const one of expansions) if (one.kind !== 'command') problems.push(expansionProblem(one))
}

/** `${…}` that runs a command or sets a variable: `${X:=y}`, `${X@P}`, and any with a substitution in it. */
const COMPUTES = /\$\(|`|[<>]\(|^\$\{\w+(?:\[[^\]]*\])?:?=|@[A-Za-z]\}$/

/** Whether a shell has to run something, or sets a variable, to expand a text that begins with `$` or a backtick. */
export function computes(text: string): boolean {
  return COMPUTES.test(text)
}

const VARIABLE = /\$(?:[A-Za-z_][A-Za-z_0-9]*|[0-9@*#?$!-])/y
/** Half a character. U+DC80 to U+DCFF are bytes that are not UTF-8, see `utf8Bytes`. */
const UNSENDABLE = /(?![\udc80-\udcff])\p{Surrogate}/u
/** `~` or `~NAME` at the beginning of a word. Quotes in it, or after it before a slash, make it a text. */
const HOME = /~[\w.+-]*(?=[/\s;&|<>]|$)/y
const CONTINUATION = /[\\^`]\r?\n/y
const BLANK_AFTER_BACKSLASH = /\\[ \t]+\r?\n/y
/** A backslash at the end: the next line is not typed yet. */
const LAST_BACKSLASH = /\\[ \t]*$/y
const ENDS_WORD = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '\u00a0'])
/** Typographic quotes of word processors, and the quotes they replace. */
const TYPOGRAPHIC = new Map([
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u201c', '"'],
  ['\u201d', '"'],
])
const TYPOGRAPHIC_SINGLE = /[\u2018\u2019]/g
const TYPOGRAPHIC_DOUBLE = '\u201c\u201d'

/** Problems beyond this number are never shown, so they are not collected. */
export const MOST_PROBLEMS = 1000

/** Whether a word ends before this place when it is not quoted there. */
function endsWord(text: string, at: number): boolean {
  return at >= text.length || ENDS_WORD.has(text.charAt(at)) || endsLine(text, at)
}

/** Whether a carriage return belongs to the end of a line. Any other is a part of its word. */
export function endsLine(text: string, at: number): boolean {
  return text.charAt(at) === '\r' && (at + 1 === text.length || text.charAt(at + 1) === '\n')
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/**
 * The length of a line continuation, 0 if there is none: `\` at the end of a line, or `^` or a backtick as in Windows
 * shells. A backslash with blanks after it counts as a continuation, and is reported.
 */
export function continuationLength(text: string, at: number, problems: Problem[]): number {
  if (!'\\^`'.includes(text.charAt(at))) return 0
  const continuation = matchAt(CONTINUATION, text, at)
  if (continuation !== undefined) return continuation.length
  const last = matchAt(LAST_BACKSLASH, text, at)
  if (last !== undefined) return last.length
  const blanks = matchAt(BLANK_AFTER_BACKSLASH, text, at)
  if (blanks === undefined) return 0
  problems.push({
    severity: 'error',
    code: 'blank-after-backslash',
    message: 'A blank follows the backslash, so that the line ends here and the command with it.',
    fix: 'Remove the blank after the backslash.',
    span: { start: at, end: at + blanks.trimEnd().length + 1 },
  })
  return blanks.length
}

/**
 * Reads the word that begins at an offset, up to the next blank or operator outside quotes; an empty one where there is
 * none. Its errors go to `problems`; its expansions are problems only for callers that need its value.
 */
export function readWord(text: string, start: number, problems: Problem[]): Word {
  return new WordScanner(text, start, problems).read()
}

class WordScanner {
  readonly #text: string
  readonly #start: number
  readonly #problems: Problem[]
  readonly #expansions: Expansion[] = []
  #at: number
  #value = ''
  /** The last unquoted `{`, in the text and in the value, and whether a comma or two dots followed it. */
  #brace: { readonly start: number; readonly at: number; readonly several: boolean } | undefined

  constructor(text: string, start: number, problems: Problem[]) {
    this.#text = text
    this.#start = start
    this.#at = start
    this.#problems = problems
  }

  read(): Word {
    const home = matchAt(HOME, this.#text, this.#at)
    if (home !== undefined) this.#expansion('home', this.#at + home.length)
    while (!endsWord(this.#text, this.#at) || this.#isAmpersandInside()) {
      const continuation = continuationLength(this.#text, this.#at, this.#problems)
      if (continuation > 0) this.#at += continuation
      else this.#readOne()
    }
    const lone = UNSENDABLE.exec(this.#text.slice(this.#start, this.#at))
    if (lone !== null) {
      const at = this.#start + lone.index
      const message = `${codePointName(lone[0])} in this word is half a character, which cannot be sent.`
      this.#problem('lone-surrogate', at, at + 1, message, 'Type the character again.')
    }
    return this.#dashed({
      value: this.#value,
      span: { start: this.#start, end: this.#at },
      expansions: this.#expansions,
    })
  }

  /** Between parameters of a URL that was not quoted. */
  #isAmpersandInside(): boolean {
    const isInside = !endsWord(this.#text, this.#at + 1)
    return this.#at > this.#start && this.#text.charAt(this.#at) === '&' && isInside
  }

  #problem(code: string, start: number, end: number, message: string, fix: string): void {
    if (this.#problems.length > MOST_PROBLEMS) return
    this.#problems.push({ severity: 'error', code, message, fix, span: { start, end } })
  }

  #readOne(): void {
    const start = this.#at
    const character = this.#text.charAt(start)
    const plainQuote = TYPOGRAPHIC.get(character)
    if (plainQuote !== undefined) {
      const message = `${quoted(character)} (${codePointName(character)}) quotes nothing in a shell.`
      this.#problem('typographic-quote', start, start + 1, message, `Type ${plainQuote}`)
    }
    const quote = plainQuote ?? character
    if (quote === "'") this.#singleQuoted()
    else if (quote === '"') this.#doubleQuoted()
    else if (character === '\\') {
      this.#value += this.#text.charAt(start + 1)
      this.#at = Math.min(start + 2, this.#text.length)
    } else if (character === '$' || character === '`') this.#dollar(false)
    else this.#plain(character)
  }

  #plain(character: string): void {
    const start = this.#at
    if (character === '&') {
      const message = 'Outside quotes the shell ends the command at this "&".'
      this.#problem('unquoted-ampersand', start, start + 1, message, 'Put the whole word in single quotes.')
    } else if (character === '(' || character === ')') {
      const message = `Outside quotes "${character}" is an operator of the shell.`
      this.#problem('unquoted-parenthesis', start, start + 1, message, 'Put the whole word in single quotes.')
    } else if (character < ' ' || character === '\x7f') {
      const message = `The control character ${codePointName(character)} is in this word.`
      this.#problem('control-character', start, start + 1, message, 'Remove it.')
    } else this.#braces(character)
    this.#value += character
    this.#at++
  }

  #braces(character: string): void {
    const start = this.#at
    const brace = this.#brace
    if (character === '{') this.#brace = { start, at: this.#value.length, several: false }
    if (brace === undefined) return
    if (character === ',' || (character === '.' && this.#text.charAt(start - 1) === '.')) {
      this.#brace = { ...brace, several: true }
    } else if (character === '}') {
      const span = { start: brace.start, end: start + 1 }
      const text = this.#text.slice(span.start, span.end)
      if (brace.several) this.#expansions.push({ kind: 'braces', text, at: brace.at, span })
      this.#brace = undefined
    }
  }

  #singleQuoted(): void {
    const start = this.#at
    this.#at++
    const end = this.#text.charAt(start) === "'" ? this.#text.indexOf("'", this.#at) : this.#typographicEnd()
    this.#value += this.#text.slice(this.#at, end === -1 ? undefined : end)
    this.#at = end === -1 ? this.#text.length : end + 1
    if (end === -1) this.#unfinished(start, "'")
  }

  #typographicEnd(): number {
    TYPOGRAPHIC_SINGLE.lastIndex = this.#at
    return TYPOGRAPHIC_SINGLE.exec(this.#text)?.index ?? -1
  }

  #doubleQuoted(): void {
    const start = this.#at
    const closing = this.#text.charAt(start) === '"' ? '"' : TYPOGRAPHIC_DOUBLE
    this.#at++
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at)
      if (closing.includes(character)) {
        this.#at++
        return
      }
      if (character === '$' || character === '`') this.#dollar(true)
      else if (character !== '\\' || !this.#escapedInDoubleQuotes()) {
        this.#value += character
        this.#at++
      }
    }
    this.#unfinished(start, '"')
  }

  #escapedInDoubleQuotes(): boolean {
    const next = this.#text.charAt(this.#at + 1)
    const continuation = matchAt(CONTINUATION, this.#text, this.#at)
    if (continuation !== undefined) this.#at += continuation.length
    else if (next !== '' && '$`"\\'.includes(next)) {
      this.#value += next
      this.#at += 2
    } else return false
    return true
  }

  #unfinished(start: number, quote: string): void {
    const end = start + this.#text.slice(start).trimEnd().length
    this.#problem('unfinished-quote', start, end, 'The quote that begins here has no end.', `Close it with ${quote}`)
  }

  #dollar(inQuotes: boolean): void {
    const character = this.#text.charAt(this.#at)
    const next = this.#text.charAt(this.#at + 1)
    const variable = matchAt(VARIABLE, this.#text, this.#at)
    if (character === '`') this.#nested('command', '`', '`')
    else if (next === '(') this.#nested('command', '$(', ')')
    else if (next === '{') this.#nested('variable', '${', '}')
    else if (next === "'" && !inQuotes) this.#ansiQuoted()
    else if (next === '"' && !inQuotes) this.#at++
    else if (variable !== undefined) this.#expansion('variable', this.#at + variable.length)
    else {
      this.#value += '$'
      this.#at++
    }
  }

  #nested(kind: Expansion['kind'], opening: string, closing: string): void {
    let depth = 1
    let end = this.#at + opening.length
    for (; end < this.#text.length && depth > 0; end++) {
      const character = this.#text.charAt(end)
      if (character === closing) depth--
      else if (character === opening.at(-1)) depth++
    }
    this.#expansion(kind, end)
  }

  #expansion(kind: Expansion['kind'], end: number): void {
    const span = { start: this.#at, end }
    const text = this.#text.slice(span.start, span.end)
    this.#expansions.push({ kind: computes(text) ? 'command' : kind, text, at: this.#value.length, span })
    this.#value += text
    this.#at = end
  }

  /** bash's `$'…'`. */
  #ansiQuoted(): void {
    const start = this.#at
    const { value, end } = readAnsiQuoted(this.#text, start + 2)
    this.#value += value
    if (this.#text.charAt(end) === "'") this.#at = end + 1
    else {
      this.#at = this.#text.length
      this.#unfinished(start, "'")
    }
  }

  /** Word processors replace two hyphens with a dash. */
  #dashed(word: Word): Word {
    const { start } = word.span
    const dash = this.#text.charAt(start)
    if (dash !== '\u2013' && dash !== '\u2014') return word
    const value = `--${word.value.slice(1)}`
    const message = `The word begins with a dash (${codePointName(dash)}), not with hyphens.`
    this.#problem('typographic-dash', start, start + 1, message, value)
    return { ...word, value, expansions: word.expansions.map((expansion) => ({ ...expansion, at: expansion.at + 1 })) }
  }
}
