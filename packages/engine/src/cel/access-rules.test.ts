import { describe, expect, it } from 'vitest'
import { accessRules, answerAfterConditions, authorizerChain, rbac } from '../authorizers/index.ts'
import { type Attributes, attributesFor, type PlainUser, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf } from '../rights/index.ts'
import { CEL } from './cel.ts'

function rule(entries: string, filter = 'action == "impersonate"'): string {
  return `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: example}
rule:
  filterExpression: '${filter}'
  entries:
${entries}`
}

function entry(effect: string, condition: string, description = ''): string {
  return `  - effect: ${effect}\n    condition: '${condition}'\n    description: '${description}'\n`
}

function check(asked: Partial<Attributes> = {}, user: PlainUser = { username: 'deputy' }): Attributes {
  return attributesFor(userInfo(user), {
    verb: 'impersonate',
    apiVersion: 'v1',
    resource: 'users',
    name: 'bob',
    ...asked,
  })
}

function authorizer(policy: string) {
  const read = readPolicy(policy)
  expect(read.diagnostics).toEqual([])
  const rules = accessRules(read, CEL)
  expect(rules.diagnostics).toEqual([])
  return rules.authorizer
}

function settled(policy: string, target: PlainUser, asked = check()) {
  const rules = authorizer(policy)
  const facts = { target: userInfo(target) }
  return answerAfterConditions(rules.conditionally(asked), (one) => rules.evaluate(one, asked, facts))
}

describe('access rules', () => {
  it('answer at once what the check settles', () => {
    const policy = rule(entry('Allow', 'request.attributes.name in ["bob", "corai"]', 'Alice can impersonate Bob'))
    const answer = authorizer(policy).authorize(check())
    expect(answer).toMatchObject({
      decision: 'Allow',
      reason: 'condition "example/0" allowed the request with description "Alice can impersonate Bob"',
      evidence: { authorizer: 'AccessRules', entry: { name: 'example', index: 0, range: { line: 7 } } },
    })
    expect(authorizer(policy).authorize(check({ name: 'eve' })).decision).toBe('NoOpinion')
    expect(authorizer(policy).authorize(check({ verb: 'get' })).decision).toBe('NoOpinion')
  })

  it('leave the rest as conditions that can be read', () => {
    const policy = rule(entry('Deny', 'has(resource.groups)') + entry('Allow', 'resource.username == "bob"'))
    const answer = authorizer(policy).conditionally(check())
    expect(
      answer.conditions?.map(({ id, effect, condition, evidence }) => [
        id,
        effect,
        condition,
        evidence?.entry?.range.line,
      ]),
    ).toEqual([
      ['example/0', 'Deny', 'has(impersonatedUser.groups)', 7],
      ['example/1', 'Allow', 'impersonatedUser.username == "bob"', 10],
    ])
    expect(settled(policy, { username: 'bob' }).decision).toBe('Allow')
    expect(settled(policy, { username: 'eve' }).decision).toBe('NoOpinion')
    expect(settled(policy, { username: 'bob', groups: ['admins'] })).toMatchObject({
      decision: 'Deny',
      reason: 'condition "example/0" denied the request',
      evidence: { authorizer: 'AccessRules', entry: { name: 'example', index: 0, range: { line: 7 } } },
    })
  })

  it('refuse those who evaluate no conditions: with Deny, where that was possible', () => {
    const allow = entry('Allow', 'resource.username == "bob"')
    expect(authorizer(rule(allow)).authorize(check()).decision).toBe('NoOpinion')
    expect(authorizer(rule(allow + entry('Deny', 'has(resource.uid)'))).authorize(check()).decision).toBe('Deny')
  })

  it('deny where a Deny condition fails, unless its filter does not hold', () => {
    const fails = entry('Deny', 'principal.extra["none"][0] == "x"')
    expect(authorizer(rule(fails)).authorize(check())).toMatchObject({
      decision: 'Deny',
      error: expect.stringContaining('example/0'),
      evidence: { entry: { name: 'example', index: 0 } },
    })
    expect(authorizer(rule(fails)).authorize(check({ verb: 'get' })).decision).toBe('NoOpinion')
    const about = rule(fails, 'resource.username == "bob"')
    expect(settled(about, { username: 'bob' }).decision).toBe('Deny')
    expect(settled(about, { username: 'eve' }).decision).toBe('NoOpinion')
  })

  it('ignore an Allow in error where another holds, whenever that turns out', () => {
    const fails = entry('Allow', 'principal.extra["none"][0] == "x"')
    const later = entry('Allow', 'resource.username == "bob"')
    expect(authorizer(rule(fails)).conditionally(check())).toMatchObject({
      decision: 'NoOpinion',
      error: expect.stringContaining('example/0'),
    })
    for (const both of [fails + later, later + fails]) {
      expect(authorizer(rule(both)).conditionally(check()).decision).toBe('Conditional')
      expect(settled(rule(both), { username: 'bob' }).decision).toBe('Allow')
      expect(settled(rule(both), { username: 'eve' })).toMatchObject({
        decision: 'NoOpinion',
        error: expect.any(String),
      })
    }
    expect(authorizer(rule(fails + entry('Allow', 'true'))).authorize(check()).decision).toBe('Allow')
  })

  it('report the error of an expression at its place in the YAML', () => {
    const text = rule('').replace(
      '  entries:\n',
      '  entries:\n  - effect: Allow\n    condition: >-\n      action == "x" &&\n      request.user.nam == "y"\n',
    )
    const { diagnostics } = accessRules(readPolicy(text), CEL)
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        code: 'cel-unknown-field',
        path: 'rule.entries[0].condition',
        range: { source: 'policy', line: 10, column: 7, endLine: 10, endColumn: 23 },
      },
    ])
  })

  it('fail closed beyond 128 entries', () => {
    const many = Array.from({ length: 129 }, () => entry('Allow', 'has(resource.uid)')).join('')
    expect(authorizer(rule(many)).conditionally(check())).toEqual({
      decision: 'NoOpinion',
      reason: 'failed closed',
      error: 'too many conditions: 129 exceeds maximum of 128',
    })
  })

  it('come after RBAC, whose answer stands where theirs does not', () => {
    const policy = readPolicy(`${rule(entry('Deny', 'has(resource.uid)'))}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: impersonator}
rules: [{verbs: [impersonate], apiGroups: [""], resources: [users]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: impersonator}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: impersonator}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: deputy}]
`)
    const parts = { rbac: rbac(rightsOf(policy)), accessRules: accessRules(policy, CEL).authorizer }
    expect(authorizerChain(parts, ['RBAC', 'AccessRules'], '1.36').conditionally(check()).decision).toBe('Allow')
    const chain = authorizerChain(parts, ['AccessRules', 'RBAC'], '1.36')
    const answer = chain.conditionally(check())
    expect(answer.parts?.map(({ name, decision }) => [name, decision])).toEqual([
      ['kubernetes.io/system-privileged-group', 'NoOpinion'],
      ['AccessRules', 'Conditional'],
      ['rbac', 'Allow'],
    ])
    const settle = (target: PlainUser) =>
      answerAfterConditions(answer, (one) => chain.evaluate(one, check(), { target: userInfo(target) })).decision
    expect(settle({ username: 'bob' })).toBe('Allow')
    expect(settle({ username: 'bob', uid: '1' })).toBe('Deny')
    expect(chain.authorize(check()).decision).toBe('Deny')
  })
})
