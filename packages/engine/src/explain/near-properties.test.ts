import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rbac } from '../authorizers/index.ts'
import { clusterOf } from '../cluster/index.ts'
import { type Attributes, serviceAccountUsername, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf, ruleAllows } from '../rights/index.ts'
import { NearRules } from './near.ts'
import { anyPolicy } from './testing.ts'

const check = fc
  .record({
    user: fc.constantFrom(
      userInfo({ username: 'jane', groups: ['devs'] }),
      userInfo({ username: 'deputy' }),
      userInfo({ username: 'system:serviceaccount:ci:bot' }),
    ),
    verb: fc.constantFrom('get', 'list', 'delete', 'impersonate:user-info', 'impersonate-on:user-info:list'),
    apiGroup: fc.constantFrom('', 'apps', 'authentication.k8s.io'),
    resource: fc.constantFrom('pods', 'secrets', 'users'),
    subresource: fc.constantFrom('', 'log'),
    namespace: fc.constantFrom('', 'prod', 'staging'),
    name: fc.constantFrom('', 'web', 'jane'),
  })
  .map(
    (parts): Attributes => ({
      ...parts,
      isResourceRequest: true,
      apiVersion: 'v1',
      path: '',
      fieldSelector: [],
      labelSelector: [],
      selectorNotParsed: false,
    }),
  )

describe('what nearly fits, for any policy and any check', () => {
  const nearTo = (text: string, asked: Attributes) => new NearRules(clusterOf(readPolicy(text))).nearTo(asked)

  it('has a mark that is right for each dimension', () => {
    fc.assert(
      fc.property(anyPolicy, check, (text, asked) => {
        const policy = readPolicy(text)
        fc.pre(rbac(rightsOf(policy)).authorize(asked).decision !== 'Allow')
        for (const { rule, binding, subject, marks, mismatches } of nearTo(text, asked)) {
          expect(mismatches.length).toBeGreaterThan(0)
          expect(mismatches.map(({ dimension }) => marks[dimension])).not.toContain(true)
          const ofRule = ['verb', 'apiGroup', 'resource', 'subresource', 'name'] as const
          if (rule !== undefined) {
            const fits = ruleAllows(rule, asked)
            expect(ofRule.every((dimension) => marks[dimension] !== false)).toBe(fits)
          }
          if (binding === undefined || subject === undefined) continue
          expect(marks.scope).toBe(binding.namespace === '' || binding.namespace === asked.namespace)
          const namespace = subject.namespace === '' ? binding.namespace : subject.namespace
          const isUser =
            subject.kind === 'Group'
              ? asked.user.groups.includes(subject.name)
              : asked.user.username ===
                (subject.kind === 'User' ? subject.name : serviceAccountUsername({ namespace, name: subject.name }))
          expect(marks.subject).toBe(isUser)
        }
      }),
      { seed: 17, numRuns: 500 },
    )
  })

  it('points at the word that is to be replaced', () => {
    fc.assert(
      fc.property(anyPolicy, check, (text, asked) => {
        for (const { mismatches } of nearTo(text, asked)) {
          for (const { dimension, instead, has, range } of mismatches) {
            expect(range.end).toBeGreaterThan(range.start)
            if (instead === undefined || dimension === 'role' || dimension === 'subject') continue
            expect(text.slice(range.start, range.end).replace(/["']/g, '')).toBe(has[0])
          }
        }
      }),
      { seed: 18, numRuns: 300 },
    )
  })

  it('puts the nearest first', () => {
    fc.assert(
      fc.property(anyPolicy, check, (text, asked) => {
        const distances = nearTo(text, asked).map(({ distance }) => distance)
        expect(distances).toEqual(distances.toSorted((a, b) => a - b))
      }),
      { seed: 19, numRuns: 200 },
    )
  })
})
