import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { visible, visibleLine } from '../text/index.ts'
import { markdownCode, markdownLines, markdownText } from './markdown-text.ts'

/** HTML as GitHub's own grammar makes it of Markdown. */
function html(text: string): string {
  return micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true })
}

function shownText(fragment: string): string {
  const text = fragment
    .replace(/<\/?(?:code|br ?\/?)>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[String(name)] ?? '')
  return text.replace(/\s+/g, ' ').trim()
}

const hostile = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '|', '\\', '`', '\n', '\r', ' ', '<', '>', '&', '*', '_', '#', '~', '"', ':'),
  }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '</code><script>alert(1)</script>',
    '<!--',
    '&lt;',
    '\\|',
    '`` ` ``',
    '| --- |',
    '\u202egnp',
    '- a\n- b',
  ),
)

describe('text from input in Markdown', () => {
  it.each([
    ['text', markdownText],
    ['lines', markdownLines],
    ['code', markdownCode],
  ] as const)('%s stays in its cell, whatever it says, and shows all of it', (what, print) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const table = html(`| a | b |\n| --- | --- |\n| ${print(text)} | end |`)
        const cells = [...table.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => cell)
        expect(cells).toHaveLength(2)
        expect(table.match(/<[a-z]+/g)?.filter((tag) => !/<(table|thead|tbody|tr|th|td|code|br)$/.test(tag))).toEqual(
          [],
        )
        const wanted = { text: visible(text), lines: text.split('\n').map(visible).join(''), code: visibleLine(text) }[
          what
        ]
        expect(shownText(cells[0] ?? '').replaceAll(' ', '')).toBe(wanted.replace(/\s+/g, ''))
        expect(cells[1]).toBe('end')
      }),
      { numRuns: 1000 },
    )
  })

  it('is plain where it can be', () => {
    expect(markdownCode('impersonate:user-info')).toBe('`impersonate:user-info`')
    expect(markdownText('RBAC: allowed')).toBe('RBAC: allowed')
    expect(markdownLines('first\nsecond')).toBe('first<br>second')
  })

  it('mentions nobody, links nothing, and makes no pictures: those words are code', () => {
    expect(markdownText('ask @kubernetes/sig-auth about #5284')).toBe('ask `@kubernetes/sig-auth` about `#5284`')
    expect(markdownText('see https://example.org www.example.org')).toBe('see `https://example.org` `www.example.org`')
    expect(markdownText('a :tada: for $x$')).toBe('a `:tada:` for `$x$`')
  })

  it('shows control characters by their number', () => {
    expect(markdownCode('jane\n\u202eeve')).toBe('<code>jane&#92;u000a&#92;u202eeve</code>')
  })
})

it('makes no link of an address in code that has tags around it', () => {
  expect(html(markdownCode('a www.evil.example|b'))).not.toContain('<a ')
  expect(html(markdownText('`www.evil.example|WWW.evil.example'))).not.toContain('<a ')
})
