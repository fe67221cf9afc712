import { attributesOf, userInfo } from '@authz-playground/engine'
import type { RuleAction } from '@authz-playground/engine/questions'
import { describe, expect, it } from 'vitest'
import { requestOf, requestorOf } from './requests.ts'

const line = (action: Partial<RuleAction>): string | undefined => {
  const request = requestOf({ verb: 'get', apiGroup: '', resource: 'pods', namespace: '', ...action })
  return request && `${request.method} ${request.target}`
}

describe('the request of a right', () => {
  it('asks for its verb, resource, namespace and name', () => {
    expect(line({ namespace: 'prod', name: 'web' })).toBe('GET /api/v1/namespaces/prod/pods/web')
    expect(line({ apiGroup: 'apps', resource: 'deployments/scale', verb: 'update', namespace: 'prod' })).toBe(
      'PUT /apis/apps/v1/namespaces/prod/deployments/example/scale',
    )
    expect(line({ verb: 'list' })).toBe('GET /api/v1/pods')
    expect(line({ verb: 'create', namespace: 'prod' })).toBe('POST /api/v1/namespaces/prod/pods')
    expect(line({ resource: 'nodes' })).toBe('GET /api/v1/nodes/example')
  })

  it('is in a namespace where its resource is, though the right is everywhere', () => {
    expect(line({})).toBe('GET /api/v1/namespaces/default/pods/example')
  })

  it('is for the namespace itself where the right is in one', () => {
    expect(line({ resource: 'namespaces', namespace: 'prod' })).toBe('GET /api/v1/namespaces/prod')
    expect(line({ resource: 'namespaces', verb: 'list', namespace: 'prod' })).toBeUndefined()
  })

  it('is an example of a wildcard', () => {
    expect(line({ verb: '*', apiGroup: '*', resource: '*' })).toBe('GET /api/v1/namespaces/default/pods/example')
    expect(line({ apiGroup: 'apps', resource: '*', verb: 'list', namespace: 'a' })).toMatch(/^GET \/apis\/apps\/v1\//)
    expect(line({ apiGroup: '*', resource: '*/scale', namespace: 'a' })).toMatch(/\/scale$/)
  })

  it('has the API version that the version of Kubernetes prefers', () => {
    const action = { verb: 'list', apiGroup: 'scheduling.k8s.io', resource: 'podgroups', namespace: '' }
    const target = (version: '1.36' | '1.37') => requestOf(action, version)?.target
    expect(target('1.36')).toBe('/apis/scheduling.k8s.io/v1alpha2/podgroups')
    expect(target('1.37')).toBe('/apis/scheduling.k8s.io/v1beta1/podgroups')
  })

  it('is for a path', () => {
    const path = (verb: string, url: string) => line({ verb, resource: '', path: url })
    expect(path('get', '/healthz')).toBe('GET /healthz')
    expect(path('*', '/metrics/*')).toBe('GET /metrics/')
    expect(path('post', '*')).toBe('POST /version')
    expect(path('impersonate-on:user-info:get', '/healthz')).toBeUndefined()
  })

  it('has the name of a right on many in its selector', () => {
    const request = requestOf({ verb: 'list', apiGroup: '', resource: 'pods', namespace: 'prod', name: 'web' })
    expect(request && attributesOf(request, userInfo({ username: '' }))).toMatchObject({ attributes: { name: 'web' } })
  })

  it('selects what only a part of the objects is', () => {
    expect(line({ verb: 'list', fieldSelector: 'spec.nodeName=node-1' })).toBe(
      'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1',
    )
  })

  it('does not exist where no request asks for just that', () => {
    expect(line({ verb: 'create', name: 'web' })).toBeUndefined()
    expect(line({ verb: 'bind', apiGroup: 'rbac.authorization.k8s.io', resource: 'roles' })).toBeUndefined()
    expect(line({ apiGroup: 'nobody.example', resource: '*' })).toBeUndefined()
  })
})

describe('the requestor of a subject', () => {
  it('has the groups of authentication, and those that are given', () => {
    expect(requestorOf({ kind: 'ServiceAccount', namespace: 'prod', name: 'ci' })).toEqual({
      username: 'system:serviceaccount:prod:ci',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:prod', 'system:authenticated'],
    })
    expect(requestorOf({ kind: 'User', namespace: '', name: 'jane' }, ['ops'])).toEqual({
      username: 'jane',
      groups: ['ops', 'system:authenticated'],
    })
  })

  it('is a member of a group', () => {
    const member = (name: string) => requestorOf({ kind: 'Group', namespace: '', name })
    expect(member('ops')).toEqual({ username: 'somebody', groups: ['ops', 'system:authenticated'] })
    expect(member('system:unauthenticated')).toEqual({
      username: 'system:anonymous',
      groups: ['system:unauthenticated'],
    })
    expect(member('system:serviceaccounts:prod').username).toBe('system:serviceaccount:prod:default')
  })
})
