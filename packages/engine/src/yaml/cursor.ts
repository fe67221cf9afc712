import { CR, isBreak, LF } from './characters.ts'
import { YamlProblem } from './problem.ts'

/** Reads one document's text. The only mutable thing that the scanner's parts share. */
export class Cursor {
  pos = 0
  lineStart = 0

  constructor(readonly text: string) {}

  /** The code unit here or `ahead` of here; NaN past the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.pos + ahead)
  }

  get column(): number {
    return this.pos - this.lineStart
  }

  /** Steps over one line break and returns what it means in a value: LF, except that LS and PS stay themselves. */
  takeBreak(): string {
    const code = this.text.charCodeAt(this.pos)
    if (!isBreak(code)) return ''
    while (endsBeforeFeed(this.text, this.pos)) this.pos++
    this.pos++
    this.lineStart = this.pos
    return code > 0xff ? String.fromCharCode(code) : '\n'
  }

  /**
   * A problem of the scanner, at the cursor, in something that began at `context`. Its printed line counts from 1, and
   * is left out on the first line.
   */
  fail(problem: string, context: number): never {
    const line = lineIndexAt(this.text, this.pos)
    throw new YamlProblem(problem, this.pos, context, line !== 0 ? line + 1 : 0)
  }
}

/** The line of an offset, from 0, as YAML 1.1 breaks lines. Only problems need it, so nothing counts along. */
export function lineIndexAt(text: string, offset: number): number {
  let line = 0
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at)
    if (isBreak(code) && !endsBeforeFeed(text, at)) line++
  }
  return line
}

/**
 * Whether a carriage return stands here that is part of the break that a line feed behind it ends. Two may be: whoever cuts a stream into
 * lines drops one (Go: `bufio.Reader.ReadLine`), and YAML the other.
 */
function endsBeforeFeed(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== CR) return false
  const next = text.charCodeAt(at + 1)
  return next === LF || (next === CR && text.charCodeAt(at + 2) === LF)
}
