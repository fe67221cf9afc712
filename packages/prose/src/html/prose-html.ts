import { addressIn, levelIn, type ProseFrame } from '../frame.ts'
import type { Prose, ProseBlock, ProseTable, ProseWord, ProseWords } from '../tree.ts'

/** A text as HTML, for pages without scripts. It has no ids, classes, styles or scripts, and fetches nothing. */
export function proseHtml({ blocks }: Prose, frame: ProseFrame): string {
  return blocksHtml(blocks, frame)
}

function blocksHtml(blocks: readonly ProseBlock[], frame: ProseFrame): string {
  return blocks.map((block) => blockHtml(block, frame)).join('\n')
}

function blockHtml(block: ProseBlock, frame: ProseFrame): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${wordsHtml(block.words, frame)}</p>`
    case 'heading': {
      const level = levelIn(frame, block.level)
      return `<h${level}>${wordsHtml(block.words, frame)}</h${level}>`
    }
    case 'list': {
      const items = block.items.map((item) => {
        return `<li>${block.tight ? linesHtml(item, frame) : `\n${blocksHtml(item, frame)}\n`}</li>`
      })
      const start = block.start === undefined || block.start === 1 ? '' : ` start="${block.start}"`
      const tag = block.start === undefined ? 'ul' : 'ol'
      return `<${tag}${start}>\n${items.join('\n')}\n</${tag}>`
    }
    case 'code':
      return `<pre><code>${escaped(block.text)}\n</code></pre>`
    case 'quote':
      return `<blockquote>\n${blocksHtml(block.blocks, frame)}\n</blockquote>`
    case 'table':
      return tableHtml(block, frame)
    case 'divider':
      return '<hr>'
  }
}

/** The blocks of an item that is a line: its paragraphs are without an element of their own. */
function linesHtml(blocks: readonly ProseBlock[], frame: ProseFrame): string {
  return blocks
    .map((block) => (block.kind === 'paragraph' ? wordsHtml(block.words, frame) : blockHtml(block, frame)))
    .join('\n')
}

function tableHtml({ alignments, head, rows }: ProseTable, frame: ProseFrame): string {
  const row = (cells: readonly ProseWords[], tag: 'th' | 'td'): string => {
    const shown = cells.map((words, at) => {
      const align = alignments[at] === undefined ? '' : ` align="${alignments[at]}"`
      return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${align}>${wordsHtml(words, frame)}</${tag}>`
    })
    return `<tr>\n${shown.join('\n')}\n</tr>`
  }
  const body = rows.length === 0 ? '' : `<tbody>\n${rows.map((cells) => row(cells, 'td')).join('\n')}\n</tbody>\n`
  return `<table>\n<thead>\n${row(head, 'th')}\n</thead>\n${body}</table>`
}

function wordsHtml(words: ProseWords, frame: ProseFrame): string {
  return words.map((word) => (typeof word === 'string' ? escaped(word) : wordHtml(word, frame))).join('')
}

function wordHtml(word: Exclude<ProseWord, string>, frame: ProseFrame): string {
  switch (word.kind) {
    case 'code':
      return `<code>${escaped(word.text)}</code>`
    case 'emphasis':
      return `<em>${wordsHtml(word.words, frame)}</em>`
    case 'strong':
      return `<strong>${wordsHtml(word.words, frame)}</strong>`
    case 'break':
      return '<br>\n'
    case 'link': {
      const words = wordsHtml(word.words, frame)
      const address = addressIn(frame, word)
      if (address === undefined) return words
      return `<a href="${escaped(address)}" rel="noopener noreferrer">${words}</a>`
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
