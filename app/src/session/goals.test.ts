import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { describe, expect, it } from 'vitest'
import { goalCount, goalsBy } from './goals.ts'

const view = (text: string, state: GoalRow['state']): GoalRow => ({
  text,
  sentence: [{ code: text }],
  state,
  words: [`about ${text}`],
  places: [],
  errors: [],
})

describe('the views of sentences', () => {
  const views = [view('a', 'holds'), view('b', 'fails'), view('a', 'fails')]

  it('are those of the same text, wherever it was moved', () => {
    expect(goalsBy(['b', 'a'], views)).toEqual([views[1], views[2]])
    expect(goalsBy(['a', 'b', 'a'], views)).toEqual(views)
  })

  it('of a sentence that is being changed are as before, without what is about its old words', () => {
    const before = { ...view('b', 'fails'), problem: { message: '', fix: '', start: 0, end: 1 } }
    const [, changed] = goalsBy(['a', 'bc'], [view('a', 'holds'), before])
    expect(changed).toMatchObject({ text: 'bc', sentence: ['bc'], state: 'fails' })
    expect(changed?.problem).toBeUndefined()
  })

  it('of a new sentence are not decided, and say nothing', () => {
    expect(goalsBy(['a', 'c'], [view('a', 'holds')])[1]).toMatchObject({ text: 'c', state: 'not-decided', words: [] })
  })

  it('are counted by those that hold', () => {
    expect(goalCount(views)).toBe('1 of 3 hold')
    expect(goalCount([view('a', 'holds')])).toBe('1 of 1 holds')
  })
})
