import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutBorder } from './layout.ts'

it.each([
  ['words │', 'words'],
  ['words \t│ ┃ \t', 'words'],
  ['words |  │', 'words'],
  ['words  |', 'words '],
  ['words|', 'words|'],
  ['words  ', 'words  '],
  ['│ words', '│ words'],
])('%j without the borders at its end', (line, expected) => expect(withoutBorder(line)).toBe(expected))

it('what is cut are borders alone, and all of them', () => {
  const line = fc.string({ unit: fc.constantFrom(' ', '\t', '│', '║', '|', 'a'), maxLength: 12 })
  fc.assert(
    fc.property(line, (text) => {
      expect(withoutBorder(text)).toBe(text.replace(/(?:[ \t]*[│┃║]|[ \t]\|)+[ \t]*$/, ''))
    }),
    { numRuns: 2000 },
  )
})
