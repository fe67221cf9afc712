import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rbac } from '../authorizers/index.ts'
import { type Attributes, attributesFor, type PolicyRule, type Rule, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { fold, intersect, RuleSet, subtract } from './algebra.ts'
import { coveringRule, covers, grantedVerbs, namingOf, RuleIndex, ruleAllows, sameRule } from './matching.ts'
import { rightsOf } from './rights.ts'
import { hardestReview, REVIEW, RULE, simpleRules } from './testing.ts'

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

describe('a request with a verb on whole objects', () => {
  it('names one, or never does, also where it is an action of constrained impersonation', () => {
    for (const verb of ['get', 'list', 'watch', 'update', 'patch', 'delete', 'impersonate', '*'])
      expect(namingOf(verb)).toBe('may')
    expect(namingOf('create')).toBe('applied')
    for (const verb of ['deletecollection', 'impersonate-on:user-info:deletecollection'])
      expect(namingOf(verb)).toBe('never')
    expect(namingOf('impersonate-on:serviceaccount:create')).toBe('applied')
  })
})

describe('the verbs that a rule grants', () => {
  it('are without those whose requests never name an object, where it lists names', () => {
    const verbs = ['get', 'create', 'deletecollection']
    expect(grantedVerbs({ verbs, resourceNames: [] })).toEqual(verbs)
    expect(grantedVerbs({ verbs, resourceNames: ['db'] })).toEqual(['get', 'create'])
    expect(grantedVerbs({ verbs, resourceNames: ['db', ''] })).toEqual(verbs)
  })
})

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

const lists = (...values: readonly string[]) => fc.array(fc.constantFrom(...values), { maxLength: 3 })
const rulesWithPlaces: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: lists('get', 'list', '*'),
  apiGroups: lists('', 'apps', '*'),
  resources: lists('pods', 'pods/log', 'pods/*', '*/log', '*/', '*/a/b', 'nodes', '*'),
  resourceNames: lists('a', 'b', '*', ''),
  nonResourceURLs: lists('/a', '/a/*', '/a/b', '/a/b**', '/a*', '*', '**', '/*/b', ''),
  span: fc.constant({ start: 0, end: 0 }),
})
const anyReview: fc.Arbitrary<Attributes> = fc.record({
  user: fc.constant(userInfo({ username: 'jane' })),
  verb: fc.constantFrom('get', 'list', '*'),
  isResourceRequest: fc.boolean(),
  apiGroup: fc.constantFrom('', 'apps', '*'),
  apiVersion: fc.constant('v1'),
  resource: fc.constantFrom('pods', 'pods/log', '*', 'nodes'),
  subresource: fc.constantFrom('', 'log', '*', 'a/b'),
  namespace: fc.constant(''),
  name: fc.constantFrom('', 'a', '*'),
  path: fc.constantFrom('/a', '/a/b', '/a/b*', '/', '*', '', '/x/b'),
  fieldSelector: fc.constant([]),
  labelSelector: fc.constant([]),
  selectorNotParsed: fc.constant(false),
})

describe('an index of rules', () => {
  it('finds the first rule that allows a request, as asking one after the other does', () => {
    fc.assert(
      fc.property(
        fc.array(rulesWithPlaces, { maxLength: 8 }),
        fc.array(anyReview, { minLength: 1, maxLength: 4 }),
        (all, asked) => {
          const index = new RuleIndex(all)
          for (const review of asked) {
            const plain = all.findIndex((rule) => ruleAllows(rule, review))
            expect(index.firstAllowing(review)).toBe(plain === -1 ? undefined : plain)
          }
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('somebody with very many rules', () => {
  const many = 20_000
  const group = 'rbac.authorization.k8s.io'
  const names = Array.from({ length: many }, (_, index) => `team-${index}`)
  const policy = readPolicy(`apiVersion: ${group}/v1
kind: ClusterRole
metadata: {name: teams}
rules: [${names.map((name) => `{verbs: [impersonate], apiGroups: [""], resources: [groups], resourceNames: [${name}]}`)}]
---
apiVersion: ${group}/v1
kind: ClusterRoleBinding
metadata: {name: teams}
roleRef: {apiGroup: ${group}, kind: ClusterRole, name: teams}
subjects: [{kind: User, name: bob, apiGroup: ${group}}]
`)

  it('is answered about each of them', () => {
    const user = userInfo({ username: 'bob' })
    const { authorize } = rbac(rightsOf(policy))
    const review = (name: string): Attributes => ({
      ...{ user, verb: 'impersonate', isResourceRequest: true, apiGroup: '', apiVersion: 'v1', resource: 'groups' },
      ...{ subresource: '', namespace: '', path: '', name },
      ...{ fieldSelector: [], labelSelector: [], selectorNotParsed: false },
    })
    expect(names.every((name, index) => authorize(review(name)).evidence?.rule?.index === index)).toBe(true)
    expect(authorize(review('another')).decision).toBe('NoOpinion')
  })
})
