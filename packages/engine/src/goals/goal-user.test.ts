import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { GoalSubject } from './goal.ts'
import { printUser } from './goal-user.ts'
import { readGoal } from './read-goal.ts'

const TEXTS = [
  'with',
  'and',
  'a user without a name',
  'in group x',
  'UID',
  'a=b',
  'x, GET /y: 200',
  '"',
  '\\',
  '.',
  'Ä%2',
  '',
]
const anyText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 5 }))
const someText = anyText.filter((text) => text !== '')
const anyUser: fc.Arbitrary<GoalSubject> = fc
  .record({
    word: anyText,
    groups: fc.array(anyText, { maxLength: 3 }),
    uid: fc.option(someText),
    extra: fc.array(fc.record({ key: anyText, value: anyText }), { maxLength: 3 }),
  })
  .map(({ word, groups, uid, extra }) => ({
    word,
    groups,
    ...(uid !== null && { uid }),
    ...(extra.length > 0 && { extra }),
  }))

it('any user reads back as it is written', () => {
  fc.assert(
    fc.property(anyUser, (user) => {
      const sentences = [
        `${printUser(user)} can get pods in prod`,
        `then after 3 s, ${printUser(user)}, GET /x: 200`,
        `the request is from ${printUser(user)}`,
      ]
      for (const sentence of sentences) {
        const { goal, problem } = readGoal(sentence)
        expect(problem, sentence).toBeUndefined()
        expect(goal && 'subject' in goal.question && goal.question.subject, sentence).toEqual(user)
      }
    }),
    { numRuns: 1000 },
  )
})
