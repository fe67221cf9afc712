import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attributes, Rule } from '../kube/index.ts'
import { coveringRule, covers } from './covers.ts'
import { fold } from './fold.ts'
import { intersect } from './intersect.ts'
import { sameRule } from './rule-key.ts'
import { ruleAllows } from './rule-matching.ts'
import { RuleSet, subtract } from './subtract.ts'
import { hardestReview, REVIEW, RULE, simpleRules } from './testing.ts'

const RUNS = { numRuns: 2000 }
const REVIEWS = fc.array(REVIEW, { minLength: 6, maxLength: 6 })

function anyAllows(rules: readonly Rule[], review: Attributes): boolean {
  return rules.some((rule) => ruleAllows(rule, review))
}

/** A simple rule of no request: its resource ends in a slash. */
function isOfNoRequest({ resources }: Rule): boolean {
  return resources.some((one) => /^[^/]*\/$/.test(one))
}

describe('a rule that covers another', () => {
  it('allows every request that the other allows', () => {
    fc.assert(
      fc.property(RULE, RULE, REVIEWS, (one, other, reviews) => {
        return !covers(one, other) || reviews.every((review) => ruleAllows(one, review) || !ruleAllows(other, review))
      }),
      RUNS,
    )
  })

  it('is one that allows the hardest request of each simple rule of the other', () => {
    fc.assert(
      fc.property(RULE, RULE, (one, other) => {
        const hardest = simpleRules(other)
          .filter((simple) => !isOfNoRequest(simple))
          .map(hardestReview)
        const isCovered = hardest.every((review) => ruleAllows(one, review))
        return (
          covers(one, other) === isCovered &&
          covers(coveringRule(one), other) === isCovered &&
          hardest.every((review) => ruleAllows(other, review))
        )
      }),
      RUNS,
    )
  })

  it('covers longer paths by a prefix', () => {
    const paths = (...nonResourceURLs: readonly string[]): Rule => ({
      ...{ verbs: ['get'], apiGroups: [], resources: [], resourceNames: [] },
      nonResourceURLs,
    })
    expect(covers(paths('/api/*'), paths('/api/v1'))).toBe(true)
    expect(covers(paths('/api/*'), paths('/api/v1/*'))).toBe(true)
    expect(covers(paths('/api/*'), paths('/api'))).toBe(false)
    expect(covers(paths('/a**'), paths('/a*'))).toBe(true)
  })

  it('compares long lists', () => {
    const names = Array.from({ length: 100 }, (_, at) => `name-${at}`)
    const named = (resourceNames: readonly string[]): Rule => ({
      ...{ verbs: ['get'], apiGroups: [''], resources: ['pods'], nonResourceURLs: [] },
      resourceNames,
    })
    expect(covers(coveringRule(named(names)), named(names.slice(5)))).toBe(true)
    expect(covers(coveringRule(named(names.slice(5))), named(names))).toBe(false)
    expect(covers(coveringRule(named([])), named(names))).toBe(true)
    expect(covers(coveringRule(named(names)), named([]))).toBe(false)
  })
})

describe('the intersection of two rules', () => {
  it('allows what both allow', () => {
    fc.assert(
      fc.property(RULE, RULE, REVIEWS, (one, other, reviews) => {
        const common = intersect(one, other)
        return reviews.every((review) => {
          const both = ruleAllows(one, review) && ruleAllows(other, review)
          return (common !== undefined && ruleAllows(common, review)) === both
        })
      }),
      RUNS,
    )
  })

  it('is a rule that both cover, and the rule itself where the other covers it', () => {
    fc.assert(
      fc.property(RULE, RULE, (one, other) => {
        const common = intersect(one, other)
        if (common === undefined) return true
        return covers(one, common) && covers(other, common) && covers(other, one) === covers(common, one)
      }),
      RUNS,
    )
  })
})

describe('what is left of a rule without others', () => {
  const OTHERS = fc.array(RULE, { maxLength: 4 })

  it('has each request that the rule allows and the others do not, and no request that the rule does not allow', () => {
    fc.assert(
      fc.property(RULE, OTHERS, REVIEWS, (rule, others, reviews) => {
        const left = subtract(rule, new RuleSet(others))
        return reviews.every((review) =>
          anyAllows(left, review) ? ruleAllows(rule, review) : !ruleAllows(rule, review) || anyAllows(others, review),
        )
      }),
      RUNS,
    )
  })

  it('has the simple rules with a request that none of the others allows, each once', () => {
    fc.assert(
      fc.property(RULE, OTHERS, (rule, others) => {
        const isLeft = (simple: Rule) => !anyAllows(others, hardestReview(simple))
        const wanted = simpleRules(rule).filter((simple) => !isOfNoRequest(simple) && isLeft(simple))
        const left = subtract(rule, new RuleSet(others))
          .flatMap(simpleRules)
          .filter((simple) => !isOfNoRequest(simple))
        return left.length === wanted.length && wanted.every((simple) => left.some((one) => sameRule(one, simple)))
      }),
      RUNS,
    )
  })

  it('is each part as it is where it falls into too many rules', () => {
    const rule = { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods', 'nodes'], resourceNames: [] }
    const others = [{ ...rule, verbs: ['get'], apiGroups: [''], resources: ['pods'], nonResourceURLs: [] }]
    const whole = { ...rule, nonResourceURLs: [] }
    expect(subtract({ ...rule, nonResourceURLs: ['/a'] }, new RuleSet(others), { most: 1 })).toEqual([
      whole,
      { verbs: ['get', 'list'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['/a'] },
    ])
    expect(subtract(whole, new RuleSet(others)).length).toBeGreaterThan(1)
  })
})

describe('folded rules', () => {
  it('allow the same requests, and none covers another', () => {
    fc.assert(
      fc.property(fc.array(RULE, { maxLength: 5 }), REVIEWS, (rules, reviews) => {
        const folded = fold(rules)
        const isCovered = (rule: Rule) => folded.some((other) => other !== rule && covers(other, rule))
        return (
          reviews.every((review) => anyAllows(folded, review) === anyAllows(rules, review)) && !folded.some(isCovered)
        )
      }),
      RUNS,
    )
  })
})
