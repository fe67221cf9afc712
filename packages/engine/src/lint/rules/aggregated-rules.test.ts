import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicies } from '../index.ts'
import { codes, role, VERSION } from '../testing.ts'

const PODS = 'apiGroups: [""], resources: [pods], verbs: [create]'
const aggregated = (rules = `rules: [{${PODS}}]`) =>
  `${VERSION}\nkind: ClusterRole\nmetadata: {name: all}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {to: all}}]}\n${rules}\n`
const part = (rule: string) => role([rule], { name: 'part', more: ', labels: {to: all}' })
const warned = (...objects: readonly string[]) =>
  codes(objects.join('---\n')).filter((code) => code === 'aggregated-rules')

describe('rules of an aggregated role', () => {
  it('are reported where no role that it selects has them', () => {
    expect(warned(aggregated())).toHaveLength(1)
    expect(warned(aggregated(), part('apiGroups: [""], resources: [secrets], verbs: [get]'))).toHaveLength(1)
    expect(warned(aggregated(), role([PODS]))).toHaveLength(1)
    expect(warned(aggregated('rules: []'))).toEqual([])
    expect(warned(role([PODS]))).toEqual([])
  })

  it('are those of a copy where a role that it selects has them, or more', () => {
    expect(warned(aggregated(), part(PODS))).toEqual([])
    expect(warned(aggregated(), part('apiGroups: [""], resources: [services, pods], verbs: [get, create]'))).toEqual([])
    expect(warned(aggregated(), part('apiGroups: [""], resources: [pods], verbs: [get]'))).toHaveLength(1)
  })

  it('may come from a role of another text, or from a default role', () => {
    const texts = [aggregated(), part(PODS)].map((text) => readPolicy(text))
    expect(
      lintPolicies(texts)
        .flat()
        .map(({ code }) => code),
    ).not.toContain('aggregated-rules')
    const copy = aggregated('rules: [{apiGroups: [apps], resources: [deployments], verbs: [get]}]').replace(
      'to: all',
      'rbac.authorization.k8s.io/aggregate-to-view: "true"',
    )
    expect(warned(copy)).toEqual([])
  })
})
