import { addressIn, levelIn, type ProseFrame } from '../frame.ts'
import type { Prose, ProseBlock, ProseTable, ProseWord, ProseWords } from '../tree.ts'

/**
 * Shows a text inside of an element, in place of what is there. Only elements and text are made: no markup is parsed, and
 * nothing is fetched. Links open in a new tab.
 */
export function showProse(into: Element, { blocks }: Prose, frame: ProseFrame): void {
  into.replaceChildren(...new Drawing(into.ownerDocument, frame).blocks(blocks))
}

class Drawing {
  constructor(
    readonly document: Document,
    readonly frame: ProseFrame,
  ) {}

  blocks(blocks: readonly ProseBlock[]): readonly Node[] {
    return blocks.map((block) => this.block(block))
  }

  block(block: ProseBlock): Node {
    switch (block.kind) {
      case 'paragraph':
        return this.made('p', this.words(block.words))
      case 'heading':
        return this.made(`h${levelIn(this.frame, block.level)}`, this.words(block.words))
      case 'list': {
        const items = block.items.map((item) => this.made('li', block.tight ? this.lines(item) : this.blocks(item)))
        const list = this.made(block.start === undefined ? 'ul' : 'ol', items)
        if (block.start !== undefined) list.setAttribute('start', String(block.start))
        return list
      }
      case 'code':
        return this.made('pre', [this.made('code', [block.text])])
      case 'quote':
        return this.made('blockquote', this.blocks(block.blocks))
      case 'table':
        return this.table(block)
      case 'divider':
        return this.made('hr', [])
    }
  }

  /** The blocks of an item that is a line: its paragraphs are without an element of their own. */
  lines(blocks: readonly ProseBlock[]): readonly (Node | string)[] {
    return blocks.flatMap((block) => (block.kind === 'paragraph' ? this.words(block.words) : [this.block(block)]))
  }

  table({ alignments, head, rows }: ProseTable): Node {
    const row = (cells: readonly ProseWords[], tag: 'th' | 'td'): Node =>
      this.made(
        'tr',
        cells.map((words, at) => {
          const cell = this.made(tag, this.words(words))
          if (tag === 'th') cell.setAttribute('scope', 'col')
          // Not as a style, which the policy of the page may forbid.
          if (alignments[at] !== undefined) cell.setAttribute('align', alignments[at])
          return cell
        }),
      )
    const body =
      rows.length === 0
        ? []
        : [
            this.made(
              'tbody',
              rows.map((cells) => row(cells, 'td')),
            ),
          ]
    return this.made('table', [this.made('thead', [row(head, 'th')]), ...body])
  }

  words(words: ProseWords): readonly (Node | string)[] {
    return words.map((word) => (typeof word === 'string' ? word : this.word(word)))
  }

  word(word: Exclude<ProseWord, string>): Node {
    switch (word.kind) {
      case 'code':
        return this.made('code', [word.text])
      case 'emphasis':
        return this.made('em', this.words(word.words))
      case 'strong':
        return this.made('strong', this.words(word.words))
      case 'break':
        return this.made('br', [])
      case 'link': {
        const words = this.words(word.words)
        const address = addressIn(this.frame, word)
        if (address === undefined) return this.made('span', words)
        const link = this.made('a', words)
        link.setAttribute('href', address)
        link.setAttribute('target', '_blank')
        link.setAttribute('rel', 'noopener noreferrer')
        // Read by screen readers after the words of the link.
        link.setAttribute('title', 'Opens in a new tab')
        return link
      }
    }
  }

  made(tag: string, children: readonly (Node | string)[]): HTMLElement {
    const element = this.document.createElement(tag)
    element.append(...children)
    return element
  }
}
