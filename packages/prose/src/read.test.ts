import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ProseBlock, type ProseWords, proseText, readProse } from './index.ts'
import { anyText } from './testing.ts'

const wordsOf = (text: string): ProseWords => {
  const [block] = readProse(text).blocks
  if (block === undefined || !('words' in block)) throw new Error(`no words in ${JSON.stringify(block)}`)
  return block.words
}

const paragraph = (...words: ProseWords): ProseBlock => ({ kind: 'paragraph', words })

describe('the blocks of a text', () => {
  it('are paragraphs, headings and dividers', () => {
    expect(readProse('# Roles\n\nOne\nline.\n\nBindings\n---\n***\n').blocks).toEqual([
      { kind: 'heading', level: 1, words: ['Roles'] },
      paragraph('One line.'),
      { kind: 'heading', level: 2, words: ['Bindings'] },
      { kind: 'divider' },
    ])
  })

  it('are lists, whose items are lines or blocks', () => {
    expect(readProse('- a\n- b\n  - c\n\n3. d\n\n   e\n').blocks).toEqual([
      {
        kind: 'list',
        tight: true,
        items: [[paragraph('a')], [paragraph('b'), { kind: 'list', tight: true, items: [[paragraph('c')]] }]],
      },
      { kind: 'list', start: 3, tight: false, items: [[paragraph('d'), paragraph('e')]] },
    ])
  })

  it('are code with the language of its fence, without the indentation of its list', () => {
    expect(readProse('```yaml\nkind: Role\n\n  rules: []\n```\n').blocks).toEqual([
      { kind: 'code', language: 'yaml', text: 'kind: Role\n\n  rules: []' },
    ])
    expect(readProse('1. Run\n\n   ```sh title="a"\n   kubectl\n     get\n   ```\n').blocks).toEqual([
      {
        kind: 'list',
        start: 1,
        tight: false,
        items: [[paragraph('Run'), { kind: 'code', language: 'sh', text: 'kubectl\n  get' }]],
      },
    ])
    expect(readProse('    indented\n').blocks).toEqual([{ kind: 'code', text: 'indented' }])
    expect(readProse('  ```\n    a\n  b\n  ```').blocks).toEqual([{ kind: 'code', text: '  a\nb' }])
    expect(readProse('> ```\n> a\n> ```').blocks).toEqual([{ kind: 'quote', blocks: [{ kind: 'code', text: 'a' }] }])
  })

  it('are quotes, whose marks are not in their words', () => {
    expect(readProse('> a `b\n> c` *d\n> e*\nlazy\n').blocks).toEqual([
      {
        kind: 'quote',
        blocks: [paragraph('a ', { kind: 'code', text: 'b c' }, ' ', { kind: 'emphasis', words: ['d e'] }, ' lazy')],
      },
    ])
  })

  it('are tables, with a cell for each column and all cells that the text has', () => {
    expect(readProse('| verb | `a\\|b` | |\n|:-|:-:|-:|\n| get | |\n| a | b | c | d |\n').blocks).toEqual([
      {
        kind: 'table',
        alignments: ['left', 'center', 'right'],
        head: [['verb'], [{ kind: 'code', text: 'a|b' }], []],
        rows: [
          [['get'], [], []],
          [['a'], ['b'], ['c'], ['d']],
        ],
      },
    ])
  })
})

describe('the words of a line', () => {
  it('are text, code, emphasis, links and hard breaks', () => {
    expect(
      wordsOf('A *b **c*** `d` \\*e\\* [f `g`](https://h.example/?i=1&j)  \nk\\\nl &lt; &#x41; &unknown;'),
    ).toEqual([
      'A ',
      { kind: 'emphasis', words: ['b ', { kind: 'strong', words: ['c'] }] },
      ' ',
      { kind: 'code', text: 'd' },
      ' *e* ',
      { kind: 'link', address: 'https://h.example/?i=1&j', words: ['f ', { kind: 'code', text: 'g' }] },
      { kind: 'break' },
      'k',
      { kind: 'break' },
      'l < A &unknown;',
    ])
  })

  it('have links to other sites and to parts of the playground', () => {
    for (const address of [
      'https://kubernetes.io/docs/?a=b#c',
      'HTTP://localhost:8080',
      '#example/a&step=2',
      '#learn',
    ]) {
      expect(wordsOf(`[a](${address})`)).toEqual([{ kind: 'link', address, words: ['a'] }])
    }
    expect(wordsOf('<https://a.example>')).toEqual([
      { kind: 'link', address: 'https://a.example', words: ['https://a.example'] },
    ])
    expect(wordsOf('[](#learn)')).toEqual([{ kind: 'link', address: '#learn', words: ['#learn'] }])
    expect(wordsOf('[a](<https://a.example/(> "title")')).toEqual([
      { kind: 'link', address: 'https://a.example/(', words: ['a'] },
    ])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    'java&NewLine;script:alert(1)',
    'https://a.example/&#x22;',
    'data:text/html,<b>',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:a@b.example',
    '//a.example',
    '\\/\\/a.example',
    'https:\\\\a.example',
    'https:a.example',
    'https:///a.example',
    'https://user@a.example',
    'https://аpple.example',
    'https://a.example/\u202ea',
    'https://a.example/\u200b',
    '/docs',
    'docs.md',
    '?a',
    '#',
    '\u0001https://a.example',
    'java\u0000script:a',
    '',
  ])('show a link to %j as its words', (address) => {
    expect(wordsOf(`a [b](${address}) c`)).toEqual([expect.stringMatching(/^a .*b.* c$/s)])
    if (!address.startsWith('\u0001')) expect(wordsOf(`a [b](${address}) c`)).toEqual(['a b c'])
    expect(wordsOf(`a [b](<${address}>) c`)).toEqual([expect.stringMatching(/^a .*b.* c$/s)])
    if (address !== '') expect(wordsOf(`a <${address}> c`)).toEqual([expect.stringMatching(/^a .* c$/s)])
  })

  it('have no link inside of a link, and links beside brackets', () => {
    const link = { kind: 'link', address: '#b', words: ['b'] }
    expect(wordsOf('[a [b](#b) c](#c)')).toEqual(['[a ', link, ' c](#c)'])
    expect(wordsOf('[a [1] c](#c)')).toEqual([{ kind: 'link', address: '#c', words: ['a [1] c'] }])
    expect(wordsOf('*a [b* c]')).toEqual([{ kind: 'emphasis', words: ['a [b'] }, ' c]'])
  })

  it('have HTML as the text it is', () => {
    expect(wordsOf('Write <NAME> or <b onclick="x">*c*</b>.')).toEqual([
      'Write <NAME> or <b onclick="x">',
      { kind: 'emphasis', words: ['c'] },
      '</b>.',
    ])
    expect(readProse('<script>\nalert(1)\n</script>\n').blocks).toEqual([
      paragraph('<script>', { kind: 'break' }, 'alert(1)', { kind: 'break' }, '</script>'),
    ])
  })

  it('have images as their alternative text', () => {
    expect(wordsOf('a ![b *c* [d](#d)](https://e.example/f.png) g')).toEqual(['a b c d g'])
  })

  it('have references and footnotes as the text they are', () => {
    expect(readProse('[a][b], [b] and [^1]\n\n[b]: https://b.example "B"\n[^1]: note').blocks).toEqual([
      paragraph('[a][b], [b] and [^1]'),
      paragraph('[b]: https://b.example "B" [^1]: note'),
    ])
    expect(readProse('[a]: #b\n[b]: #a\n\n[a] [b]').problem).toBeUndefined()
  })

  it('show controls, and what changes the direction of text, by their numbers', () => {
    expect(wordsOf('a\u202eb `c\u0007`')).toEqual(['a\\u202eb ', { kind: 'code', text: 'c\\u0007' }])
  })
})

describe('any text', () => {
  it('keeps the letters of its words, but for those of addresses', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/)
    const mark = fc.constantFrom(
      ...[
        '*',
        '**',
        '_',
        '`',
        '[',
        ']',
        '](#x)',
        '![',
        '<',
        '>',
        '\\',
        '|',
        '#',
        '# ',
        '\n',
        '\n\n',
        '  \n',
        '> ',
        '- ',
      ],
      ...['1. ', '    ', '---\n', '\n|-|-|\n', '| ', '[1]: ', '<!-- ', ' -->', '</', '"', ' ', '\t', '\r\n', '```\n'],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, mark)), (parts) => {
        const text = parts.join('')
        // What is in parentheses after brackets may be an address, and what follows a fence may be a language.
        fc.pre(!/\]\((?!#1\))|[`~]{3}[^\n]/.test(text) && readProse(text).problem === undefined)
        const letters = (of: string): string => of.replace(/[^a-z]/g, '')
        expect(letters(proseText(readProse(text).blocks))).toBe(letters(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read without an error, and as a value', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const prose = readProse(text)
        expect(structuredClone(prose)).toEqual(prose)
      }),
      { numRuns: 2_000 },
    )
  })
})
