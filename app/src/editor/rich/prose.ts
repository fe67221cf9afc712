import type { Prose } from '@authz-playground/engine/editing'

/** Paragraphs as Markdown for Monaco. Everything in the text that Markdown would interpret is escaped. */
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

/** A code span. Its fence is one backtick longer than the longest run of backticks in the text. */
function codeSpan(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ')
  if (oneLine.trim() === '') return oneLine === '' ? '`""`' : '`" "`'
  const longest = Math.max(0, ...(oneLine.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const space = oneLine.startsWith('`') || oneLine.endsWith('`') ? ' ' : ''
  return fence + space + oneLine + space + fence
}
