import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { aggregate } from './aggregation.ts'

function clusterRole(name: string, labels: string, body: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${name}, labels: {${labels}}}\n${body}`
}

const rule = (resource: string): string => `{apiGroups: [""], resources: [${resource}], verbs: [get]}`
const rules = (...resources: string[]): string => `rules: [${resources.map(rule).join(', ')}]`
const aggregates = (...labels: string[]): string =>
  `aggregationRule: {clusterRoleSelectors: [${labels.map((label) => `{matchLabels: {${label}}}`).join(', ')}]}`

/** Resources of the rules in force in a role, with the role each rule is written in. */
function inForce(name: string, ...documents: string[]): readonly string[] {
  const policy = readPolicy(documents.join('\n---\n'))
  expect(policy.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const found = aggregate(new Map(policy.roles.map((role) => [role.name, role]))).get(name) ?? []
  return found.map(({ rule, role, index }) => `${rule.resources.join()} from ${role.name}[${index}]`)
}

describe('an aggregated ClusterRole', () => {
  it('has the rules of the roles that its selectors match: selector by selector, then by role name, equal rules once', () => {
    expect(
      inForce(
        'all',
        clusterRole('b', 'x: "1"', rules('pods', 'nodes')),
        clusterRole('c', 'y: "1"', rules('secrets')),
        clusterRole('a', 'x: "1"', rules('events', 'pods')),
        clusterRole('all', '', `${aggregates('y: "1"', 'x: "1"')}\n${rules('byhand')}`),
      ),
    ).toEqual(['secrets from c[0]', 'events from a[0]', 'pods from a[1]', 'nodes from b[1]'])
  })

  it('keeps rules written by hand where nothing matches', () => {
    expect(inForce('all', clusterRole('all', '', `${aggregates('y: "1"')}\n${rules('byhand')}`))).toEqual([
      'byhand from all[0]',
    ])
  })

  it('never aggregates itself', () => {
    expect(inForce('all', clusterRole('all', 'x: "1"', `${aggregates('x: "1"')}\n${rules('byhand')}`))).toEqual([
      'byhand from all[0]',
    ])
  })

  it('takes what another aggregated role has been given', () => {
    expect(
      inForce(
        'top',
        clusterRole('top', '', aggregates('tier: middle')),
        clusterRole('middle', 'tier: middle', aggregates('tier: leaf')),
        clusterRole('leaf', 'tier: leaf', rules('pods')),
      ),
    ).toEqual(['pods from leaf[0]'])
  })

  it('waits for what comes late: rules that travel against the order of names', () => {
    const link = (name: string, from: string): string => clusterRole(name, `is: ${name}`, aggregates(`is: ${from}`))
    expect(
      inForce('a', link('a', 'b'), link('b', 'c'), link('c', 'leaf'), clusterRole('leaf', 'is: leaf', rules('pods'))),
    ).toEqual(['pods from leaf[0]'])
  })

  it('loses a rule written by hand even where others stay the same', () => {
    expect(
      inForce(
        'all',
        clusterRole('all', '', `${aggregates('x: "1"')}\n${rules('pods', 'byhand')}`),
        clusterRole('leaf', 'x: "1"', rules('pods', 'nodes')),
      ),
    ).toEqual(['pods from leaf[0]', 'nodes from leaf[1]'])
  })

  it('comes to rest when roles aggregate each other', () => {
    const found = inForce(
      'a',
      clusterRole('a', 'x: "1"', `${aggregates('x: "1"')}\n${rules('one')}`),
      clusterRole('b', 'x: "1"', `${aggregates('x: "1"')}\n${rules('two')}`),
    )
    expect(found).toEqual(['two from b[0]'])
  })
})
