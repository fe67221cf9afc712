import { expect, it } from 'vitest'
import { answersInWords, examplesInWords } from './in-words.ts'
import type { TriedExamples } from './tried.ts'

const titles = { base: 'Legacy', own: 'Mine' }
const allowed = { code: 200, allowed: true, checks: 3 }
const refused = { code: 403, allowed: false, checks: 2 }

it('says what two designs answer, and how many checks the one makes more or fewer', () => {
  expect(answersInWords({ base: allowed, own: allowed }, titles)).toBe('Both answer 200; “Mine” makes as many checks.')
  expect(answersInWords({ base: allowed, own: { ...allowed, checks: 1 } }, titles)).toBe(
    'Both answer 200; “Mine” makes 2 checks fewer.',
  )
  expect(answersInWords({ base: refused, own: allowed }, titles)).toBe(
    '“Mine” answers 200, “Legacy” 403; it makes 1 check more.',
  )
})

it('says nothing of a scenario that one of them does not decide', () => {
  const { code: _, ...undecided } = refused
  expect(answersInWords({ base: undecided, own: allowed }, titles)).toContain('neither decides it')
})

it('says how many examples are answered otherwise', () => {
  const other = (count: number): TriedExamples =>
    ({ other: Array.from({ length: count }), decided: 9 }) as TriedExamples
  expect([0, 1, 2].map((count) => examplesInWords(other(count)))).toEqual([
    'All 9 examples that both decide are answered alike.',
    '1 of 9 examples is answered otherwise.',
    '2 of 9 examples are answered otherwise.',
  ])
})
