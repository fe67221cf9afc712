import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edited, type TextEdit } from './index.ts'

function edit(start: number, end: number, text: string): TextEdit {
  return { span: { start, end }, text }
}

describe('edits of a text', () => {
  it('apply in any order, with the offsets of the text before', () => {
    expect(edited('get, list', [edit(5, 9, 'watch'), edit(0, 3, 'delete')])).toBe('delete, watch')
  })

  it('keep the order of insertions at one offset, before a replacement that begins there', () => {
    expect(edited('ab', [edit(1, 2, 'B'), edit(1, 1, '1'), edit(1, 1, '2')])).toBe('a12B')
  })

  it('may touch, and must not overlap or leave the text', () => {
    expect(edited('abcd', [edit(0, 2, ''), edit(2, 4, 'x')])).toBe('x')
    expect(() => edited('abcd', [edit(0, 3, ''), edit(2, 4, '')])).toThrow(RangeError)
    expect(() => edited('abcd', [edit(0, 2, ''), edit(1, 1, 'x')])).toThrow(RangeError)
    expect(() => edited('abcd', [edit(3, 5, '')])).toThrow(RangeError)
  })

  it('keep all other text', () => {
    const pieces = fc.array(fc.tuple(fc.string(), fc.string(), fc.string()), { maxLength: 5 })
    fc.assert(
      fc.property(pieces, fc.string(), (all, rest) => {
        let before = ''
        let after = ''
        const edits = all.map(([kept, removed, added]) => {
          const start = before.length + kept.length
          before += kept + removed
          after += kept + added
          return edit(start, before.length, added)
        })
        expect(edited(before + rest, edits)).toBe(after + rest)
      }),
    )
  })
})
