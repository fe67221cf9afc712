import { describe, expect, it } from 'vitest'
import { changedLines, diffOf } from './text-diff.ts'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('')

describe('the diff of two texts', () => {
  it('has the changed lines and two on each side, with their numbers before and after', () => {
    const before = lines(9)
    expect(diffOf(before, before.replace('line 5\n', 'line five\nand more\n'))).toEqual([
      [
        { text: 'line 3', before: 3, after: 3 },
        { text: 'line 4', before: 4, after: 4 },
        { text: 'line 5', before: 5 },
        { text: 'line five', after: 5 },
        { text: 'and more', after: 6 },
        { text: 'line 6', before: 6, after: 7 },
        { text: 'line 7', before: 7, after: 8 },
      ],
    ])
  })

  it('has a stretch for each place', () => {
    const before = lines(20)
    expect(diffOf(before, before.replace('line 2\n', '').replace('line 18\n', '')).map((one) => one.length)).toEqual([
      4, 5,
    ])
  })

  it('is about lines also without a last line break, and with the line breaks of Windows', () => {
    expect(diffOf('a\r\nb', 'a\r\nc')).toEqual([
      [
        { text: 'a', before: 1, after: 1 },
        { text: 'b', before: 2 },
        { text: 'c', after: 2 },
      ],
    ])
    expect(diffOf('', 'a\n')).toEqual([[{ text: 'a', after: 1 }]])
    expect(diffOf('a', 'a')).toEqual([])
  })
})

describe('the changed lines', () => {
  const textsOf = (before: string, after: string) =>
    changedLines(before, after).map(({ start, end }) => after.slice(start, end))

  it('are those that the text before does not have, with their line ends', () => {
    expect(textsOf('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n')).toEqual(['B\n', 'e\n'])
    expect(textsOf('a\r\nb', 'a\r\nc')).toEqual(['c'])
    expect(textsOf('', 'a\n\nb')).toEqual(['a\n', '\n', 'b'])
  })

  it('are none where lines only went, and where too much differs', () => {
    expect(textsOf('a\nb\n', 'b\n')).toEqual([])
    expect(textsOf(lines(3000), 'x\n'.repeat(3000))).toEqual([])
  })
})
