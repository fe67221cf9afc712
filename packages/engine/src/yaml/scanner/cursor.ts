import { YamlProblem } from '../problems/problem.ts'
import { CR, DOT, isBlankOrEnd, isBreak, LF, MINUS } from './characters.ts'

/** A reading position in the text of one document. It is the only mutable state that the scanner's parts share. */
export class Cursor {
  pos = 0
  lineStart = 0

  constructor(readonly text: string) {}

  /** The code unit at the position plus `ahead`; NaN past the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.pos + ahead)
  }

  get column(): number {
    return this.pos - this.lineStart
  }

  /** Skips one line break and returns its value in a scalar: LF, except that LS and PS are kept. */
  takeBreak(): string {
    const code = this.text.charCodeAt(this.pos)
    if (!isBreak(code)) return ''
    while (endsBeforeFeed(this.text, this.pos)) this.pos++
    this.pos++
    this.lineStart = this.pos
    return code > 0xff ? String.fromCharCode(code) : '\n'
  }

  /**
   * Throws a problem of the scanner at the cursor, in a construct that began at `context`. Its printed line counts from 1;
   * libyaml prints none for the first line.
   */
  fail(problem: string, context: number): never {
    const line = lineIndexAt(this.text, this.pos)
    throw new YamlProblem(problem, this.pos, context, line !== 0 ? line + 1 : 0)
  }
}

/** The line of an offset, from 0, as YAML 1.1 breaks lines. Counts each time, because only problems need it. */
export function lineIndexAt(text: string, offset: number): number {
  let line = 0
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at)
    if (isBreak(code) && !endsBeforeFeed(text, at)) line++
  }
  return line
}

/**
 * Whether there is a carriage return that belongs to the same line break as the line feed after it. There may be two:
 * cutting the stream into lines drops one (Go: `bufio.Reader.ReadLine`), reading YAML the other.
 */
function endsBeforeFeed(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== CR) return false
  const next = text.charCodeAt(at + 1)
  return next === LF || (next === CR && text.charCodeAt(at + 2) === LF)
}

/** Whether `---` or `...` is at the cursor, at the start of a line and followed by a blank or the end. */
export function isDocumentIndicator(cursor: Cursor): boolean {
  if (cursor.pos !== cursor.lineStart) return false
  const code = cursor.code()
  return (
    (code === MINUS || code === DOT) &&
    cursor.code(1) === code &&
    cursor.code(2) === code &&
    isBlankOrEnd(cursor.code(3))
  )
}
