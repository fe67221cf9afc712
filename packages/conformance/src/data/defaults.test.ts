import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineChanges } from './defaults.ts'

it('the changes of lines make one text of the other, and are none for the same text', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (from, to) => {
      const lines = from.split('\n')
      const changes = lineChanges(from, to)
      for (const [at, removed, added] of [...changes].reverse()) lines.splice(at, removed, ...added)
      expect(lines.join('\n')).toBe(to)
      if (from === to) expect(changes).toEqual([])
    }),
  )
})
