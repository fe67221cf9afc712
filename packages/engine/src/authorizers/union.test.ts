import { describe, expect, it } from 'vitest'
import { type Answer, attributesFor, userInfo } from '../kube/index.ts'
import type { Authorizer } from './authorizer.ts'
import { union as unionOf } from './union.ts'

const REVIEW = attributesFor(userInfo({ username: 'jane' }), {
  verb: 'get',
  isResourceRequest: false,
  path: '/healthz',
})

const always = (decision: Answer['decision'], reason = ''): Authorizer => ({
  authorize: () => ({ decision, reason }),
})
const never: Authorizer = {
  authorize() {
    throw new Error('this authorizer must not be asked')
  },
}

const union = (authorizers: readonly Authorizer[]) =>
  unionOf(authorizers.map((authorizer, index) => ({ name: `a${index}`, authorizer })))

describe('authorizers in a row', () => {
  it('are asked until one allows', () => {
    const all = union([always('NoOpinion', 'not mine'), always('Allow', 'fine'), never])
    expect(all.authorize(REVIEW)).toEqual({ decision: 'Allow', reason: 'fine' })
  })

  it('are asked until one denies', () => {
    const all = union([always('NoOpinion', 'not mine'), always('Deny', 'no'), never])
    expect(all.authorize(REVIEW)).toEqual({ decision: 'Deny', reason: 'no' })
  })

  it('have no opinion together where none has one, with the reasons of those that give one', () => {
    const all = union([always('NoOpinion', 'a'), always('NoOpinion'), always('NoOpinion', 'b')])
    expect(all.authorize(REVIEW)).toEqual({
      decision: 'NoOpinion',
      reason: 'a\nb',
      reasons: [
        { name: 'a0', reason: 'a' },
        { name: 'a2', reason: 'b' },
      ],
    })
    expect(union([]).authorize(REVIEW)).toEqual({ decision: 'NoOpinion', reason: '' })
  })
})
