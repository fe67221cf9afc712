import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../../../authorizers/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { clientReview } from './client-review.ts'

const FOR_JANE = wireRequest({ 'Impersonate-User': 'jane' })

/** Allows everything but a verb to a user. */
function butFor(username: string, verb: string, reason = ''): Authorizer {
  return {
    authorize: (asked) => ({
      decision: asked.user.username === username && asked.verb === verb ? 'NoOpinion' : 'Allow',
      reason: asked.user.username === username && asked.verb === verb ? reason : '',
    }),
  }
}

describe('client-review', () => {
  it('is two requests: the review about the target, then the request of the controller itself', () => {
    const { steps, asked, outcome, impersonatedUser } = runDesign(
      clientReview,
      FOR_JANE,
      allowingVerbs('create', 'list'),
    )
    expect(asked).toEqual([
      'create subjectaccessreviews authorization.k8s.io v1',
      'list pods ns=prod v1',
      'list pods ns=prod v1',
    ])
    const checks = steps.flatMap(({ check }) => check ?? [])
    expect(checks.map(({ phase, attributes }) => [phase, attributes.user.username])).toEqual([
      ['review', 'ctl'],
      ['review', 'jane'],
      ['request', 'ctl'],
    ])
    expect(outcome.kind).toBe('allowed')
    expect(impersonatedUser).toBeUndefined()
  })

  it('needs the permission itself: what the target may do is not enough', () => {
    const { outcome } = runDesign(clientReview, FOR_JANE, butFor('ctl', 'list'))
    expect(outcome).toMatchObject({
      code: 403,
      phase: 'request',
      message: expect.stringMatching(/^pods is forbidden: User "ctl"/),
    })
  })

  it('sends no request where the review says no: the API server answered 201 and refused nothing', () => {
    const { outcome, steps } = runDesign(clientReview, FOR_JANE, butFor('jane', 'list', 'RBAC: no'))
    expect(outcome).toMatchObject({ kind: 'not-sent', code: 201, message: 'RBAC: no' })
    expect(steps.at(-1)?.node).toBe('stays')
    if (outcome.kind !== 'not-sent') return
    expect(outcome.review).toMatchObject({
      answer: { decision: 'NoOpinion' },
      attributes: { user: { username: 'jane' } },
    })
  })

  it('is refused the review where the controller may not create one', () => {
    const { outcome } = runDesign(clientReview, FOR_JANE, butFor('ctl', 'create'))
    expect(outcome).toMatchObject({
      code: 403,
      phase: 'review',
      message:
        'subjectaccessreviews.authorization.k8s.io is forbidden: User "ctl" cannot create resource "subjectaccessreviews" in API group "authorization.k8s.io" at the cluster scope',
    })
  })

  it('asks about the groups of the headers, or about those that the target has when it authenticates', () => {
    const groups = (assumption: string) =>
      runDesign(clientReview, FOR_JANE, allowingVerbs('create'), undefined, undefined, undefined, {
        groups: assumption,
      }).steps.flatMap(({ check }) =>
        check?.attributes.user.username === 'jane' ? [check.attributes.user.groups] : [],
      )
    expect(groups('asked')).toEqual([[]])
    expect(groups('implied')).toEqual([['system:authenticated']])
  })
})
