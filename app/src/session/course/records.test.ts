import { readHandIn, writeHandIn } from '@authz-playground/engine/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDone, handInOf, type LearnerAction, type LessonRecord, merged, recordAfter } from './records.ts'
import { courseOf } from './testing.ts'

const course = courseOf()
const records = (entries: Readonly<Record<string, Omit<LessonRecord, 'at'>>>) =>
  new Map(Object.entries(entries).map(([id, record]) => [id, { ...record, at: 1 }]))
const handIn = (lessons: Parameters<typeof records>[0]) => handInOf(course, records(lessons))

describe('a record', () => {
  it('changes by an action in one part', () => {
    let record = recordAfter(undefined, { did: 'work', work: { policy: 'a' } }, 1)
    record = recordAfter(record, { did: 'see-hint', say: 'Look.' }, 2)
    record = recordAfter(record, { did: 'see-hint', say: 'Look.' }, 3)
    record = recordAfter(record, { did: 'solve' }, 4)
    record = recordAfter(record, { did: 'work', work: {} }, 5)
    expect(record).toEqual({ shown: ['Look.'], hints: 1, done: true, at: 5 })
  })

  it('is the same whatever the order in which two tabs did different things', () => {
    const action: fc.Arbitrary<LearnerAction> = fc.oneof(
      fc.constant<LearnerAction>({ did: 'solve' }),
      fc.constant<LearnerAction>({ did: 'see-solution' }),
      fc.constant<LearnerAction>({ did: 'work', work: { policy: 'a' } }),
    )
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const recordOf = (order: readonly LearnerAction[]) =>
          order.reduce<LessonRecord | undefined>((record, one) => recordAfter(record, one, 1), undefined)
        expect(recordOf(actions.toReversed())).toEqual(recordOf(actions))
      }),
    )
  })
})

describe('what was done in a course', () => {
  it('is written without what only the page needs, and without lessons that are gone', () => {
    const written = handIn({ first: { policy: 'a', guess: 'No', shown: ['Look.'], hints: 1 }, gone: { done: true } })
    expect([...written.lessons]).toEqual([['first', { policy: 'a', hints: 1 }]])
    expect(readHandIn(writeHandIn(written, course))).toMatchObject({ sealed: true, handIn: written })
  })

  it('counts the lessons that are done and exist', () => {
    expect(countDone(['first', 'second'], records({ first: { done: true }, gone: { done: true } }))).toBe(1)
  })
})

describe('merging', () => {
  it('takes what was done elsewhere, and keeps what was done here', () => {
    const here = records({ first: { policy: 'here', done: true, hints: 1, guess: 'No' } })
    const { changed, unknown } = merged(
      course,
      here,
      handIn({ first: { policy: 'there', hints: 3, solution: true }, second: { done: true } }),
      9,
    )
    expect(unknown).toBe(0)
    expect(changed.get('first')).toEqual({
      policy: 'here',
      done: true,
      hints: 3,
      solution: true,
      guess: 'No',
      at: 9,
    })
    expect(changed.get('second')).toEqual({ done: true, at: 9 })
  })

  it('takes the work of the file where the lesson is not done here, or done there too', () => {
    const theirs = handIn({ first: { policy: 'there', done: true } })
    for (const done of [true, undefined]) {
      const here = records({ first: { policy: 'here', ...(done && { done }) } })
      expect(merged(course, here, theirs, 9).changed.get('first')).toMatchObject({ policy: 'there', done: true })
    }
  })

  it('changes nothing the second time', () => {
    const theirs = handIn({ first: { policy: 'there', done: true, hints: 2 } })
    const { changed } = merged(course, new Map(), theirs, 5)
    expect(merged(course, changed, theirs, 9).changed.size).toBe(0)
  })

  it('takes no part that the lesson does not let people edit, and no lesson that the course does not have', () => {
    const text = writeHandIn(
      {
        course: 'rbac',
        edition: '00000000',
        lessons: new Map([
          ['second', { policy: 'forged', request: { form: 'http', text: 'GET /mine' }, done: true, hints: 4 }],
          ['__proto__', { policy: 'x' }],
          ['constructor', { done: true }],
        ]),
      },
      course,
    )
    const read = readHandIn(text)
    expect(read.diagnostics).toEqual([])
    const { changed, unknown } = merged(course, new Map(), read.handIn ?? handIn({}), 9)
    expect([...changed]).toEqual([
      ['second', { request: { form: 'http', text: 'GET /mine' }, done: true, hints: 4, at: 9 }],
    ])
    expect(unknown).toBeGreaterThan(0)
  })
})
