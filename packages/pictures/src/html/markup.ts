import type { RichText } from '@authz-playground/engine'
import { visible, visibleLine } from '@authz-playground/engine/internal/words'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text from input as HTML, for elements and for quoted attributes. Invisible characters are shown by their numbers. */
export function htmlText(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A sentence with its Kubernetes nouns as code. */
export function htmlWords(label: RichText): string {
  return label.map((word) => (typeof word === 'string' ? htmlText(word) : htmlCode(word.code))).join('')
}

export function htmlCode(text: string): string {
  return `<code>${htmlText(visibleLine(text))}</code>`
}

/** Prose with its Kubernetes nouns, which are between backticks, as code. */
export function htmlProse(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((piece) => (/^`[^`]+`$/.test(piece) ? htmlCode(piece.slice(1, -1)) : htmlText(piece)))
    .join('')
}

/** A page with this body only. `module`: the address of the script that makes the element live. */
export function htmlPage(title: string, body: string, module?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title>
<style>:root{color-scheme:light dark}body{max-width:72rem;margin:0 auto;padding:1rem;background:light-dark(#fcfcfa,#16181b);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif}main .azp{border:0;padding:0}</style>
${module === undefined ? '' : `<script type="module" src="${htmlText(module)}"></script>\n`}</head>
<body>
<main>
${body}</main>
</body>
</html>
`
}
