import { addressIn, levelIn, type ProseFrame } from '../frame.ts'
import type { Prose, ProseBlock, ProseTable, ProseWord, ProseWords } from '../tree.ts'

/**
 * Shows a text inside of an element, in place of what is there. Only elements and text are made: no markup is parsed, and
 * nothing is fetched. Links open in a new tab.
 */
export function showProse(into: Element, { blocks }: Prose, frame: ProseFrame): void {
  into.replaceChildren(...blocksIn(blocks, frame))
}

function blocksIn(blocks: readonly ProseBlock[], frame: ProseFrame): readonly Node[] {
  return blocks.map((block) => blockIn(block, frame))
}

function blockIn(block: ProseBlock, frame: ProseFrame): Node {
  switch (block.kind) {
    case 'paragraph':
      return made('p', wordsIn(block.words, frame))
    case 'heading':
      return made(`h${levelIn(frame, block.level)}`, wordsIn(block.words, frame))
    case 'list': {
      const items = block.items.map((item) => made('li', block.tight ? linesIn(item, frame) : blocksIn(item, frame)))
      const list = made(block.start === undefined ? 'ul' : 'ol', items)
      if (block.start !== undefined) list.setAttribute('start', String(block.start))
      return list
    }
    case 'code':
      return made('pre', [made('code', [block.text])])
    case 'quote':
      return made('blockquote', blocksIn(block.blocks, frame))
    case 'table':
      return tableIn(block, frame)
    case 'divider':
      return made('hr', [])
  }
}

/** The blocks of an item that is a line: its paragraphs are without an element of their own. */
function linesIn(blocks: readonly ProseBlock[], frame: ProseFrame): readonly (Node | string)[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? wordsIn(block.words, frame) : [blockIn(block, frame)]))
}

function tableIn({ alignments, head, rows }: ProseTable, frame: ProseFrame): Node {
  const row = (cells: readonly ProseWords[], tag: 'th' | 'td'): Node =>
    made(
      'tr',
      cells.map((words, at) => {
        const cell = made(tag, wordsIn(words, frame))
        if (tag === 'th') cell.setAttribute('scope', 'col')
        cell.style.textAlign = alignments[at] ?? 'start'
        return cell
      }),
    )
  const body =
    rows.length === 0
      ? []
      : [
          made(
            'tbody',
            rows.map((cells) => row(cells, 'td')),
          ),
        ]
  return made('table', [made('thead', [row(head, 'th')]), ...body])
}

function wordsIn(words: ProseWords, frame: ProseFrame): readonly (Node | string)[] {
  return words.map((word) => (typeof word === 'string' ? word : wordIn(word, frame)))
}

function wordIn(word: Exclude<ProseWord, string>, frame: ProseFrame): Node {
  switch (word.kind) {
    case 'code':
      return made('code', [word.text])
    case 'emphasis':
      return made('em', wordsIn(word.words, frame))
    case 'strong':
      return made('strong', wordsIn(word.words, frame))
    case 'break':
      return made('br', [])
    case 'link': {
      const words = wordsIn(word.words, frame)
      const address = addressIn(frame, word)
      if (address === undefined) return made('span', words)
      const link = made('a', words)
      link.setAttribute('href', address)
      link.setAttribute('target', '_blank')
      link.setAttribute('rel', 'noopener noreferrer')
      // Read by screen readers after the words of the link.
      link.title = 'Opens in a new tab'
      return link
    }
  }
}

function made(tag: string, children: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.append(...children)
  return element
}
