import { describe, expect, it } from 'vitest'
import { type Attributes, attributesFor, type PolicyRule } from '../kube/index.ts'
import { ruleAllows } from './rule-matching.ts'

const nobody = { username: 'jane', uid: '', groups: [], extra: new Map() }

function asking(question: Partial<Attributes>): Attributes {
  return attributesFor(nobody, { verb: 'get', apiVersion: 'v1', resource: 'pods', namespace: 'prod', ...question })
}

function granting(grant: Partial<PolicyRule>): PolicyRule {
  const nothing = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }
  return { ...nothing, span: { start: 0, end: 0 }, ...grant }
}

const readPods = granting({ verbs: ['get'], apiGroups: [''], resources: ['pods'] })

describe('a rule on resources', () => {
  it('covers exactly its verbs, groups and resources', () => {
    expect(ruleAllows(readPods, asking({}))).toBe(true)
    expect(ruleAllows(readPods, asking({ verb: 'list' }))).toBe(false)
    expect(ruleAllows(readPods, asking({ apiGroup: 'apps' }))).toBe(false)
    expect(ruleAllows(readPods, asking({ resource: 'secrets' }))).toBe(false)
  })

  it('does not cover a path, whatever its verbs', () => {
    const everything = granting({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] })
    expect(ruleAllows(everything, asking({ isResourceRequest: false, path: '/healthz', resource: '' }))).toBe(false)
  })

  it('takes a star in verbs, groups and resources as a wildcard, constrained verbs included', () => {
    const everything = granting({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] })
    expect(ruleAllows(everything, asking({ verb: 'impersonate-on:user-info:list', subresource: 'log' }))).toBe(true)
  })

  it('knows no partial wildcard on verbs', () => {
    for (const verb of ['impersonate-on:*', 'impersonate-on:user-info:*', 'impersonate:*']) {
      const partial = granting({ verbs: [verb], apiGroups: ['*'], resources: ['*'] })
      expect(ruleAllows(partial, asking({ verb: 'impersonate-on:user-info:list' }))).toBe(false)
      expect(ruleAllows(partial, asking({ verb }))).toBe(true)
    }
  })

  it('tells a resource from its subresources', () => {
    const log = granting({ verbs: ['get'], apiGroups: [''], resources: ['pods/log'] })
    expect(ruleAllows(readPods, asking({ subresource: 'log' }))).toBe(false)
    expect(ruleAllows(log, asking({ subresource: 'log' }))).toBe(true)
    expect(ruleAllows(log, asking({}))).toBe(false)
  })

  it('covers a subresource of any resource by a star before it, and takes a star after a resource literally', () => {
    const scale = granting({ verbs: ['get'], apiGroups: [''], resources: ['*/scale'] })
    expect(ruleAllows(scale, asking({ subresource: 'scale' }))).toBe(true)
    expect(ruleAllows(scale, asking({ resource: 'scale' }))).toBe(false)
    const literal = granting({ verbs: ['get'], apiGroups: [''], resources: ['pods/*'] })
    expect(ruleAllows(literal, asking({ subresource: 'log' }))).toBe(false)
    expect(ruleAllows(literal, asking({ subresource: '*' }))).toBe(true)
    const none = granting({ verbs: ['get'], apiGroups: [''], resources: ['*/'] })
    expect(ruleAllows(none, asking({}))).toBe(false)
  })

  it('takes resourceNames as a plain list: empty covers all, a star is only the literal name', () => {
    const one = { ...readPods, resourceNames: ['web'] }
    expect(ruleAllows(one, asking({ name: 'web' }))).toBe(true)
    expect(ruleAllows(one, asking({ name: 'db' }))).toBe(false)
    expect(ruleAllows(one, asking({}))).toBe(false)
    const star = { ...readPods, resourceNames: ['*'] }
    expect(ruleAllows(star, asking({ name: 'web' }))).toBe(false)
    expect(ruleAllows(star, asking({ name: '*' }))).toBe(true)
  })
})

describe('a rule on paths', () => {
  const paths = (...nonResourceURLs: string[]): PolicyRule => granting({ verbs: ['get'], nonResourceURLs })
  const at = (path: string): Attributes => asking({ isResourceRequest: false, resource: '', path })

  it('covers a path exactly, or by a prefix that ends in a star', () => {
    expect(ruleAllows(paths('/healthz'), at('/healthz'))).toBe(true)
    expect(ruleAllows(paths('/healthz'), at('/healthz/etcd'))).toBe(false)
    expect(ruleAllows(paths('/healthz/*'), at('/healthz/etcd'))).toBe(true)
    expect(ruleAllows(paths('/healthz/*'), at('/healthz'))).toBe(false)
    expect(ruleAllows(paths('*'), at('/anything'))).toBe(true)
  })

  it('drops every star at the end before it compares', () => {
    expect(ruleAllows(paths('/a**'), at('/a'))).toBe(true)
    expect(ruleAllows(paths('/a*b*'), at('/a*bc'))).toBe(true)
    expect(ruleAllows(paths('/a*b*'), at('/ab*c'))).toBe(false)
  })
})
