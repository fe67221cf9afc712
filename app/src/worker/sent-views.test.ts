import { decider, type Scenario } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { restingOn, sentViews } from './sent-views.ts'

const decide = await decider()
const LIST = 'GET /api/v1/namespaces/default/pods HTTP/1.1\nImpersonate-User: jane'

function sending(text: string, rest: Partial<Scenario> = {}): Scenario {
  return {
    version: 2,
    policy: '',
    request: { form: 'http', text },
    requestor: { username: 'ctl' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
    ...rest,
  }
}

function views(scenario: Scenario) {
  return sentViews(decide(scenario).sent, scenario)
}

const words = (view: ReturnType<typeof views>[number] | undefined): string | undefined =>
  view?.summary?.map((word) => (typeof word === 'string' ? word : word.code)).join('')

describe('the requests that were sent', () => {
  it('have request, impersonated user, time and outcome', () => {
    const scenario = sending('GET /api/v1/nodes/n1 HTTP/1.1', {
      earlier: [{ request: { form: 'http', text: LIST }, requestor: { username: 'ctl' } }],
      after: 4,
      later: [{ request: { form: 'http', text: 'GET /healthz HTTP/1.1' }, requestor: { username: 'ctl' }, after: 5 }],
    })
    const [first, second, third] = views(scenario)
    expect([words(first), words(second), words(third)]).toEqual(['list pods as jane', 'get nodes n1', 'get /healthz'])
    expect([first?.at, second?.at, third?.at]).toEqual([0, 4, 9])
    expect(first?.outcome).toEqual({ kind: 'forbidden', code: 403 })
  })

  it('name who asks only where that is not always the same', () => {
    const earlier = [{ request: { form: 'http', text: LIST }, requestor: { username: 'bob' } }] as const
    expect(views(sending(LIST, { earlier })).map(words)).toEqual([
      'list pods as jane, from bob',
      'list pods as jane, from ctl',
    ])
  })

  it('say which is not understood, and have no outcome from there on', () => {
    const earlier = [{ request: { form: 'http', text: 'GET\n' }, requestor: { username: 'ctl' } }] as const
    const [first, second] = views(sending(LIST, { earlier }))
    expect(first?.problem?.severity).toBe('error')
    expect(first?.outcome).toBeUndefined()
    expect(second?.outcome).toBeUndefined()
  })
})

describe('the evidence of an answer', () => {
  const earlier = [{ request: { form: 'http', text: LIST }, requestor: { username: 'ctl' } }] as const
  const said = (scenario: Scenario) => restingOn(decide(scenario).sent, scenario)

  it('is nothing but the request, for the first one', () => {
    expect(said(sending(LIST))).toEqual([])
  })

  it('is what the server remembers, for the requests after it', () => {
    expect(said(sending(LIST, { earlier, after: 4 }))).toEqual([
      'Request 2 of 2 to one API server, 4 s after request 1: the answer rests on what the server remembers.',
    ])
    expect(said(sending(LIST, { earlier }))[0]).toContain('in the same second as request 1')
  })
})
