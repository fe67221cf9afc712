import { expect, it } from 'vitest'
import { tokensOf } from './highlight.ts'
import { codePieces } from './pieces.ts'

it('cuts a line where tokens, highlights and errors begin and end', () => {
  const line = 'Impersonate-User: jane'
  const pieces = codePieces(line, 100, tokensOf(line, 'http'), [{ start: 90, end: 111 }], [{ start: 118, end: 122 }])
  expect(pieces).toEqual([
    { text: 'Impersonate', kind: 'key', highlighted: true, wrong: false },
    { text: '-User:', kind: 'key', highlighted: false, wrong: false },
    { text: ' ', kind: 'plain', highlighted: false, wrong: false },
    { text: 'jane', kind: 'plain', highlighted: false, wrong: true },
  ])
})

it('has nothing to cut in an empty line', () => {
  expect(codePieces('', 5, tokensOf('', 'yaml'), [{ start: 0, end: 9 }], [])).toEqual([])
})
