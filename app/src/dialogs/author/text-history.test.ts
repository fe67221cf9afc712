import { describe, expect, it } from 'vitest'
import { NO_TEXT_HISTORY, redoneTexts, rememberTexts, type Texts, undoneTexts } from './text-history.ts'

const texts = (course: string, plays = ''): Texts => ({ course, plays })

describe('the undo of an author’s texts', () => {
  it('undoes keystrokes of one text together, and a change by a button alone', () => {
    let history = rememberTexts(NO_TEXT_HISTORY, texts(''), 'course', 0)
    history = rememberTexts(history, texts('a'), 'course', 100)
    history = rememberTexts(history, texts('ab'), undefined, 200)
    history = rememberTexts(history, texts('abc'), 'course', 300)
    history = rememberTexts(history, texts('abcd'), 'plays', 400)
    expect(history.past.map(({ course }) => course)).toEqual(['', 'ab', 'abc', 'abcd'])
    const [back, after] = undoneTexts(history, texts('abcd', 'p')) ?? []
    expect(back).toEqual(texts('abcd'))
    expect(after && redoneTexts(after, texts('abcd'))?.[0]).toEqual(texts('abcd', 'p'))
  })

  it('begins a new step after a pause', () => {
    const history = rememberTexts(NO_TEXT_HISTORY, texts(''), 'course', 0)
    expect(rememberTexts(history, texts('a'), 'course', 2000).past).toHaveLength(2)
  })

  it('keeps the newest steps of large texts', () => {
    let history = NO_TEXT_HISTORY
    for (let step = 0; step < 9; step++)
      history = rememberTexts(history, texts(String(step).repeat(10_000_000)), undefined, step)
    expect(history.past.map(({ course }) => course.charAt(0))).toEqual(['6', '7', '8'])
  })

  it('has nothing to undo at its beginning, and nothing to redo after a change', () => {
    expect(undoneTexts(NO_TEXT_HISTORY, texts('a'))).toBeUndefined()
    const [, after] = undoneTexts(rememberTexts(NO_TEXT_HISTORY, texts('a'), undefined, 0), texts('b')) ?? []
    expect(after && redoneTexts(rememberTexts(after, texts('a'), undefined, 1), texts('c'))).toBeUndefined()
  })
})
