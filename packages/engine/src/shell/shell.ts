import { byteLength } from '../go/index.ts'
import type { Span } from '../text/index.ts'
import { type Problem, quoted } from '../text/index.ts'
import { continuationLength, MOST_PROBLEMS, readWord, type Word } from './shell-word.ts'

/** A command line as a shell would pass it to the command, without running or expanding anything. */
export interface ShellCommand {
  readonly words: readonly Word[]
  /** The standard input from a here-document or here-string. */
  readonly stdin?: Word
  /**
   * Problems with text that does not belong to a single simple command. The expansions in the words are not among them.
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
const PROMPT = /^\s*(?:PS [^\n>]{0,200}>|\S{1,200}[$%>#]|[$%>])[ \t]+(?=\S)/
const PROMPTED = /^(?:kubectl|k|oc|curl|sudo|cat|echo|env|time|watch)(?:\.exe)?[ \t]/
const REDIRECTION = /(?:[0-9]+|&)?(?:<<<|<<-?|<>|<&|<|>>|>\||>&|>)/y
const BLANKS_AND_COMMENTS = /(?:[ \t\r\n]|#[^\n]*)*/y

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
    if (PROMPTED.test(text.slice(prompt.length, prompt.length + 20))) this.#at = prompt.length
  }

  read(): ShellCommand {
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
    if (character === ' ' || character === '\t' || character === '\r') return this.#skip(1)
    if (character === '\u00a0') return this.#noBreakSpace()
    if (character === '#') return this.#skip(this.#lineLength())
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
    return word
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
    const sends = /\b(?:kubectl|xargs|sh|bash|curl|k)\b/.test(this.#text.slice(start, end))
    const message = sends
      ? 'Pipes are not followed: nothing is run here.'
      : 'What follows the pipe reads only the output: no request depends on it.'
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
    while (this.#text.charAt(this.#at) === ' ' || this.#text.charAt(this.#at) === '\t') this.#at++
    const target = this.#word()
    if (operator === '<<<') this.#stdin = { ...target, value: `${target.value}\n` }
    else if (operator === '<<' || operator === '<<-') {
      const verbatim = /['"\\]/.test(this.#text.slice(target.span.start, target.span.end))
      this.#hereDocument = { delimiter: target, verbatim, indented: operator === '<<-' }
    } else {
      const typed = quoted(this.#text.slice(start, this.#at))
      const reads = operator.includes('<')
      const message = reads
        ? `${typed} refers to a file, and the playground has no files.`
        : `${typed} is about the output only: no request depends on it.`
      const fix = reads ? 'Put the text itself after <<<, in single quotes.' : undefined
      this.#problem('shell-redirection', start, this.#at, message, fix, reads ? 'error' : 'note')
    }
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
    const dollars = [...typed.matchAll(/\\[$`\\]|\$[A-Za-z_0-9{(@*#?!-]\S{0,60}|`/g)]
    const first = dollars.find(([found]) => !found.startsWith('\\'))
    if (first === undefined) return { value, span, expansions: [] }
    const [text] = first
    const start = this.#text.indexOf(text, span.start)
    const kind = text.startsWith('$') ? 'variable' : 'command'
    return { value, span, expansions: [{ kind, text, at: first.index, span: { start, end: start + text.length } }] }
  }
}
