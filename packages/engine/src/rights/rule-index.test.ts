import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rbac } from '../authorizers/index.ts'
import { type Attributes, type PolicyRule, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { RuleIndex } from './rule-index.ts'
import { ruleAllows } from './rule-matching.ts'

const NOWHERE = { start: 0, end: 0 }

const lists = (...values: readonly string[]) => fc.array(fc.constantFrom(...values), { maxLength: 3 })
const rules: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: lists('get', 'list', '*'),
  apiGroups: lists('', 'apps', '*'),
  resources: lists('pods', 'pods/log', 'pods/*', '*/log', '*/', '*/a/b', 'nodes', '*'),
  resourceNames: lists('a', 'b', '*', ''),
  nonResourceURLs: lists('/a', '/a/*', '/a/b', '/a/b**', '/a*', '*', '**', '/*/b', ''),
  span: fc.constant(NOWHERE),
})
const reviews: fc.Arbitrary<Attributes> = fc.record({
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
        fc.array(rules, { maxLength: 8 }),
        fc.array(reviews, { minLength: 1, maxLength: 4 }),
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
    const { authorize } = rbac(policy)
    const review = (name: string): Attributes => ({
      ...{ user, verb: 'impersonate', isResourceRequest: true, apiGroup: '', apiVersion: 'v1', resource: 'groups' },
      ...{ subresource: '', namespace: '', path: '', name },
      ...{ fieldSelector: [], labelSelector: [], selectorNotParsed: false },
    })
    expect(names.every((name, index) => authorize(review(name)).evidence?.rule?.index === index)).toBe(true)
    expect(authorize(review('another')).decision).toBe('NoOpinion')
  })
})
