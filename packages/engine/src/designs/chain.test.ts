import { describe, expect, it } from 'vitest'
import { attributesOf, type HTTPRequest, targetOf } from '../http/index.ts'
import { userInfo } from '../kube/index.ts'
import { type ChainState, readHeaders, refuse, requestAttributes, wantedUser } from './chain.ts'
import { loadDesigns } from './registry.ts'
import { ServerMemory } from './released/memory.ts'
import { allowingVerbs, runDesign, wireRequest } from './testing.ts'

const DESIGNS = await loadDesigns()

function stateOf(request: HTTPRequest): ChainState {
  const requestor = userInfo({ username: 'ctl' })
  const attributes = attributesOf(request, requestor)
  const target = targetOf(request.headers)
  return {
    input: {
      request,
      requestor,
      attributes,
      target,
      featureEnabled: true,
      assumptions: {},
      memory: new ServerMemory(),
    },
    untried: [],
  }
}

const misled = stateOf(wireRequest({}, '/api/v1/watch'))

describe.each(DESIGNS)('the chain of filters in $id', (design) => {
  it('answers 400 without a Status where the HTTP server refuses the request target', () => {
    const { outcome } = runDesign(design, wireRequest({ 'Impersonate-User': 'jane' }, '/%zz'), allowingVerbs())
    expect(outcome).toEqual({ kind: 'bad-request', code: 400, message: expect.any(String) })
  })

  it('asks for the request itself in a phase of its own, and refuses it there', () => {
    const { steps, outcome } = runDesign(design, wireRequest({}), allowingVerbs())
    expect(steps.at(-2)?.check).toMatchObject({ phase: 'request', purpose: 'request' })
    expect(outcome).toMatchObject({ code: 403, phase: 'request', about: { verb: 'list' } })
  })

  it('leaves the word to the authorizer that gives a reason', () => {
    const because = (reason: string) =>
      runDesign(design, wireRequest({}), { authorize: () => ({ decision: 'Allow', reason }) }).steps.at(-1)?.because
    expect(because('')).toEqual(['an authorizer allows it'])
    expect(because('RBAC: allowed')).toBeUndefined()
  })
})

/** In the one other design the server refuses nothing to a client that asks first. */
const IMPERSONATING = DESIGNS.filter(({ id }) => id !== 'client-review')

describe.each(IMPERSONATING)('impersonation in $id', (design) => {
  it('takes a denial for a refusal as well', () => {
    const { outcome } = runDesign(design, wireRequest({ 'Impersonate-User': 'jane' }), {
      authorize: ({ user, verb }) => ({
        decision: user.username === 'jane' && verb === 'list' ? 'Deny' : 'Allow',
        reason: 'no',
      }),
    })
    expect(outcome).toMatchObject({ code: 403, phase: 'request', message: expect.stringMatching(/: no$/) })
    const { outcome: first } = runDesign(design, wireRequest({ 'Impersonate-User': 'jane' }), {
      authorize: () => ({ decision: 'Deny', reason: 'never' }),
    })
    expect(first).toMatchObject({ code: 403, phase: 'impersonation', message: expect.stringMatching(/: never$/) })
  })
})

describe('a design that goes wrong', () => {
  it('is stopped before it decides about a request that was not understood', () => {
    expect(() => requestAttributes(misled)).toThrow('was not understood')
    expect(readHeaders(misled)?.edge).toBe('unreadable')
  })

  it('is stopped before it impersonates nobody', () => {
    expect(() => wantedUser(misled)).toThrow('without a target')
  })

  it('is stopped before it refuses without a failure', () => {
    expect(() => refuse(stateOf(wireRequest({})))).toThrow('without a failure')
  })
})
