import { describe, expect, it } from 'vitest'
import { clusterOf } from '../cluster/index.ts'
import type { SeenRequest } from '../logs/index.ts'
import { plainText } from '../words/index.ts'
import { changedRequestInWords, requestsDiff } from './index.ts'
import { policyOf, type TestGrant } from './testing.ts'

const AUTHENTICATION = 'authentication.k8s.io'
const GET_PODS = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
const JANE: TestGrant = { to: ['User=jane'], namespace: '', rules: [GET_PODS] }
const LEGACY: TestGrant = {
  to: ['User=portal'],
  namespace: '',
  rules: [{ verbs: ['impersonate'], apiGroups: [''], resources: ['users'] }],
}
const CONSTRAINED: TestGrant = {
  to: ['User=portal'],
  namespace: '',
  rules: [
    { verbs: ['impersonate:user-info'], apiGroups: [AUTHENTICATION], resources: ['users'], resourceNames: ['jane'] },
    { ...GET_PODS, verbs: ['impersonate-on:user-info:get'] },
  ],
}

function seen(verb: string, count: number, as?: string): SeenRequest {
  return {
    requestor: { username: as === undefined ? 'jane' : 'portal', groups: ['system:authenticated'], node: '' },
    ...(as !== undefined && { target: { username: as, uid: '', groups: ['system:authenticated'], extra: {} } }),
    attributes: {
      verb,
      apiGroup: '',
      apiVersion: 'v1',
      resource: 'pods',
      subresource: '',
      namespace: 'prod',
      name: 'web',
      path: '',
    },
    answer: 'allowed',
    constraint: '',
    count,
    first: '',
    last: '',
    seenAt: [],
  }
}

function told(before: readonly TestGrant[], after: readonly TestGrant[], requests: readonly SeenRequest[]) {
  const { changed, same } = requestsDiff(requests, clusterOf(policyOf(before)), clusterOf(policyOf(after)))
  return {
    same,
    changed: changed.map((one) => `${one.change}: ${plainText(changedRequestInWords(one))}: ${plainText(one.why)}`),
  }
}

describe('observed requests under two policies', () => {
  const wider: TestGrant = { ...JANE, rules: [{ ...GET_PODS, verbs: ['get', 'delete', 'patch'] }] }

  it('are listed where their answer changes, refused ones and frequent ones first', () => {
    const requests = [seen('patch', 1), seen('get', 9), seen('delete', 3)]
    expect(told([wider], [JANE], requests)).toEqual({
      same: 1,
      changed: [
        expect.stringMatching(
          /^refused: jane: delete pods named web in namespace prod: ClusterRole role-0 comes closest/,
        ),
        expect.stringMatching(/^refused: jane: patch pods/),
      ],
    })
    expect(told([JANE], [wider], requests).changed[0]).toMatch(
      /^allowed: jane: delete .*: the rule in line 1 of ClusterRole role-0/,
    )
    expect(told([JANE], [JANE], requests)).toEqual({ same: 3, changed: [] })
  })

  it('are listed where another mode of impersonation allows them', () => {
    const request = seen('get', 1, 'jane')
    expect(told([JANE, LEGACY], [JANE, CONSTRAINED], [request])).toEqual({
      same: 0,
      changed: [
        'constraint: portal: get pods named web in namespace prod, as jane: legacy impersonate before, impersonate:user-info after',
      ],
    })
    expect(told([JANE, LEGACY], [JANE, LEGACY, CONSTRAINED], [request]).changed).toHaveLength(1)
    expect(told([JANE, LEGACY], [JANE], [request]).changed[0]).toMatch(/^refused: portal: get pods .* as jane: /)
  })
})
