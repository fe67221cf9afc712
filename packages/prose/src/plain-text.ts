import type { ProseBlock, ProseWords } from './tree.ts'

/** The words of a text without any of its marks: a line for each block, item, cell and hard break. */
export function proseText(blocks: readonly ProseBlock[]): string {
  return blocks.map(blockText).join('\n')
}

function blockText(block: ProseBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return wordsText(block.words)
    case 'list':
      return block.items.map(proseText).join('\n')
    case 'code':
      return block.text
    case 'quote':
      return proseText(block.blocks)
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(wordsText).join('\n')).join('\n')
    case 'divider':
      return ''
  }
}

/** The words of a line without any of its marks. */
export function wordsText(words: ProseWords): string {
  return words
    .map((word) => {
      if (typeof word === 'string') return word
      if (word.kind === 'code') return word.text
      return word.kind === 'break' ? '\n' : wordsText(word.words)
    })
    .join('')
}
