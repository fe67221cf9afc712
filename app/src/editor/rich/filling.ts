import { LARGE } from '../props.ts'
import { isLowSurrogate, type TextEdit } from '../text-edit.ts'

/** Inserts a long text in portions, one a task, so that the page answers in between. */
export class Filling {
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #done: (() => void)[]

  /**
   * @param replace makes one edit of the text as it then is
   * @param filled called after the last portion
   */
  constructor(
    { start, end, insert }: TextEdit,
    readonly replace: (edit: TextEdit) => void,
    filled: () => void,
  ) {
    this.#done = [filled]
    const next = (from: number, until: number): void => {
      const to = endOfPortion(insert, from)
      replace({ start: start + from, end: until, insert: insert.slice(from, to) })
      if (to < insert.length) this.#timer = setTimeout(next, 0, to, start + to)
      else for (const tell of this.#done) tell()
    }
    next(0, end)
  }

  /** Calls `done` as well after the last portion. */
  whenFilled(done: () => void): void {
    this.#done.push(done)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** A portion ends with a line, unless a line is longer than it; and never within a character. */
function endOfPortion(text: string, from: number): number {
  const most = from + LARGE
  if (most >= text.length) return text.length
  const line = text.lastIndexOf('\n', most - 1) + 1
  if (line > from) return line
  return isLowSurrogate(text.charCodeAt(most)) ? most - 1 : most
}
