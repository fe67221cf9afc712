import { FIRST } from '@authz-playground/examples/first'
import { expect, it } from 'vitest'
import { describes, isOutdated, outdates } from './described.ts'
import type { About } from './session.ts'

const about = (): About => ({ title: 'A title', explanation: '', expect: [] })
const { scenario } = FIRST
const other = { ...scenario, policy: `${scenario.policy}\n# more` }

it('words are outdated by an edit of the scenario that they came with, and not after its undo', () => {
  const words = about()
  describes(words, scenario)
  expect(isOutdated(words, scenario)).toBe(false)
  expect(isOutdated(words, other)).toBe(true)
})

it('words that were written on the page are never outdated', () => {
  expect(isOutdated(about(), other)).toBe(false)
})

it('words of an edited scenario are still outdated after a reload, when the scenario before is gone', () => {
  const words = about()
  outdates(words)
  expect(isOutdated(words, other)).toBe(true)
})
