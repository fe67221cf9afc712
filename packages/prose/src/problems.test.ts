import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proseProblems } from './index.ts'
import { anyText, SAFE } from './testing.ts'

const briefly = (text: string): readonly string[] =>
  proseProblems(text).problems.map(({ code, line, column, endLine, endColumn }) => {
    return `${code} ${line}:${column}-${endLine}:${endColumn}`
  })

describe('the problems of a text', () => {
  it('are its HTML, images, links that are text, and definitions, in the order of the text', () => {
    const text = `# A <b>title</b>

> ![a [b](#b)](c.png) [d](/e
> "f")
- [g](javascript:h) <https://i.example>

  [j]: k

<div>
l
`
    expect(briefly(text)).toEqual([
      'html 1:5-1:8',
      'html 1:13-1:17',
      'image 3:3-3:22',
      'link 3:23-4:7',
      'link 5:3-5:20',
      'reference 7:3-7:7',
      'html 9:1-10:2',
    ])
  })

  it('say why a link is text, and what to write', () => {
    const reason = (address: string) => proseProblems(`[a](${address})`).problems.map(({ message }) => message)
    const because = (words: string) => [`This link is shown as text: ${words}.`]
    expect(reason('javascript:x')).toEqual(because('its address begins with “javascript:”, not with “https:”'))
    expect(reason('docs.md')).toEqual(because('its address begins neither with “https://” nor with “#”'))
    expect(reason('//a.example')).toEqual(because('its address begins with “//” instead of “https://”'))
    expect(reason('https://me@a.example')).toEqual(because('its address has no plain host name after “https://”'))
    expect(reason('https://a.example/?b&amp;c')).toEqual(
      because('its address has a character reference such as “&amp;”'),
    )
    expect(reason('https://a.example/{b}')).toEqual(
      because('its address has a blank, an invisible character or one of \\<>"`{}|^'),
    )
    expect(reason('')).toEqual(because('it has no address'))
    expect(reason('#')).toEqual(because('it leads to no part'))
    expect(proseProblems('[a](b)').problems[0]?.fix).toBe(
      'Link to an address that begins with “https://”, or to “#example/ID”.',
    )
  })

  it('have the places of a text with any line ends', () => {
    expect(briefly('a\r\n\r\nb <c>\r\rd <e>')).toEqual(['html 3:3-3:6', 'html 5:3-5:6'])
  })

  it('are none in what a lesson has', () => {
    const text =
      '1. Read `pods[0]`, a[1][2] and *this*: **all**.\n\n   ```yaml\n   <b>: ![x](y)\n   ```\n\n| a |\n|---|\n| b < c > d |\n'
    expect(proseProblems(text)).toEqual({ problems: [], links: [] })
  })
})

describe('the links of a text', () => {
  it('have their kind, words and places', () => {
    expect(
      proseProblems('See [the *docs*](https://kubernetes.io/docs).\n\n- [a](#example/a&step=2)\n- [b](#learn)').links,
    ).toEqual([
      {
        kind: 'outside',
        address: 'https://kubernetes.io/docs',
        text: 'the docs',
        line: 1,
        column: 5,
        endLine: 1,
        endColumn: 45,
      },
      { kind: 'example', address: '#example/a&step=2', text: 'a', line: 3, column: 3, endLine: 3, endColumn: 25 },
      { kind: 'hash', address: '#learn', text: 'b', line: 4, column: 3, endLine: 4, endColumn: 14 },
    ])
  })

  it('are not those inside of an image', () => {
    expect(proseProblems('![a [b](#b)](c)').links).toEqual([])
  })
})

it('has places inside of any text, and links that are safe', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const lines = text.split(/\r\n?|\n/)
      const { problems, links } = proseProblems(text)
      for (const { line, column, endLine, endColumn } of [...problems, ...links]) {
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1)
        expect(endColumn).toBeLessThanOrEqual((lines[endLine - 1]?.length ?? -1) + 1)
        expect([line, endLine, column, endColumn].every((number) => number >= 1)).toBe(true)
      }
      for (const { address } of links) expect(address).toMatch(SAFE)
    }),
    { numRuns: 2_000 },
  )
})
