import { CR, LF, isBreak } from './characters.ts'
import { YamlProblem } from './problem.ts'

/** A place in a text that lines and columns follow (libyaml: `yaml_mark_t`). Lines count from 0. */
export interface Mark {
  readonly pos: number
  readonly line: number
}

/** Reads one document's text. The only mutable thing that the scanner's parts share. */
export class Cursor {
  pos = 0
  line = 0
  lineStart = 0

  constructor(readonly text: string) {}

  /** The code unit here or `ahead` of here; NaN past the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.pos + ahead)
  }

  get column(): number {
    return this.pos - this.lineStart
  }

  mark(): Mark {
    return { pos: this.pos, line: this.line }
  }

  /** Steps over one line break and returns what it means in a value: LF, except that LS and PS stay themselves. */
  takeBreak(): string {
    const code = this.text.charCodeAt(this.pos)
    if (!isBreak(code)) return ''
    this.pos += code === CR && this.text.charCodeAt(this.pos + 1) === LF ? 2 : 1
    this.line++
    this.lineStart = this.pos
    return code > 0xff ? String.fromCharCode(code) : '\n'
  }

  /** A problem of the scanner, at the cursor. Its printed line counts from 1, and is left out on the first line. */
  fail(problem: string, context: Mark): never {
    const printed = this.line !== 0 ? this.line + 1 : context.line
    throw new YamlProblem(problem, this.pos, context.pos, printed)
  }
}
