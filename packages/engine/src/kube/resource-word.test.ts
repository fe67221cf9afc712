import { describe, expect, it } from 'vitest'
import { readResourceWord, resourceName } from './resource-word.ts'

describe('the name of a resource', () => {
  it.each([
    ['', 'pods', '', 'pods'],
    ['', 'pods', 'log', 'pods/log'],
    ['apps', 'deployments', '', 'deployments.apps'],
    ['apps', 'deployments', 'scale', 'deployments.apps/scale'],
    ['apps', '*', 'scale', '*.apps/scale'],
    ['*', '*', '', '*.*'],
    [
      'authentication.k8s.io',
      'userextras',
      'example.com/reason',
      'userextras.authentication.k8s.io/example.com/reason',
    ],
  ])('is as kubectl prints it: %j %j %j', (apiGroup, resource, subresource, name) => {
    expect(resourceName({ apiGroup, resource, subresource })).toBe(name)
    const combined = subresource === '' ? resource : `${resource}/${subresource}`
    expect(resourceName({ apiGroup, resource: combined })).toBe(name)
    expect(readResourceWord(name)).toEqual({
      type: apiGroup === '' ? resource : `${resource}.${apiGroup}`,
      subresource,
    })
  })

  it('keeps the slash of a rule that has nothing after it, as kubectl does', () => {
    expect(resourceName({ apiGroup: 'apps', resource: '*/' })).toBe('*.apps/')
  })

  it('may have its group at the end', () => {
    expect(readResourceWord('deployments/scale.apps')).toEqual({ type: 'deployments.apps', subresource: 'scale' })
    expect(readResourceWord('*/scale.apps')).toEqual({ type: '*.apps', subresource: 'scale' })
  })

  it('may be that of an extra, whose key has dots', () => {
    expect(readResourceWord('userextras/example.com/reason')).toEqual({
      type: 'userextras',
      subresource: 'example.com/reason',
    })
    expect(readResourceWord('userextras/example.com/reason.authentication.k8s.io')).toEqual({
      type: 'userextras.authentication.k8s.io',
      subresource: 'example.com/reason',
    })
  })
})
