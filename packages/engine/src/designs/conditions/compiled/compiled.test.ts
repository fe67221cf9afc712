import { describe, expect, it } from 'vitest'
import { authorizerChain, type ConditionalAuthorizer, compiledRBAC } from '../../../authorizers/index.ts'
import { CEL } from '../../../cel/index.ts'
import type { PlainUser } from '../../../kube/index.ts'
import { readPolicy } from '../../../policy/index.ts'
import { rightsOf } from '../../../rights/index.ts'
import { type Assumptions, compiled, constrained, ServerMemory } from '../../index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'

const GROUP = 'rbac.authorization.k8s.io'

function granting(...rules: readonly string[]): ConditionalAuthorizer {
  const policy = readPolicy(`apiVersion: ${GROUP}/v1
kind: ClusterRole
metadata: {name: held}
rules:
${rules.map((rule) => `- {${rule}}`).join('\n')}
---
apiVersion: ${GROUP}/v1
kind: ClusterRoleBinding
metadata: {name: held}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: held}
subjects: [{kind: User, apiGroup: ${GROUP}, name: ctl}]
---
apiVersion: ${GROUP}/v1
kind: ClusterRole
metadata: {name: all}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: [get, list]}]
---
apiVersion: ${GROUP}/v1
kind: ClusterRoleBinding
metadata: {name: all}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: all}
subjects: [{kind: Group, apiGroup: ${GROUP}, name: system:authenticated}]
`)
  expect(policy.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return authorizerChain({ rbac: compiledRBAC(rightsOf(policy), CEL) }, ['RBAC'], '1.36')
}

const JANE = 'apiGroups: [authentication.k8s.io], resources: [users], verbs: ["impersonate:user-info"]'
const LIST = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list"]'
const GROUPS = 'apiGroups: [authentication.k8s.io], resources: [groups], verbs: ["impersonate:user-info"]'
const LEGACY = 'apiGroups: [""], resources: [users, groups], verbs: [impersonate]'
const NODE = 'apiGroups: [authentication.k8s.io], resources: [nodes], verbs: ["impersonate:arbitrary-node"]'
const ON_NODE = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:arbitrary-node:list"]'

const asJane = wireRequest({ 'Impersonate-User': 'jane' })
const asNode = wireRequest({ 'Impersonate-User': 'system:node:n1' })
const ask = (
  request: Parameters<typeof runDesign>[1],
  authorizer: ConditionalAuthorizer,
  assumptions: Assumptions = {},
  memory = new ServerMemory(),
  requestor: PlainUser = { username: 'ctl' },
) => runDesign(compiled, request, authorizer, requestor, true, memory, assumptions)

describe('compiled', () => {
  it('makes one check for the target, whatever is asked for', () => {
    const many = wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Group': ['a', 'b', 'c'] })
    const { asked, outcome, constraint, steps } = ask(many, granting(JANE, GROUPS, LIST))
    expect(asked).toEqual(['impersonate users name=jane v1', 'list pods ns=prod v1'])
    expect([outcome.code, constraint]).toEqual([200, 'impersonate:user-info'])
    expect(steps.map(({ node }) => node)).toEqual(['A', 'V', 'M', 'S', 'R', 'allowed'])
    expect(runDesign(constrained, many, granting(JANE, GROUPS, LIST)).asked).toHaveLength(6)
  })

  it('tells the client of that check, not of the rule that is missing', () => {
    const { outcome } = ask(asJane, granting(JANE))
    expect(outcome).toMatchObject({
      code: 403,
      message:
        'users "jane" is forbidden: User "ctl" cannot impersonate resource "users" in API group "" at the cluster scope',
    })
    expect(
      ask(wireRequest({ 'Impersonate-User': 'jane' }, '/api/v1/secrets'), granting(JANE, LIST)).outcome,
    ).toMatchObject({
      message: expect.stringMatching(/at the cluster scope: rbac: no conditions matched$/),
    })
  })

  it('has legacy as its last mode, whose rules are in the same condition', () => {
    const { constraint, steps } = ask(asJane, granting(JANE, LIST, LEGACY))
    expect(constraint).toBe('impersonate:user-info')
    expect(steps[1]?.check?.settled).toMatchObject({ decision: 'Allow', mode: 'user-info' })
    const get = wireRequest({ 'Impersonate-User': 'jane' }, '/api/v1/namespaces/prod/pods/web')
    const legacy = ask(get, granting(JANE, LIST, LEGACY))
    expect([legacy.outcome.code, legacy.constraint]).toEqual([200, undefined])
    expect(legacy.steps[1]?.check?.settled?.mode).toBe('legacy')
  })

  it('leaves user-info out for a target that it refuses for every requestor', () => {
    const masters = wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Group': 'system:masters' })
    expect(ask(masters, granting(JANE, GROUPS, LIST)).outcome.code).toBe(403)
    const byLegacy = ask(masters, granting(JANE, GROUPS, LIST, LEGACY))
    expect([byLegacy.outcome.code, byLegacy.constraint]).toEqual([200, undefined])
  })

  it('is the older filter where the gate is off, which asks for no conditions', () => {
    const { asked } = runDesign(compiled, asJane, granting(JANE, LIST, LEGACY), { username: 'ctl' }, false)
    expect(asked).toEqual(['impersonate users name=jane', 'list pods ns=prod v1'])
    expect(runDesign(compiled, asJane, granting(JANE, LIST), { username: 'ctl' }, false).outcome.code).toBe(403)
  })

  it('can learn the mode from the condition, or not', () => {
    const authorizer = granting(LEGACY)
    expect(ask(asNode, authorizer).impersonatedUser?.groups).toEqual(['system:authenticated'])
    const untold = ask(asNode, authorizer, { mode: 'not-told' })
    expect(untold.impersonatedUser?.groups).toEqual(['system:nodes', 'system:authenticated'])
    expect(ask(asJane, granting(JANE, LIST), { mode: 'not-told' }).constraint).toBeUndefined()
  })

  it('can count an answer without a condition for every mode, or for legacy', () => {
    const webhook = allowingVerbs('impersonate', 'list') as ConditionalAuthorizer
    const constraintOf = (assumptions: Assumptions, request = asJane) => ask(request, webhook, assumptions).constraint
    expect(constraintOf({})).toBe('impersonate:user-info')
    expect(constraintOf({}, asNode)).toBe('impersonate:arbitrary-node')
    expect(constraintOf({ unconditional: 'legacy' })).toBeUndefined()
    expect(constraintOf({ unconditional: 'legacy' }, asNode)).toBeUndefined()
  })

  it('can remember the mode that worked last, or nothing', () => {
    const authorizer = granting(NODE, ON_NODE, LEGACY)
    const second = (assumptions: Assumptions) => {
      const memory = new ServerMemory()
      expect(ask(asJane, authorizer, assumptions, memory).constraint).toBeUndefined()
      return ask(asNode, authorizer, assumptions, memory).constraint
    }
    expect(second({})).toBeUndefined()
    expect(second({ memory: 'none' })).toBe('impersonate:arbitrary-node')
  })
})
