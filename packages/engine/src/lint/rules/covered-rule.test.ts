import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ruleAllows } from '../../authorizers/index.ts'
import { type Attributes, type PolicyRule, userInfo } from '../../kube/index.ts'
import { covers } from './covered-rule.ts'

const span = { start: 0, end: 0 }
const some = <T>(...values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const none = fc.constant<string[]>([])

const RULE: fc.Arbitrary<PolicyRule> = fc.oneof(
  fc.record({
    verbs: some('get', 'list', '*'),
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/log', '*/log', '*', 'deployments'),
    resourceNames: fc.oneof(none, some('a', 'b')),
    nonResourceURLs: none,
    span: fc.constant(span),
  }),
  fc.record({
    verbs: some('get', 'post', '*'),
    apiGroups: none,
    resources: none,
    resourceNames: none,
    nonResourceURLs: some('/a', '/a/*', '*', '/b'),
    span: fc.constant(span),
  }),
)

const base = {
  user: userInfo({ username: 'jane' }),
  apiVersion: 'v1',
  namespace: '',
  subresource: '',
  path: '',
  fieldSelector: [],
  labelSelector: [],
  selectorNotParsed: false,
}
const ASKED: readonly Attributes[] = [
  ...['get', 'list', 'x'].flatMap((verb) =>
    ['', 'apps', 'other'].flatMap((apiGroup) =>
      ['pods', 'deployments', 'others'].flatMap((resource) =>
        ['', 'log', 'x'].flatMap((subresource) =>
          ['', 'a', 'c'].map((name): Attributes => {
            return { ...base, verb, apiGroup, resource, subresource, name, isResourceRequest: true }
          }),
        ),
      ),
    ),
  ),
  ...['get', 'post', 'x'].flatMap((verb) =>
    ['/a', '/a/b', '/b', '/c'].map((path): Attributes => {
      return { ...base, verb, apiGroup: '', resource: '', name: '', path, isResourceRequest: false }
    }),
  ),
]

it('calls a rule covered only where the other one allows every request that it allows', () => {
  fc.assert(
    fc.property(RULE, RULE, (one, other) => {
      if (!covers(one, other)) return
      const lost = ASKED.filter((asked) => ruleAllows(other, asked) && !ruleAllows(one, asked))
      expect(lost).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
