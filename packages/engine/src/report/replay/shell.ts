import { quoteWord } from '../../shell/index.ts'
import { visible } from '../../words/index.ts'

/** A text in single quotes, in which a shell expands nothing; control characters by number. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9._/-]+$/.test(text) ? text : quoteWord(text)
}

/** A text on one line, for comments and printed lines: nothing in it can end the line or move a cursor. */
export function oneLine(text: string): string {
  return visible(text).replace(/[\t\n]/g, (character) => (character === '\n' ? '\\n' : '\\t'))
}

/** Comment lines of about 100 characters. Words longer than that stay whole. */
export function comment(text: string, first = '', indent = ' '.repeat(first.length)): readonly string[] {
  const lines: string[] = []
  let line = first
  for (const word of oneLine(text).split(' ')) {
    const longer = line === first || line === indent ? line + word : `${line} ${word}`
    if (longer.length > WIDTH && line !== first && line !== indent) {
      lines.push(line)
      line = indent + word
    } else line = longer
  }
  return [...lines, line].map((one) => `# ${one}`.trimEnd())
}

const WIDTH = 98

/** Whether all texts in a value can be written in UTF-8 and carried by a shell: no lone surrogates, no NUL. */
export function isSayable(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isSayable)
}
