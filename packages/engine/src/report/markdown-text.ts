import { visible } from './visible.ts'

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

/** The same with its lines kept apart. */
export function markdownLines(text: string): string {
  return text.split('\n').map(markdownText).join('<br>')
}

/** A Kubernetes noun as code, in table cells too. */
export function markdownCode(text: string): string {
  const shown = visible(text).replace(/\s/g, ' ')
  return SPAN.test(shown) ? `\`${shown}\`` : `<code>${asEntities(shown)}</code>`
}

/**
 * What GitHub makes something else of in text, after Markdown was read, so that no backslash prevents it; code it leaves
 * alone. `@team`, `#12`, `GH-12`, `https://…`, `www.…`, `:tada:`, `$x$`.
 */
const LINKED = /[@#$]|\bGH-\d|:\/\/|\bwww\.|:[\w+-]+:/i

/**
 * What a code span holds as it is. A pipe ends a cell, also in code, and its backslash cannot be told from one in the
 * text (GitHub Flavored Markdown 0.29, 4.10); spaces at the ends are taken away.
 */
const SPAN = /^(?! )(?!.* (?: |$))[^`|\\<&]+$/

/** Also for what is text to Markdown between tags: a number is no markup. */
function asEntities(text: string): string {
  return text.replace(/[^\p{L}\p{N} .-]/gu, (character) => `&#${character.codePointAt(0)};`)
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|~&!]/g, '\\$&')
}
