import { describe, expect, it } from 'vitest'
import { constrained } from '../../designs/index.ts'
import type { Question } from '../../trace/index.ts'
import { RequestDecider } from './decided-request.ts'
import type { SeenRequest } from './observation.ts'

const GET_PODS: SeenRequest = {
  requestor: { username: 'portal', groups: ['system:authenticated'], node: '' },
  target: { username: 'jane', uid: '', groups: ['devs', 'system:authenticated'], extra: {} },
  attributes: {
    verb: 'list',
    apiGroup: '',
    apiVersion: 'v1',
    resource: 'pods',
    subresource: '',
    namespace: 'prod',
    name: '',
    path: '',
  },
  answer: 'allowed',
  constraint: '',
  count: 1,
  first: '',
  last: '',
  seenAt: [],
}

const asked = ({ attributes: { verb, resource, name } }: Question) => `${verb} ${resource}${name && ` ${name}`}`

describe('an observed request', () => {
  it('is decided by the checks of the released filter, without the groups that the API server adds', () => {
    const decided = new RequestDecider(constrained, true).decide(GET_PODS, () => ({ decision: 'Allow', reason: '' }))
    expect(decided.checks.map(asked)).toEqual([
      'impersonate-on:user-info:list pods',
      'impersonate:user-info users jane',
      'impersonate:user-info groups devs',
      'list pods',
    ])
    expect(decided).toMatchObject({ outcome: { kind: 'allowed' }, constraint: 'impersonate:user-info' })
    expect(decided.impersonatedUser?.groups).toEqual(['devs', 'system:authenticated'])
  })

  it('is refused with the answers of an authorizer that has no opinion', () => {
    const decided = new RequestDecider(constrained, false).decide(GET_PODS, () => ({
      decision: 'NoOpinion',
      reason: '',
    }))
    expect(decided.checks.map(asked)).toEqual(['impersonate users jane'])
    expect(decided.outcome).toMatchObject({ kind: 'forbidden', code: 403 })
  })

  it('has one requestor for all requests of one user', () => {
    const decider = new RequestDecider(constrained, true)
    expect(decider.requestorOf(GET_PODS.requestor)).toBe(decider.requestorOf({ ...GET_PODS.requestor }))
  })
})
