import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../../../authorizers/index.ts'
import type { PlainUser } from '../../../kube/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { boundary } from './boundary.ts'

const WITHIN_VIEW = { 'Impersonate-User': 'jane', 'Impersonate-Boundary': 'view' }

/** Allows everything but a verb to a user. */
function butFor(username: string, verb: string): Authorizer {
  return {
    authorize: (asked) => ({
      decision: asked.user.username === username && asked.verb === verb ? 'NoOpinion' : 'Allow',
      reason: '',
    }),
  }
}

const nodes = (result: ReturnType<typeof runDesign>) => result.steps.map(({ node }) => node)

describe('boundary', () => {
  it('asks for the boundary, whether it covers the request, for the target, and then for the request as the target', () => {
    const result = runDesign(boundary, wireRequest(WITHIN_VIEW), allowingVerbs('impersonate-within', 'list'))
    expect(result.asked).toEqual([
      'impersonate-within clusterroles name=view rbac.authorization.k8s.io v1',
      'list pods ns=prod v1',
      'impersonate-within users name=jane authentication.k8s.io v1',
      'list pods ns=prod v1',
    ])
    expect(result.steps.flatMap(({ check }) => check?.attributes.user.username ?? [])).toEqual([
      'ctl',
      'system:boundary:view',
      'ctl',
      'jane',
    ])
    expect(result.constraint).toBe('impersonate-within')
    expect(result.impersonatedUser?.groups).toEqual(['system:authenticated'])
  })

  it('asks for the target part by part, a service account in its namespace', () => {
    const headers = {
      'Impersonate-User': 'system:serviceaccount:dev:sa',
      'Impersonate-Uid': 'u1',
      'Impersonate-Group': 'devs',
      'Impersonate-Extra-k': 'v',
      'Impersonate-Boundary': 'view',
    }
    expect(
      runDesign(boundary, wireRequest(headers), allowingVerbs('impersonate-within', 'list')).asked.slice(2, 6),
    ).toEqual([
      'impersonate-within serviceaccounts name=sa ns=dev authentication.k8s.io v1',
      'impersonate-within uids name=u1 authentication.k8s.io v1',
      'impersonate-within groups name=devs authentication.k8s.io v1',
      'impersonate-within userextras/k name=v authentication.k8s.io v1',
    ])
  })

  it('gives neither more than the boundary nor more than the target', () => {
    const beyond = runDesign(boundary, wireRequest(WITHIN_VIEW), butFor('system:boundary:view', 'list'))
    expect(nodes(beyond)).toEqual(['A', 'N', 'M', 'C', 'forbidden'])
    expect(beyond.outcome).toMatchObject({
      phase: 'impersonation',
      message: expect.stringContaining('"system:boundary:view"'),
    })
    const tooMuch = runDesign(boundary, wireRequest(WITHIN_VIEW), butFor('jane', 'list'))
    expect(tooMuch.outcome).toMatchObject({ code: 403, phase: 'request' })
  })

  it('does not fall back to impersonate where a boundary is named', () => {
    const result = runDesign(boundary, wireRequest(WITHIN_VIEW), allowingVerbs('impersonate', 'list'))
    expect(nodes(result)).toEqual(['A', 'N', 'M', 'forbidden'])
    const noIdentity = runDesign(boundary, wireRequest(WITHIN_VIEW), {
      authorize: ({ resource }) => ({ decision: resource === 'users' ? 'NoOpinion' : 'Allow', reason: '' }),
    })
    expect(nodes(noIdentity)).toEqual(['A', 'N', 'M', 'C', 'I', 'forbidden'])
  })

  it('is legacy impersonation where none is named, for which impersonate-within is worth nothing', () => {
    const plain = { 'Impersonate-User': 'jane' }
    expect(runDesign(boundary, wireRequest(plain), allowingVerbs('impersonate', 'list')).outcome.code).toBe(200)
    expect(
      runDesign(boundary, wireRequest({ ...plain, 'Impersonate-Boundary': '' }), allowingVerbs('impersonate', 'list'))
        .outcome.code,
    ).toBe(200)
    expect(runDesign(boundary, wireRequest(plain), allowingVerbs('impersonate-within', 'list')).outcome.code).toBe(403)
  })

  it('asks for nothing by its header alone', () => {
    expect(
      runDesign(boundary, wireRequest({ 'Impersonate-Boundary': 'view' }), allowingVerbs('list')).asked,
    ).toHaveLength(1)
  })

  it('takes the boundary that authentication attached, and then not the one of the header', () => {
    const bounded: PlainUser = {
      username: 'ctl',
      extra: { 'authentication.kubernetes.io/permission-boundary': ['edit'] },
    }
    const attached = (requestor: PlainUser) =>
      runDesign(
        boundary,
        wireRequest(WITHIN_VIEW),
        allowingVerbs('impersonate-within', 'list'),
        requestor,
        undefined,
        undefined,
        {
          'named-by': 'authentication',
        },
      )
    expect(nodes(attached(bounded))).toEqual(['A', 'N', 'C', 'I', 'S', 'R', 'allowed'])
    expect(attached(bounded).steps.find(({ node }) => node === 'C')?.check?.attributes.user.username).toBe(
      'system:boundary:edit',
    )
    expect(nodes(attached({ username: 'ctl' }))).toEqual(['A', 'N', 'H', 'forbidden'])
    const byHeader = runDesign(boundary, wireRequest(WITHIN_VIEW), allowingVerbs(), bounded)
    expect(byHeader.asked).toEqual(['impersonate-within clusterroles name=view rbac.authorization.k8s.io v1'])
  })
})
