import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Role } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { BeyondLimit } from '../text/index.ts'
import { aggregate, type EffectiveRule, selectorMatches } from './aggregation.ts'

const labels = new Map([['tier', 'web']])
const matches = (key: string, operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist', ...values: string[]): boolean =>
  selectorMatches({ matchLabels: new Map(), matchExpressions: [{ key, operator, values }] }, labels)

describe('a label selector', () => {
  it('matches everything when it is empty', () => {
    expect(selectorMatches({ matchLabels: new Map(), matchExpressions: [] }, labels)).toBe(true)
  })

  it('wants every label', () => {
    expect(selectorMatches({ matchLabels: new Map([['tier', 'web']]), matchExpressions: [] }, labels)).toBe(true)
    expect(selectorMatches({ matchLabels: new Map([['tier', 'db']]), matchExpressions: [] }, labels)).toBe(false)
  })

  it('knows In, NotIn, Exists and DoesNotExist; NotIn holds for an absent label', () => {
    expect(matches('tier', 'In', 'db', 'web')).toBe(true)
    expect(matches('tier', 'In', 'db')).toBe(false)
    expect(matches('zone', 'In', 'a')).toBe(false)
    expect(matches('tier', 'NotIn', 'web')).toBe(false)
    expect(matches('tier', 'NotIn', 'db')).toBe(true)
    expect(matches('zone', 'NotIn', 'a')).toBe(true)
    expect(matches('tier', 'Exists')).toBe(true)
    expect(matches('zone', 'Exists')).toBe(false)
    expect(matches('zone', 'DoesNotExist')).toBe(true)
    expect(matches('tier', 'DoesNotExist')).toBe(false)
  })
})

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

  it('ends when roles aggregate each other', () => {
    const found = inForce(
      'a',
      clusterRole('a', 'x: "1"', `${aggregates('x: "1"')}\n${rules('one')}`),
      clusterRole('b', 'x: "1"', `${aggregates('x: "1"')}\n${rules('two')}`),
    )
    expect(found).toEqual(['two from b[0]'])
  })
})

describe('gathering the rules of a role', () => {
  const written = (name: string, labels: string, ...of: readonly string[]): string =>
    clusterRole(name, labels, rules(...of))

  it('is the same as sweeping over all roles until nothing changes', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const label = fc.constantFrom('x', 'y', 'z')
    const roles = fc.tuple(
      ...names.map((name) =>
        fc.record({
          name: fc.constant(name),
          labels: fc.subarray(['x', 'y', 'z']),
          resources: fc.subarray(['pods', 'nodes', 'secrets']),
          selectors: fc.option(fc.array(fc.record({ label, negated: fc.boolean() }), { maxLength: 2 })),
        }),
      ),
    )
    fc.assert(
      fc.property(roles, (all) => {
        const text = all.map(({ name, labels, resources, selectors }) => {
          const expressions = selectors?.map(
            ({ label, negated }) =>
              `{matchExpressions: [{key: ${label}, operator: ${negated ? 'DoesNotExist' : 'Exists'}}]}`,
          )
          const aggregation = expressions && `aggregationRule: {clusterRoleSelectors: [${expressions}]}\n`
          const labelled = labels.map((one) => `${one}: "1"`).join(', ')
          return clusterRole(name, labelled, `${aggregation ?? ''}${rules(...resources)}`)
        })
        const byName = new Map(readPolicy(text.join('\n---\n')).roles.map((role) => [role.name, role]))
        const gathered = aggregate(byName)
        const plain = swept(byName)
        for (const name of names) expect(gathered.get(name)?.map(keyOf)).toEqual(plain.get(name)?.map(keyOf))
      }),
      { numRuns: 500 },
    )
  })

  it('goes along a chain of any length', () => {
    const chain = Array.from({ length: 2000 }, (_, i) =>
      clusterRole(`r${9999 - i}`, `to: l${i}`, `${aggregates(`to: l${i + 1}`)}\nrules: []`),
    )
    expect(inForce('r9999', ...chain, written('end', 'to: l2000', 'pods'))).toEqual(['pods from end[0]'])
  })

  it('is done once for all roles that gather the same', () => {
    const from = Array.from({ length: 1000 }, (_, i) => written(`from${i}`, 'to: "1"', `a${i}`, `b${i}`))
    const to = Array.from({ length: 1000 }, (_, i) => clusterRole(`to${i}`, '', `${aggregates('to: "1"')}\nrules: []`))
    const policy = readPolicy([...from, ...to].join('\n---\n'))
    const gathered = aggregate(new Map(policy.roles.map((role) => [role.name, role])))
    expect(gathered.get('to0')).toHaveLength(2000)
    expect(new Set(to.map((_, i) => gathered.get(`to${i}`))).size).toBe(1)
  })

  it('ends with the role and its place where roles that gather from each other are too many', () => {
    const all = Array.from({ length: 300 }, (_, i) =>
      clusterRole(
        `r${i}`,
        'to: "1"',
        `${aggregates('to: "1"')}\n${rules(...Array.from({ length: 20 }, (_, j) => `r${i}x${j}`))}`,
      ),
    )
    const policy = readPolicy(all.join('\n---\n'))
    const roles = new Map(policy.roles.map((role) => [role.name, role]))
    const gathered = aggregate(roles, ({ span }) => policy.lines.range(span))
    expect(() => gathered.get('r7')).toThrow(BeyondLimit)
    expect(() => gathered.get('r7')).toThrow(/ClusterRole “r7” .* 10,000,000 steps/)
  })
})

function keyOf({ rule: { span: _, ...lists } }: EffectiveRule): string {
  return JSON.stringify(lists)
}

/** The rules in force in every role, swept in order of names until nothing changes. */
function swept(clusterRoles: ReadonlyMap<string, Role>): ReadonlyMap<string, readonly EffectiveRule[]> {
  const byName = [...clusterRoles.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const found = new Map(
    byName.map((role) => [role.name, role.rules.map((rule, index): EffectiveRule => ({ rule, role, index }))]),
  )
  // Roles in a circle may go on changing the order of their rules, so that the number of sweeps counts.
  const sweeps = byName.filter(({ aggregationRule }) => aggregationRule !== undefined).length
  for (let sweep = 0; sweep <= sweeps; sweep++) {
    for (const { name, aggregationRule } of byName) {
      const sources = (aggregationRule?.clusterRoleSelectors ?? []).flatMap((selector) =>
        byName.filter((one) => one.name !== name && selectorMatches(selector, one.labels)),
      )
      const union = new Map<string, EffectiveRule>()
      for (const entry of sources.flatMap((one) => found.get(one.name) ?? [])) {
        if (!union.has(keyOf(entry))) union.set(keyOf(entry), entry)
      }
      if (union.size > 0) found.set(name, [...union.values()])
    }
  }
  return found
}
