import { byteLength } from '../go/index.ts'
import type { Span } from '../text/index.ts'
import { type Problem, quoted } from '../text/index.ts'
import {
  computes,
  continuationLength,
  type Expansion,
  endsLine,
  expansionProblem,
  MOST_PROBLEMS,
  readWord,
  type Word,
} from './shell-word.ts'
import { noteOutOfSight } from './side-effects.ts'

/** A command line as a shell would pass it to the command, without running or expanding anything. */
export interface ShellCommand {
  readonly words: readonly Word[]
  /** The standard input from a here-document or here-string. */
  readonly stdin?: Word
  /**
   * Problems with text that does not belong to a single simple command, with substitutions in any word, whose result nobody knows, and
   * notes on what is out of sight. Variables and braces in the words are not among them: they matter where the value does.
   */
  readonly problems: readonly Problem[]
}

/**
 * Splits a command as a POSIX shell does, with bash's `$'…'` and here-strings: quotes, backslashes, comments, line
 * continuations, a prompt in front. Nothing is run or expanded; the text after a pipe, a semicolon or the end of the
 * line is reported and left out.
 */
export function splitCommand(text: string): ShellCommand {
  return new LineScanner(text).read()
}

/** The prompt before a command that was copied from a terminal. `#` alone is not a prompt: it begins a comment. */
const PROMPT = /^\s*(?:PS [^\n>$`;&|<]{0,200}>|[^\s$`;&|<>()]{1,200}[$%>#]|[$%>])[ \t]+(?=\S)/
const PROMPTED = /^(?:kubectl|k|oc|curl|sudo|cat|echo|env|time|watch)(?:\.exe)?[ \t]/
const REDIRECTION = /(?:[0-9]+|&)?(?:<<<|<<-?|<>|<&|<|>>|>\||>&|>)/y
const BLANKS_AND_COMMENTS = /(?:[ \t\r\n]|#[^\n]*)*/y

/** Programs that only read and print, without redirections and substitutions in their words. */
const FILTERS =
  /^(?:\|[ \t]*(?:cat|column|cut|grep|egrep|fgrep|head|jq|less|more|sort|tail|tr|uniq|wc|yq)(?=\s|$)(?:'[^']*'|\\\r?\n|[^$`<>|;&()'\n])*)+$/

/** In bytes: Linux's `MAX_ARG_STRLEN`, its usual `ARG_MAX`, and the overhead of a word there. */
const LONGEST_WORD = 131_071
const LONGEST_COMMAND = 2_097_152
const COST_OF_WORD = 9

interface HereDocument {
  readonly delimiter: Word
  readonly verbatim: boolean
  readonly indented: boolean
}

class LineScanner {
  readonly #text: string
  readonly #words: Word[] = []
  readonly #problems: Problem[] = []
  #at = 0
  #cost = 0
  #hereDocument: HereDocument | undefined
  #stdin: Word | undefined

  constructor(text: string) {
    this.#text = text
    const prompt = PROMPT.exec(text.slice(0, 1000))?.[0] ?? ''
    if (PROMPTED.test(text.slice(prompt.length, prompt.length + 20))) this.#skipPrompt(prompt)
  }

  #skipPrompt(prompt: string): void {
    this.#at = prompt.length
    const [shown = ''] = prompt.trim().split(' ', 1)
    if (shown.length < 2) return
    const message = `Where this command is run, the prompt ${quoted(prompt.trim())} is not part of it: a shell takes ${quoted(shown)} for the program.`
    const start = prompt.length - prompt.trimStart().length
    this.#problem('side-effect', start, prompt.trimEnd().length, message, 'Leave it out.', 'note')
  }

  read(): ShellCommand {
    noteOutOfSight(this.#text, this.#problems)
    let more = true
    while (more && this.#at < this.#text.length) more = this.#readOne()
    if (this.#hereDocument !== undefined) this.#readHereDocument(this.#hereDocument)
    const stdin = this.#stdin
    return { words: this.#words, problems: this.#problems, ...(stdin === undefined ? {} : { stdin }) }
  }

  /** Reads one word, operator or line end. False when the command has ended. */
  #readOne(): boolean {
    const character = this.#text.charAt(this.#at)
    const continuation = continuationLength(this.#text, this.#at, this.#problems)
    if (continuation > 0) return this.#skip(continuation)
    if (character === '\n') return this.#lineEnd()
    if (character === ' ' || character === '\t' || endsLine(this.#text, this.#at)) return this.#skip(1)
    if (character === '\u00a0') return this.#noBreakSpace()
    if (character === '#') return this.#comment()
    REDIRECTION.lastIndex = this.#at
    const redirection = REDIRECTION.exec(this.#text)?.[0]
    if (redirection !== undefined) return this.#redirection(redirection)
    if (character === ';' || character === '&' || character === '|') return this.#operator(character)
    return this.#takeWord()
  }

  /** Reading ends at a word that is too long for a command. */
  #takeWord(): boolean {
    const word = this.#word()
    const length = byteLength(word.value)
    this.#cost += length + COST_OF_WORD
    if (length <= LONGEST_WORD && this.#cost <= LONGEST_COMMAND) {
      this.#words.push(word)
      return true
    }
    const { start } = word.span
    const limit = length > LONGEST_WORD ? 'a word of a command at most 128 KiB' : 'a command at most 2 MiB'
    const message = `Linux gives ${limit}. The text is not read from here on.`
    const fix = 'Send long bodies from a file or a here-document.'
    const end = this.#endAfter(start)
    this.#problems.push({
      severity: 'error',
      code: 'command-too-long',
      message,
      fix,
      detail: 'Argument list too long',
      span: { start, end },
    })
    return false
  }

  #word(): Word {
    const word = readWord(this.#text, this.#at, this.#problems)
    this.#at = word.span.end
    this.#substitutions(word.expansions)
    return word
  }

  #substitutions(expansions: readonly Expansion[]): void {
    for (const one of expansions) {
      if (one.kind === 'command' && this.#problems.length <= MOST_PROBLEMS) this.#problems.push(expansionProblem(one))
    }
  }

  /** zsh, as people type in it, has no comments. */
  #comment(): true {
    const length = this.#lineLength()
    this.#noteComment(this.#at, this.#at + length)
    return this.#skip(length)
  }

  #noteComment(start: number, end: number): void {
    const found = /(?<!#[^\n]*?)#[^\n]*?(?:\$\(|[`;|&])/.exec(this.#text.slice(start, end))
    if (found === null) return
    const from = start + found.index
    const to = from + (this.#text.slice(from, end).split('\n', 1)[0] ?? '').trimEnd().length
    const message = 'Where this line is typed in zsh, "#" does not begin a comment: it runs what follows.'
    this.#problem('side-effect', from, to, message, 'Leave it out.', 'note')
  }

  #skip(length: number): true {
    this.#at += length
    return true
  }

  #lineLength(): number {
    const end = this.#text.indexOf('\n', this.#at)
    return (end === -1 ? this.#text.length : end) - this.#at
  }

  /** The end of the visible text from `start` on: trailing blanks are ignored, unless there is nothing else. */
  #endAfter(start: number): number {
    const end = this.#text.trimEnd().length
    return end > start ? end : this.#text.length
  }

  #problem(
    code: string,
    start: number,
    end: number,
    message: string,
    fix: string | undefined,
    severity: Problem['severity'] = 'error',
  ): void {
    if (this.#problems.length > MOST_PROBLEMS) return
    this.#problems.push({ severity, code, message, ...(fix !== undefined && { fix }), span: { start, end } })
  }

  #noBreakSpace(): true {
    const message = 'This is a no-break space (U+00A0), which a shell reads as a part of the word.'
    this.#problem('no-break-space', this.#at, this.#at + 1, message, 'Type an ordinary space.')
    return this.#skip(1)
  }

  #lineEnd(): boolean {
    this.#at++
    if (this.#hereDocument !== undefined) this.#readHereDocument(this.#hereDocument)
    return this.#words.length === 0 || this.#end()
  }

  /** Ends the command here; the rest of the text, except comments, would be another command. */
  #end(): false {
    BLANKS_AND_COMMENTS.lastIndex = this.#at
    const start = this.#at + (BLANKS_AND_COMMENTS.exec(this.#text)?.[0].length ?? 0)
    this.#noteComment(this.#at, start)
    if (start < this.#text.length) {
      const message = 'More follows the first command; one request is decided at a time.'
      this.#problem('several-commands', start, this.#endAfter(start), message, 'Leave one command.')
    }
    return false
  }

  #operator(character: string): boolean {
    const start = this.#at
    const doubled = this.#text.charAt(start + 1) === character
    this.#at += doubled ? 2 : 1
    if (character === '|' && !doubled) return this.#pipesText() || this.#pipe(start)
    if (character === '&' && !doubled) {
      const message = 'The "&" would run the command in the background.'
      this.#problem('shell-background', start, start + 1, message, 'Leave it out.')
    }
    return this.#words.length === 0 || this.#end()
  }

  /** Whether the command so far only prints a text, which is the standard input of the next: `cat <<EOF | kubectl …`. */
  #pipesText(): boolean {
    const [program, text, ...others] = this.#words
    const prints = program?.value === 'echo' && text !== undefined && others.length === 0
    const copies = program?.value === 'cat' && (text === undefined || text.value === '-') && others.length === 0
    if (!prints && !(copies && (this.#hereDocument !== undefined || this.#stdin !== undefined))) return false
    if (prints) this.#stdin = { ...text, value: `${text.value}\n` }
    this.#words.length = 0
    return true
  }

  /** What reads only the output of the command changes nothing; another command that reads it may send requests. */
  #pipe(start: number): false {
    const end = this.#endAfter(start)
    const piped = this.#text.slice(start, end)
    const sends = /\b(?:kubectl|xargs|sh|bash|curl|k)\b/.test(piped)
    const filters = FILTERS.test(this.#hereDocument === undefined ? piped : (piped.split('\n', 1)[0] ?? ''))
    const message = sends
      ? 'Pipes are not followed: nothing is run here.'
      : filters
        ? 'What follows the pipe reads only the output: no request depends on it.'
        : `No request depends on what follows the pipe. Where this command is run, so is ${quoted(piped)}.`
    const fix = sends ? 'Leave out the pipe and what follows it.' : undefined
    this.#problem('shell-pipe', start, end, message, fix, sends ? 'error' : 'note')
    if (this.#hereDocument === undefined) return false
    this.#at += this.#lineLength() + 1
    this.#readHereDocument(this.#hereDocument)
    return false
  }

  #redirection(operator: string): true {
    const start = this.#at
    this.#at += operator.length
    if (/^[<>]$/.test(operator) && this.#text.charAt(this.#at) === '(') return this.#processSubstitution(start)
    while (this.#text.charAt(this.#at) === ' ' || this.#text.charAt(this.#at) === '\t') this.#at++
    const target = this.#word()
    if (operator === '<<<') this.#stdin = { ...target, value: `${target.value}\n` }
    else if (operator === '<<' || operator === '<<-') {
      const verbatim = /['"\\]/.test(this.#text.slice(target.span.start, target.span.end))
      this.#hereDocument = { delimiter: target, verbatim, indented: operator === '<<-' }
    } else {
      const typed = quoted(this.#text.slice(start, this.#at))
      const reads = operator.includes('<')
      const toFile = !(operator.endsWith('&') && /^[0-9-]+$/.test(target.value)) && target.value !== '/dev/null'
      const message = reads
        ? `${typed} refers to a file, and the playground has no files.`
        : toFile
          ? `No request depends on ${typed}. Where this command is run, it writes the file ${quoted(target.value)}.`
          : `${typed} is about the output only: no request depends on it.`
      const fix = reads ? 'Put the text itself after <<<, in single quotes.' : undefined
      this.#problem('shell-redirection', start, this.#at, message, fix, reads ? 'error' : 'note')
    }
    return true
  }

  /** bash's `<(…)` and `>(…)`. */
  #processSubstitution(start: number): true {
    let depth = 0
    do {
      const character = this.#text.charAt(this.#at++)
      if (character === '(') depth++
      else if (character === ')') depth--
    } while (depth > 0 && this.#at < this.#text.length)
    const span = { start, end: this.#at }
    this.#substitutions([{ kind: 'command', text: this.#text.slice(start, this.#at), at: 0, span }])
    return true
  }

  #readHereDocument({ delimiter, verbatim, indented }: HereDocument): void {
    this.#hereDocument = undefined
    const start = Math.min(this.#at, this.#text.length)
    const lines: string[] = []
    while (this.#at < this.#text.length) {
      const end = this.#at
      const length = this.#lineLength()
      const typed = this.#text.slice(end, end + length)
      const line = (indented ? typed.replace(/^\t+/, '') : typed).replace(/\r$/, '')
      this.#at = Math.min(end + length + 1, this.#text.length)
      if (line === delimiter.value) {
        this.#stdin = this.#document(lines, { start, end }, verbatim)
        return
      }
      lines.push(line)
    }
    const { span, value } = delimiter
    const message = `The text after << does not end: there is no line with only ${quoted(value)}.`
    this.#problem('unfinished-here-document', span.start, span.end, message, `End it with the line ${value}`)
    this.#stdin = this.#document(lines, { start, end: this.#text.length }, verbatim)
  }

  #document(lines: readonly string[], span: Span, verbatim: boolean): Word {
    const typed = lines.map((line) => `${line}\n`).join('')
    if (verbatim) return { value: typed, span, expansions: [] }
    const value = typed.replace(/\\([$`\\])/g, '$1').replace(/\\\n/g, '')
    const expansions: Expansion[] = []
    let from = span.start
    for (const { 0: text, index: at } of typed.matchAll(/\\[$`\\]|\$[A-Za-z_0-9{(@*#?!-]\S{0,60}|`\S{0,60}/g)) {
      const start = this.#text.indexOf(text, from)
      from = start + text.length
      if (text.startsWith('\\')) continue
      const kind = computes(text) ? 'command' : 'variable'
      if (expansions.length <= MOST_PROBLEMS) expansions.push({ kind, text, at, span: { start, end: from } })
    }
    this.#substitutions(expansions)
    return { value, span, expansions }
  }
}
