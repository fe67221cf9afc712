import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proseText, readProse } from '../index.ts'
import { anyText, readMarkup, SAFE } from '../testing.ts'
import { proseHtml } from './index.ts'

const FRAME = { heading: 3, playground: 'https://play.example/#old' } as const

const html = (text: string): string => proseHtml(readProse(text), FRAME)

describe('a text as HTML', () => {
  it('has headings below those of its page, and words with their marks', () => {
    expect(html('# A\n\n###### B\n\n*c* **d** `e<f>`  \ng & "h"')).toBe(
      '<h3>A</h3>\n<h6>B</h6>\n<p><em>c</em> <strong>d</strong> <code>e&lt;f&gt;</code><br>\ng &amp; &quot;h&quot;</p>',
    )
  })

  it('has lists, quotes, code, tables and dividers', () => {
    expect(html('2. a\n3. b\n\n- c\n\n  d\n\n> e\n\n```yaml\nf\n```\n---\n')).toBe(
      [
        '<ol start="2">\n<li>a</li>\n<li>b</li>\n</ol>',
        '<ul>\n<li>\n<p>c</p>\n<p>d</p>\n</li>\n</ul>',
        '<blockquote>\n<p>e</p>\n</blockquote>',
        '<pre><code>f\n</code></pre>',
        '<hr>',
      ].join('\n'),
    )
    expect(html('|a|b|\n|-|-:|\n|c|d|')).toBe(
      `<table>
<thead>
<tr>
<th scope="col">a</th>
<th scope="col" align="right">b</th>
</tr>
</thead>
<tbody>
<tr>
<td>c</td>
<td align="right">d</td>
</tr>
</tbody>
</table>`,
    )
  })

  it('leads to other sites, and to the playground where its address is known', () => {
    expect(html('[a](https://a.example/?b&c) [d](#example/e)')).toBe(
      '<p><a href="https://a.example/?b&amp;c" rel="noopener noreferrer">a</a> <a href="https://play.example/#example/e" rel="noopener noreferrer">d</a></p>',
    )
    expect(proseHtml(readProse('[d](#example/e)'), { heading: 2 })).toBe('<p>d</p>')
  })

  it('says why it is not there', () => {
    expect(html('x'.repeat(100_001))).toBe('<p>This text is longer than 100,000 characters, so it is not shown.</p>')
  })

  it('has only known tags, safe addresses and the words of the text, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const prose = readProse(text)
        const { addresses, text: shown } = readMarkup(proseHtml(prose, FRAME))
        for (const address of addresses) expect(address).toMatch(SAFE)
        const dense = (words: string): string => words.replace(/\s/g, '')
        expect(dense(shown)).toBe(dense(proseText(prose.blocks)))
      }),
      { numRuns: 2_000 },
    )
  })
})
