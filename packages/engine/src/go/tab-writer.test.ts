import { describe, expect, it } from 'vitest'
import { alignedTable } from './tab-writer.ts'

// The expected texts are what github.com/liggitt/tabwriter prints with kubectl's settings.
describe('a table', () => {
  it('has columns of at least six characters, three apart', () => {
    expect(alignedTable('NAME\tAGE\tVERBS\na\tb\tc\nlonger-name\t\t[get]\n')).toBe(
      'NAME          AGE   VERBS\na             b     c\nlonger-name         [get]\n',
    )
  })

  it('counts characters, not bytes', () => {
    expect(alignedTable('日本語日本語\tx\nabcdef\tx\n')).toBe('日本語日本語   x\nabcdef   x\n')
  })

  it('ends a column where a line has fewer cells, and remembers its width', () => {
    expect(alignedTable('long-long-long\tx\nalone\na\tx\n')).toBe('long-long-long   x\nalone\na                x\n')
    expect(alignedTable('a\tb\tc\nwide-wide-wide\td\ne\tf\tg\n')).toBe(
      'a                b     c\nwide-wide-wide   d\ne                f     g\n',
    )
  })

  it('breaks cells at every kind of tab and line break', () => {
    expect(alignedTable('a\vb\fc\td\n')).toBe('a     b\nc     d\n')
  })
})
