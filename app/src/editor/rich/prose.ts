import type { Prose } from '@authz-playground/engine/editing'

/** Paragraphs as Monaco shows them: Markdown, in which nothing that a text brings along means anything. */
export function toMarkdown(paragraphs: readonly Prose[]): string {
  return paragraphs.map((paragraph) => paragraph.map(piece).join('')).join('\n\n')
}

function piece(part: Prose[number]): string {
  if (typeof part === 'string') return escaped(part)
  if ('code' in part) return codeSpan(part.code)
  return `[${escaped(part.link)}](${encodeURI(part.href).replaceAll('(', '%28').replaceAll(')', '%29')})`
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!~|<>&$]/g, '\\$&')
}

/** A code span ends at as many backticks as began it: one more than the text has in a row. */
function codeSpan(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ')
  if (oneLine.trim() === '') return oneLine === '' ? '`""`' : '`" "`'
  const longest = Math.max(0, ...(oneLine.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const space = oneLine.startsWith('`') || oneLine.endsWith('`') ? ' ' : ''
  return fence + space + oneLine + space + fence
}
