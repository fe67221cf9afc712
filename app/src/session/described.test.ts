import { FIRST } from '@authz-playground/examples/first'
import { expect, it } from 'vitest'
import { describes, isOutdated, keepsDescribing, outdatedOf, outdates } from './described.ts'
import type { About } from './session.ts'

const about = (): About => ({ title: 'A title', explanation: 'What it shows.', expect: [] })
const { scenario } = FIRST
const other = { ...scenario, policy: `${scenario.policy}\n# more` }

it('words are outdated by an edit of the scenario that they came with, and not after its undo', () => {
  const words = about()
  describes(words, scenario)
  expect(isOutdated(words, scenario, 'title')).toBe(false)
  expect(isOutdated(words, other, 'title')).toBe(true)
  expect(isOutdated(words, other, 'explanation')).toBe(true)
  expect(outdatedOf(words, scenario)).toBeUndefined()
  expect(outdatedOf(words, other)).toBe(true)
})

it('words that were written on the page are never outdated', () => {
  expect(isOutdated(about(), other, 'title')).toBe(false)
  expect(outdatedOf(about(), other)).toBeUndefined()
})

it('an explanation is outdated by an edit of its scenario also under a title that a person wrote', () => {
  const words = about()
  describes(words, scenario)
  const mine = { ...words, title: 'Mine' }
  keepsDescribing(words, mine)
  expect(isOutdated(mine, other, 'title')).toBe(false)
  expect(isOutdated(mine, other, 'explanation')).toBe(true)
  expect(isOutdated(mine, scenario, 'explanation')).toBe(false)
  expect(outdatedOf(mine, other)).toBe('explanation')
})

it.each([
  [true, true],
  ['explanation', false],
] as const)('words of an edited scenario are still outdated after a reload: %s', (stored, title) => {
  const words = about()
  outdates(words, stored)
  expect(isOutdated(words, other, 'title')).toBe(title)
  expect(isOutdated(words, other, 'explanation')).toBe(true)
  expect(outdatedOf(words, other)).toBe(stored)
})
