import { describe, expect, it } from 'vitest'
import { type Attributes, attributesFor, userInfo } from '../kube/index.ts'
import { badRequest, forbidden, internalError, isRefused } from './refusals.ts'
import type { Outcome } from './trace.ts'

const POD = attributesFor(userInfo({ username: 'jane' }), {
  verb: 'get',
  apiVersion: 'v1',
  resource: 'pods',
  namespace: 'prod',
  name: 'web',
})

const message = (attributes: Partial<Attributes>, reason = ''): string =>
  forbidden('request', { attributes: { ...POD, ...attributes }, reason }).message

describe('a 403', () => {
  it('names the object, what was asked, and why not', () => {
    expect(message({}, 'because')).toBe(
      'pods "web" is forbidden: User "jane" cannot get resource "pods" in API group "" in the namespace "prod": because',
    )
  })

  it('has no reason, name, group or namespace where there is none', () => {
    expect(message({ name: '', namespace: '' })).toBe(
      'pods is forbidden: User "jane" cannot get resource "pods" in API group "" at the cluster scope',
    )
    expect(message({ apiGroup: 'apps', resource: 'deployments', subresource: 'scale' })).toBe(
      'deployments.apps "web" is forbidden: User "jane" cannot get resource "deployments/scale" in API group "apps" in the namespace "prod"',
    )
  })

  it('names a path, and a group whose resource is empty', () => {
    const path = { isResourceRequest: false, path: '/healthz', resource: '', name: '', namespace: '' }
    expect(message(path)).toBe('forbidden: User "jane" cannot get path "/healthz"')
    expect(message({ ...path, isResourceRequest: true, apiGroup: 'apps' })).toBe(
      '.apps is forbidden: User "jane" cannot get resource "" in API group "apps" at the cluster scope',
    )
  })

  it('escapes &, < and > before the reason, and nothing in it', () => {
    expect(message({ user: userInfo({ username: '<&>"' }), name: '<a>' }, '<&>')).toBe(
      'pods "<a>" is forbidden: User "&lt;&amp;&gt;\\"" cannot get resource "pods" in API group "" in the namespace "prod": <&>',
    )
  })

  it('is a Status whose details leave out what is empty', () => {
    const status = (attributes: Partial<Attributes>) =>
      forbidden('request', { attributes: { ...POD, ...attributes }, reason: '' }).status
    expect(status({ apiGroup: 'apps' })).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: expect.stringContaining('forbidden'),
      reason: 'Forbidden',
      details: { name: 'web', group: 'apps', kind: 'pods' },
      code: 403,
    })
    expect(status({}).details).toEqual({ name: 'web', kind: 'pods' })
    expect(status({ name: '' }).details).toEqual({ kind: 'pods' })
    expect(status({ name: '', resource: '', isResourceRequest: false }).details).toEqual({})
  })

  it('says which part of the chain refused, and what was asked', () => {
    const refused = forbidden('impersonation', { attributes: POD, reason: '' })
    expect(refused).toMatchObject({ kind: 'forbidden', code: 403, phase: 'impersonation', about: POD })
  })
})

describe('a 400', () => {
  it('is a Status without details', () => {
    expect(badRequest('no user')).toEqual({
      kind: 'bad-request',
      code: 400,
      message: 'no user',
      status: {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'no user',
        reason: 'BadRequest',
        code: 400,
      },
    })
  })
})

describe('a request that was refused', () => {
  const review = {
    phase: 'request',
    purpose: 'request',
    attributes: POD,
    answer: { decision: 'NoOpinion', reason: '' },
  } as const
  const { status } = forbidden('request', { attributes: POD, reason: '' })
  const unstored = (code: 403 | 409): Outcome => ({ kind: 'refused', code, message: '', status })

  it.each<[boolean, string, Outcome]>([
    [false, 'served', { kind: 'allowed', code: 200 }],
    [true, 'forbidden', forbidden('request', { attributes: POD, reason: '' })],
    [true, 'not to be granted by the user who writes it', unstored(403)],
    [false, 'in conflict with what is stored', unstored(409)],
    [true, 'without a user name', badRequest('')],
    [true, 'for a path that is not understood', internalError('/', '')],
    [true, 'not sent after a review', { kind: 'not-sent', code: 201, message: '', review }],
    [true, 'a review, answered with no', { kind: 'answered-no', code: 201, message: '', review }],
    [false, 'a review, answered with a list', { kind: 'answered', code: 201 }],
  ])('is %s for one that is %s', (refused, _, outcome) => {
    expect(isRefused({ outcome })).toBe(refused)
  })

  it('is not one that was not decided', () => {
    expect(isRefused(undefined)).toBe(false)
  })
})
