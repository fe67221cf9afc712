import { LARGE } from '../props.ts'
import { isLowSurrogate, type TextEdit } from '../text-edit.ts'

/** Inserts a long text in portions, one a task, so that the page answers in between. */
export class Filling {
  #timer: ReturnType<typeof setTimeout> | undefined
  /** How much of the text has been inserted. */
  #inserted = 0
  readonly #done: (() => void)[]

  /**
   * @param replace makes one edit of the text as it then is
   * @param filled called after the last portion
   */
  constructor(
    readonly edit: TextEdit,
    readonly replace: (edit: TextEdit) => void,
    filled: () => void,
  ) {
    this.#done = [filled]
    this.#next()
  }

  #next(): void {
    this.#insertUntil(endOfPortion(this.edit.insert, this.#inserted))
    if (this.#inserted < this.edit.insert.length) this.#timer = setTimeout(() => this.#next(), 0)
  }

  #insertUntil(to: number): void {
    const { start, end, insert } = this.edit
    const from = this.#inserted
    this.#inserted = to
    this.replace({ start: start + from, end: from === 0 ? end : start + from, insert: insert.slice(from, to) })
    if (to === insert.length) for (const tell of this.#done) tell()
  }

  /** Calls `done` as well after the last portion. */
  whenFilled(done: () => void): void {
    this.#done.push(done)
  }

  /** Inserts all that is left at once, for what needs the whole text now. */
  finish(): void {
    this.stop()
    this.#insertUntil(this.edit.insert.length)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** A portion ends with a line, unless a line is longer than it; and never within a character. */
function endOfPortion(text: string, from: number): number {
  const most = from + LARGE
  if (most >= text.length) return text.length
  // Only the portion is searched: the text may be one long line.
  const line = text.slice(from, most).lastIndexOf('\n') + 1
  if (line > 0) return from + line
  return isLowSurrogate(text.charCodeAt(most)) ? most - 1 : most
}
