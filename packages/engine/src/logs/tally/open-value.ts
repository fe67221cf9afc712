/** Keys of objects that hold a list of events: an `EventList`, and exports of log collectors. */
const LISTS: ReadonlySet<string> = new Set(['items', 'events', 'entries'])

/** One item of a list, and the line on which it begins. */
interface Item {
  readonly text: string
  readonly line: number
}

/**
 * A JSON value of several lines that is read as it comes. Of a list, or of an object with a list of events, each item is given
 * away as soon as it ends, so that the whole is never kept.
 */
export class OpenValue {
  /** The pieces of the item that has not ended; of a value without items, of all of it. */
  #kept: string[] = []
  #length = 0
  #line: number
  #itemLine: number
  /** The brackets that are open, with what they are. */
  readonly #stack: ('list' | 'object' | 'items')[] = []
  #key = ''
  #isListed = false
  #isInItem = false
  #isEnded = false
  #after = ''
  #items: Item[] = []

  /** @param line the line on which the value begins */
  constructor(readonly line: number) {
    this.#line = line
    this.#itemLine = line
  }

  /** Whether the value has ended. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** The characters that are kept. */
  get length(): number {
    return this.#length
  }

  /** Adds the next line. A string never spans lines. */
  add(line: string): void {
    const text = `${line}\n`
    let from = this.#isListed && !this.#isInItem ? -1 : 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        const start = at + 1
        for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++
        if (this.#stack.length === 1) this.#key = text.slice(start, at)
      } else if (code === 123 || code === 91) {
        if (this.#open(code === 91)) from = at
      } else if (code === 125 || code === 93) {
        this.#stack.pop()
        if (this.#isInItem && this.#stack.at(-1) === 'items') {
          this.#keep(text.slice(from, at + 1))
          this.#items.push({ text: this.#kept.join(''), line: this.#itemLine })
          this.#forget()
          from = -1
        }
        if (this.#stack.length === 0) {
          if (from !== -1) this.#keep(text.slice(from, at + 1))
          this.#isEnded = true
          this.#after = text.slice(at + 1)
          return
        }
      }
    }
    if (from !== -1 && !(this.#isListed && !this.#isInItem)) this.#keep(text.slice(from))
    this.#line++
  }

  /** The items that ended since the last call. */
  items(): readonly Item[] {
    const items = this.#items
    this.#items = []
    return items
  }

  /** The whole value where it has no list of items; otherwise the text of an item that has not ended, or nothing. */
  rest(): string {
    return this.#kept.join('')
  }

  /** What is on the last line after the value. */
  after(): string {
    return this.#after
  }

  #keep(text: string): void {
    this.#kept.push(text)
    this.#length += text.length
  }

  #forget(): void {
    this.#kept = []
    this.#length = 0
    this.#isInItem = false
  }

  /** Opens a bracket. Returns whether an item begins with it. */
  #open(isList: boolean): boolean {
    const depth = this.#stack.length
    const beginsItem = this.#stack.at(-1) === 'items'
    const isOfItems = isList && (depth === 0 || (depth === 1 && this.#stack[0] === 'object' && LISTS.has(this.#key)))
    this.#stack.push(isOfItems ? 'items' : isList ? 'list' : 'object')
    if (isOfItems) {
      this.#forget()
      this.#isListed = true
    }
    if (!beginsItem) return false
    this.#isInItem = true
    this.#itemLine = this.#line
    return true
  }
}

const QUOTE = 34
const BACKSLASH = 92
