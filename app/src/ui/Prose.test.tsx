import { readProse } from '@authz-playground/prose'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Prose } from './Prose.tsx'

/** The markup of a text, without the classes of the page. */
const shown = (text: string, heading?: 2 | 4): string =>
  renderToStaticMarkup(<Prose of={readProse(text)} {...(heading !== undefined && { heading })} />).replace(
    / class="[^"]*"/g,
    '',
  )

describe('a text in the page', () => {
  it('has its headings below those of the page', () => {
    expect(shown('# A\n\n## B')).toBe('<div><h3>A</h3><h4>B</h4></div>')
    expect(shown('# A\n\n###### B', 4)).toBe('<div><h4>A</h4><h6>B</h6></div>')
  })

  it('opens links to other sites in a new tab, and says so', () => {
    expect(shown('[a](https://a.example/?b&c)')).toBe(
      '<div><p><a href="https://a.example/?b&amp;c" target="_blank" rel="noopener noreferrer">a<span> (opens in a new tab)</span></a></p></div>',
    )
  })

  it('has plain links to hashes', () => {
    expect(shown('[a](#example/b)')).toBe('<div><p><a href="#example/b">a</a></p></div>')
  })

  it('has lists of lines and of blocks', () => {
    expect(shown('- a *b*\n\n3. c\n\n   d')).toBe(
      '<div><ul><li>a <em>b</em></li></ul><ol start="3"><li><p>c</p><p>d</p></li></ol></div>',
    )
  })

  it('has code, quotes, tables and dividers', () => {
    expect(shown('> `a` **b**\\\nc\n\n```yaml\nd: <e>\n```\n***')).toBe(
      '<div><blockquote><p><code>a</code> <strong>b</strong><br/>c</p></blockquote><div><pre>d: &lt;e&gt;</pre></div><hr/></div>',
    )
    expect(shown('|a|b|\n|-|-|\n|c||')).toBe(
      '<div><div><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>c</td><td></td></tr></tbody></table></div></div>',
    )
  })

  it('has HTML and unsafe links as text', () => {
    expect(shown('<img src=x onerror=y> [a](javascript:b)')).toBe('<div><p>&lt;img src=x onerror=y&gt; a</p></div>')
  })

  it('says why it is not there', () => {
    expect(shown('x'.repeat(100_001))).toBe(
      '<div><p>This text is longer than 100,000 characters, so it is not shown.</p></div>',
    )
  })

  it('leads nowhere but to sites and hashes, whatever the text', () => {
    const part = fc.constantFrom(
      ...[
        '[a](',
        '<',
        '>',
        ')',
        'javascript:b',
        'data:text/html,c',
        '//d.example',
        'https://e.example',
        '#f',
        '"',
        "'",
      ],
      ...['\n', ' ', '&colon;', '&#x3a;', '\\', '\0', '![', ']', 'onclick="g"', '`', '<a href="', '<script>'],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
        const markup = shown(parts.join(''))
        for (const [, address] of markup.matchAll(/ href="([^"]*)"/g)) expect(address).toMatch(/^(?:https?:\/\/\w|#.)/i)
        expect(markup).not.toMatch(
          /<(?!\/?(?:div|p|h\d|ul|ol|li|pre|code|blockquote|em|strong|a|br|hr|span|table|thead|tbody|tr|th|td|wbr)\b)/,
        )
      }),
      { numRuns: 500 },
    )
  })
})
