import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rule } from '../kube/index.ts'
import { compactRules } from './compact-rules.ts'
import { HeldRulesIndex } from './coverage.ts'
import { MOST_COMPARISONS, WriteBudget } from './write-budget.ts'

const NOTHING: Rule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }

function rule(parts: Partial<Rule>): Rule {
  return { ...NOTHING, ...parts }
}

function names(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`)
}

/** Go: `BreakdownRule`, written out. */
function brokenDown({ apiGroups, resources, verbs, resourceNames, nonResourceURLs }: Rule): readonly Rule[] {
  const lists = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name])
  return [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        verbs.flatMap((verb) =>
          lists.map((list) => rule({ apiGroups: [group], resources: [resource], verbs: [verb], resourceNames: list })),
        ),
      ),
    ),
    ...nonResourceURLs.flatMap((url) => verbs.map((verb) => rule({ nonResourceURLs: [url], verbs: [verb] }))),
  ]
}

/** Go: `ruleCovers`, of a rule that was broken down. */
function covers(held: Rule, wanted: Rule): boolean {
  const has = (list: readonly string[], all: readonly string[]) =>
    list.includes('*') || all.every((one) => list.includes(one))
  return (
    has(held.verbs, wanted.verbs) &&
    has(held.apiGroups, wanted.apiGroups) &&
    wanted.resources.every(
      (one) =>
        has(held.resources, [one]) || (one.includes('/') && held.resources.includes(`*${one.slice(one.indexOf('/'))}`)),
    ) &&
    (held.resourceNames.length === 0 ||
      (wanted.resourceNames.length > 0 && wanted.resourceNames.every((one) => held.resourceNames.includes(one)))) &&
    wanted.nonResourceURLs.every((url) =>
      held.nonResourceURLs.some(
        (path) => path === url || (path.endsWith('*') && url.startsWith(path.replace(/\*+$/, ''))),
      ),
    )
  )
}

const lists = (...values: readonly string[]) => fc.array(fc.constantFrom(...values), { maxLength: 3 })
const rules = fc.record({
  verbs: lists('get', 'list', 'watch', '*'),
  apiGroups: lists('', 'apps', '*'),
  resources: lists('pods', 'pods/log', 'pods/*', '*/log', '*/', 'nodes', 'a/b/c', '*/b/c', '*'),
  resourceNames: lists('a', 'b', '*', ''),
  nonResourceURLs: lists('/a', '/a/*', '/a/b', '/a/b**', '/a*', '*', '**', '/*/b', ''),
})

describe('a rule beside the rules that its writer holds', () => {
  it('is covered like its simple rules, each by the first rule that covers it', () => {
    fc.assert(
      fc.property(fc.array(rules, { maxLength: 6 }), rules, (held, wanted) => {
        const coverage = new HeldRulesIndex(held, new WriteBudget()).coverageOf(wanted)
        const plain = brokenDown(wanted).map((single) => {
          const coveredBy = held.findIndex((one) => covers(one, single))
          return { rule: single, ...(coveredBy !== -1 && { coveredBy }) }
        })
        const missing = plain.filter(({ coveredBy }) => coveredBy === undefined)
        expect(coverage).toMatchObject({ count: plain.length, missing: missing.length })
        expect([...(coverage?.singles('all') ?? [])]).toEqual(plain)
        expect([...(coverage?.singles('missing') ?? [])]).toEqual(missing)
        expect([...(coverage?.singles('covered') ?? [])]).toEqual(plain.filter((one) => !missing.includes(one)))
      }),
      { numRuns: 2000 },
    )
  })

  it('is compared without being split', () => {
    const wanted = rule({
      verbs: names('verb', 2000),
      apiGroups: names('group', 200),
      resources: names('resource', 200),
      resourceNames: names('name', 200),
    })
    const held = rule({ verbs: ['*'], apiGroups: names('group', 200), resources: names('resource', 199) })
    const coverage = new HeldRulesIndex([held], new WriteBudget()).coverageOf(wanted)
    expect(coverage).toMatchObject({ count: 16e9, missing: 200 * 2000 * 200 })
    const [first] = coverage?.singles('missing') ?? []
    expect(first?.rule).toMatchObject({ apiGroups: ['group0'], resources: ['resource199'] })
  })

  it('is not compared where the comparisons would be too many', () => {
    const held = names('', 3000).map((_, i) =>
      rule({ verbs: ['*', `verb${i}`], apiGroups: [`group${i}`], resources: names(`r${i}`, 20) }),
    )
    const index = new HeldRulesIndex(held, new WriteBudget())
    const wanted = rule({ verbs: ['get'], apiGroups: names('group', 3000), resources: names('resource', 3000) })
    expect(3000 * 3000).toBeGreaterThan(MOST_COMPARISONS)
    expect(index.coverageOf(wanted)).toBeUndefined()
  })

  it('is not compared where earlier requests have spent the comparisons of the scenario', () => {
    const budget = new WriteBudget()
    const held = names('verb', 100).map((verb) => rule({ verbs: [verb], apiGroups: [''], resources: ['pods'] }))
    const wanted = rule({ verbs: ['get'], apiGroups: [''], resources: ['pods'] })
    expect(new HeldRulesIndex(held, budget).coverageOf(wanted)).toMatchObject({ count: 1, missing: 1 })
    budget.spendComparisons(MOST_COMPARISONS - 1000)
    expect(new HeldRulesIndex(held, budget).coverageOf(wanted)).toBeUndefined()
    expect(new HeldRulesIndex(held, new WriteBudget()).coverageOf(wanted)).toBeDefined()
  })
})

describe('the rules that a refusal names', () => {
  it('are not written out where they are longer than anybody reads', () => {
    const long = 'x'.repeat(100_000)
    const missing = names('name', 1000).map((name) =>
      rule({ verbs: ['get'], apiGroups: [long], resources: ['pods'], resourceNames: [name] }),
    )
    expect(compactRules(missing.slice(0, 2), new WriteBudget())).toHaveLength(2)
    expect(compactRules(missing, new WriteBudget())).toBeUndefined()
  })
})
