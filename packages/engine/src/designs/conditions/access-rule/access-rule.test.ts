import { describe, expect, it } from 'vitest'
import { accessRules, authorizerChain, type ConditionalAuthorizer, rbac } from '../../../authorizers/index.ts'
import { CEL } from '../../../cel/index.ts'
import { readPolicy } from '../../../policy/index.ts'
import { rightsOf } from '../../../rights/index.ts'
import { accessRule } from '../../index.ts'
import { runDesign, wireRequest } from '../../testing.ts'

const GROUP = 'rbac.authorization.k8s.io'
const MAY_RELY =
  'apiGroups: [authorization.k8s.io], resources: [clusteraccessrules], resourceNames: [jane], verbs: [impersonate]'
const LEGACY = 'apiGroups: [""], resources: [users], verbs: [impersonate]'

function cluster(
  entries: readonly (readonly [effect: string, condition: string])[],
  ...rules: readonly string[]
): ConditionalAuthorizer {
  const policy = readPolicy(`apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: jane}
rule:
  entries:
${entries.map(([effect, condition]) => `  - {effect: ${effect}, condition: '${condition}', description: as ${effect}}`).join('\n')}
---
apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: everything}
rule: {entries: [{effect: Allow, condition: "true"}]}
---
apiVersion: ${GROUP}/v1
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
  const read = accessRules(policy, CEL)
  expect([...policy.diagnostics, ...read.diagnostics].filter(({ severity }) => severity === 'error')).toEqual([])
  return authorizerChain({ rbac: rbac(rightsOf(policy)), accessRules: read.authorizer }, ['RBAC'], '1.36')
}

const LISTING = [['Allow', 'impersonatedUser.username == "jane" && request.attributes.verb == "list"']] as const
const relying = (username: string, target?: string, rule = 'jane') =>
  wireRequest({ 'Impersonate-User': username, 'Impersonate-Access-Rule': rule }, target)

describe('access-rule', () => {
  it('asks whether the rule may be relied on, then the rule itself about the request', () => {
    const { asked, steps, outcome, constraint } = runDesign(accessRule, relying('jane'), cluster(LISTING, MAY_RELY))
    expect(asked).toEqual([
      'impersonate clusteraccessrules name=jane authorization.k8s.io v1alpha0',
      'list pods ns=prod v1',
      'list pods ns=prod v1',
    ])
    expect(steps.map(({ node }) => node)).toEqual(['A', 'N', 'M', 'E', 'S', 'R', 'allowed'])
    expect(steps.map(({ check }) => check?.attributes.accessRule).filter((name) => name !== undefined)).toEqual([
      'jane',
    ])
    expect([outcome.code, constraint]).toEqual([200, 'clusteraccessrules/jane'])
  })

  it('ends with the check that failed, and does not fall back', () => {
    const nodes = (...rules: readonly string[]) =>
      runDesign(accessRule, relying('bob'), cluster(LISTING, LEGACY, ...rules)).steps.map(({ node }) => node)
    expect(nodes()).toEqual(['A', 'N', 'M', 'forbidden'])
    expect(nodes(MAY_RELY)).toEqual(['A', 'N', 'M', 'E', 'forbidden'])
  })

  it('has nobody answer for the requestor’s own permission where the rule is asked', () => {
    const own = 'apiGroups: [""], resources: [pods], verbs: [list]'
    expect(runDesign(accessRule, relying('bob'), cluster(LISTING, MAY_RELY, own)).outcome.code).toBe(403)
  })

  it('counts no rule that is not declared', () => {
    const authorizer = cluster(LISTING, MAY_RELY)
    expect(runDesign(accessRule, wireRequest({ 'Impersonate-User': 'jane' }), authorizer).outcome.code).toBe(403)
    expect(runDesign(accessRule, relying('eve'), authorizer).outcome.code).toBe(403)
    const any = MAY_RELY.replace('resourceNames: [jane], ', '')
    expect(runDesign(accessRule, relying('eve', undefined, 'everything'), cluster(LISTING, any)).outcome.code).toBe(200)
    expect(runDesign(accessRule, relying('eve', undefined, 'nothing'), cluster(LISTING, any)).outcome).toMatchObject({
      message: expect.stringMatching(/AccessRules: \{clusteraccessrules.authorization.k8s.io "nothing" not found\}$/),
    })
  })

  it('denies in the words of an entry', () => {
    const entries = [...LISTING, ['Deny', 'impersonatedUser.username == "jane"']] as const
    expect(runDesign(accessRule, relying('jane'), cluster(entries, MAY_RELY)).outcome).toMatchObject({
      code: 403,
      message: expect.stringContaining('condition "jane/1" denied the request with description "as Deny"'),
    })
  })

  it('can be read as asking about each part of the target', () => {
    const entries = [
      ['Allow', 'request.attributes.resource == "users" && impersonatedRequest.verb == "list"'],
      ['Allow', 'request.attributes.resource == "groups" && request.attributes.name == "devs"'],
    ] as const
    const request = wireRequest({
      'Impersonate-User': 'jane',
      'Impersonate-Group': 'devs',
      'Impersonate-Access-Rule': 'jane',
    })
    const read = (review: string) =>
      runDesign(accessRule, request, cluster(entries, MAY_RELY), undefined, true, undefined, { review })
    expect(read('identity').asked).toEqual([
      'impersonate clusteraccessrules name=jane authorization.k8s.io v1alpha0',
      'impersonate users name=jane v1',
      'impersonate groups name=devs v1',
      'list pods ns=prod v1',
    ])
    expect([read('identity').outcome.code, read('action').outcome.code]).toEqual([200, 403])
  })

  it('is legacy for clients that declare nothing, an empty name included', () => {
    const { asked, constraint } = runDesign(accessRule, relying('jane', undefined, ''), cluster(LISTING, LEGACY))
    expect(asked).toEqual(['impersonate users name=jane v1', 'list pods ns=prod v1'])
    expect(constraint).toBeUndefined()
  })
})
