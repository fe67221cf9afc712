import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineAt, linePieces, lineStarts, linesOf } from './lines.ts'

test('every text has a line, also the empty one', () => {
  expect(lineStarts('')).toEqual([0])
  expect(lineStarts('a\n\nb\n')).toEqual([0, 2, 3, 5])
})

test('an offset is on the line that begins at or before it', () => {
  const starts = lineStarts('a\n\nb\n')
  expect([0, 1, 2, 3, 4, 5, 99].map((offset) => lineAt(starts, offset))).toEqual([0, 0, 1, 2, 2, 3, 3])
})

test('a range that ends with a line does not touch the next one', () => {
  const starts = lineStarts('a\nb\nc')
  expect(linesOf(starts, { start: 0, end: 4 })).toEqual([0, 1])
  expect(linesOf(starts, { start: 2, end: 2 })).toEqual([1, 1])
})

test('a line is cut where something begins or ends', () => {
  expect(
    linePieces('verbs: [get]', 100, [{ start: 108, end: 111 }], [{ start: 110, end: 200 }], [{ start: 107, end: 108 }]),
  ).toEqual([
    { text: 'verbs: ', highlighted: false, problem: false, remarked: false },
    { text: '[', highlighted: false, problem: false, remarked: true },
    { text: 'ge', highlighted: true, problem: false, remarked: false },
    { text: 't', highlighted: true, problem: true, remarked: false },
    { text: ']', highlighted: false, problem: true, remarked: false },
  ])
})

test('the pieces of a line make the line', () => {
  const spans = fc.array(fc.tuple(fc.nat(20), fc.nat(20)).map(([start, length]) => ({ start, end: start + length })))
  fc.assert(
    fc.property(
      fc.string({ maxLength: 12 }),
      fc.nat(8),
      spans,
      spans,
      spans,
      (line, offset, highlighted, problems, remarks) => {
        const pieces = linePieces(line, offset, highlighted, problems, remarks)
        expect(pieces.map(({ text }) => text).join('')).toBe(line)
      },
    ),
  )
})
