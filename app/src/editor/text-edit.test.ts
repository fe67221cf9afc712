import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAnother, moveWith, smallestEdit } from './text-edit.ts'

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '😁'), maxLength: 10 })

test('the same text needs no edit', () => {
  expect(smallestEdit('a', 'a')).toBeUndefined()
})

test('only what differs is replaced', () => {
  expect(smallestEdit('verbs: [get]', 'verbs: [list]')).toEqual({ start: 8, end: 10, insert: 'lis' })
  expect(smallestEdit('', 'a')).toEqual({ start: 0, end: 0, insert: 'a' })
  expect(smallestEdit('aa', 'aaa')).toEqual({ start: 2, end: 2, insert: 'a' })
})

test('another example is another text, and a keystroke or an added document is not', () => {
  const another = (before: string, after: string): boolean => {
    const edit = smallestEdit(before, after)
    return edit !== undefined && isAnother(before, after, edit)
  }
  expect(another('kind: Role\nrules: []\n', 'apiVersion: v1\nmetadata:\n')).toBe(true)
  expect(another('kind: Role\n', 'kind: Roles\n')).toBe(false)
  expect(another('kind: Role\n', 'kind: Role\n---\nkind: RoleBinding\n')).toBe(false)
})

test('a character of two code units is replaced whole', () => {
  expect(smallestEdit('😀', '😁')).toEqual({ start: 0, end: 2, insert: '😁' })
})

test('the edit makes the one text of the other', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const edit = smallestEdit(before, after) ?? { start: 0, end: 0, insert: '' }
      expect(before.slice(0, edit.start) + edit.insert + before.slice(edit.end)).toBe(after)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['typed before it', { start: 1, end: 1, insert: 'xx' }, { start: 6, end: 8 }],
  ['typed at its beginning', { start: 4, end: 4, insert: 'xx' }, { start: 6, end: 8 }],
  ['typed inside', { start: 5, end: 5, insert: 'xx' }, { start: 4, end: 8 }],
  ['typed at its end', { start: 6, end: 6, insert: 'xx' }, { start: 4, end: 6 }],
  ['typed after it', { start: 7, end: 7, insert: 'xx' }, { start: 4, end: 6 }],
  ['deleted before it', { start: 0, end: 2, insert: '' }, { start: 2, end: 4 }],
  ['deleted around it', { start: 2, end: 8, insert: '' }, { start: 2, end: 2 }],
  ['deleted over its beginning', { start: 3, end: 5, insert: '' }, { start: 3, end: 4 }],
  ['deleted over its end', { start: 5, end: 8, insert: '' }, { start: 4, end: 5 }],
  ['replaced exactly', { start: 4, end: 6, insert: 'x' }, { start: 4, end: 5 }],
])('a range moves with text %s', (_, edit, moved) => {
  expect(moveWith({ start: 4, end: 6 }, edit)).toEqual(moved)
})
