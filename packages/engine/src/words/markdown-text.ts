import { visible, visibleLine } from '../text/index.ts'
import type { RichText } from '../trace/index.ts'

/**
 * Text from input as Markdown that GitHub shows as it is, on one line, in table cells too: no markup, no HTML, and
 * nothing that becomes a mention, a link, an emoji or mathematics.
 */
export function markdownText(text: string): string {
  return visible(text)
    .split(/(\s+)/)
    .map((word, index) => (index % 2 === 1 ? ' ' : LINKED.test(word) ? markdownCode(word) : escaped(word)))
    .join('')
}

/** The same for several lines, which stay separate. */
export function markdownLines(text: string): string {
  return text.split('\n').map(markdownText).join('<br>')
}

/** A Kubernetes noun as code, in table cells too. */
export function markdownCode(text: string): string {
  const shown = visibleLine(text)
  return SPAN.test(shown) ? `\`${shown}\`` : `<code>${asEntities(shown)}</code>`
}

/**
 * Text that GitHub links or replaces after it has parsed Markdown, so that a backslash does not prevent it. Code is exempt.
 * `@team`, `#12`, `GH-12`, `https://…`, `www.…`, `:tada:`, `$x$`.
 */
const LINKED = /[@#$]|\bGH-\d|:\/\/|\bwww\.|:[\w+-]+:/i

/**
 * Text that a code span shows unchanged. A pipe ends a cell, also in code, and its backslash cannot be distinguished from
 * one in the text (GitHub Flavored Markdown 0.29, 4.10). Spaces at the ends are removed.
 */
const SPAN = /^(?! )(?!.* (?: |$))[^`|\\<&]+$/

/** Also for text between tags: an entity by number is never markup. GitHub links `www.` between tags, too. */
function asEntities(text: string): string {
  return text.replace(/[^\p{L}\p{N} .-]|(?<=www)\./giu, (character) => `&#${character.codePointAt(0)};`)
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|~&!]/g, '\\$&')
}

/** A block of code, whatever backticks its text has. */
export function fenced(text: string, language: string, indent = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, ...text.split('\n'), fence].map((line) => indent + line).join('\n')
}

/** Rich text as Markdown. */
export function richMarkdown(words: RichText): string {
  return words.map((word) => (typeof word === 'string' ? markdownText(word) : markdownCode(word.code))).join('')
}

/** A part that is folded under a title. */
export function folded(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`
}
