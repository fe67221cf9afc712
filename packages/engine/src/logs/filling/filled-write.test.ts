import { describe, expect, it } from 'vitest'
import { decider, type Scenario } from '../../decide/index.ts'
import { plainText } from '../../words/index.ts'
import { parseClusterOutput } from '../line/cluster-output.ts'
import { agreementWith } from './agreement.ts'
import { type Filling, filledScenario } from './filling.ts'

const OPERATOR = 'system:serviceaccount:ops:installer'

const refusal = (object: string, rules: string) =>
  `${object} is forbidden: user "${OPERATOR}" (groups=["system:serviceaccounts" "system:serviceaccounts:ops" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n${rules}`

const RULE = '{APIGroups:["apps"], Resources:["deployments"], Verbs:["get" "list"]}'
const URL = '{NonResourceURLs:["/metrics"], Verbs:["get"]}'

const role = (kind: string, meta: string, rules: string) =>
  `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {${meta}}\nrules: [${rules}]\n`
const WRITES =
  '{apiGroups: [rbac.authorization.k8s.io], resources: [roles, clusterroles, rolebindings, clusterrolebindings], verbs: [create, update]}'
const subject = 'subjects: [{kind: ServiceAccount, name: installer, namespace: ops}]'
const bound = (kind: string, meta: string, ref: string) =>
  `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {${meta}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${ref}}\n${subject}\n`
const POLICY =
  role('ClusterRole', 'name: installer', WRITES) + bound('ClusterRoleBinding', 'name: installer', 'installer')
const ONLY_IN_OPS =
  role('ClusterRole', 'name: installer', WRITES) + bound('RoleBinding', 'name: i, namespace: ops', 'installer')

function filled(text: string, policy: string): Filling & { readonly trace: ReturnType<typeof traceIn> } {
  const [observed] = parseClusterOutput(text).requests
  if (observed === undefined) throw new Error(`nothing in ${text}`)
  const before: Scenario = {
    version: 2,
    policy,
    request: { form: 'http', text: '' },
    requestor: { username: '' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
  const filling = filledScenario(observed, before)
  return { ...filling, trace: traceIn(filling.scenario) }
}

const decide = await decider()

function traceIn(scenario: Scenario) {
  return decide(scenario).trace
}

const said = (all: Filling['assumed']) => all.map(plainText).join('\n')

describe('a write that would grant more than its writer holds', () => {
  it('of a ClusterRole is played with the rules of the text, and agrees', () => {
    const filling = filled(refusal('clusterroles.rbac.authorization.k8s.io "web"', `${RULE}\n${URL}`), POLICY)
    expect(filling.scenario.request.text).toContain('POST /apis/rbac.authorization.k8s.io/v1/clusterroles')
    expect(filling.missing.filter(({ needed }) => needed)).toEqual([])
    expect(filling.trace?.grant?.rules.map(({ rule, coveredBy }) => [rule.verbs[0], coveredBy])).toEqual([
      ['get', undefined],
      ['list', undefined],
      ['get', undefined],
    ])
    if (filling.trace === undefined) throw new Error('not decided')
    expect(agreementWith(filling, '', filling.scenario, filling.trace)?.agrees).toBe(true)
    expect(said(filling.assumed)).toContain('lists only the rules that the writer did not hold')
  })

  it('of an object of the policy is an update', () => {
    const policy = POLICY + role('ClusterRole', 'name: web', '{apiGroups: [""], resources: [pods], verbs: [get]}')
    const filling = filled(refusal('clusterroles.rbac.authorization.k8s.io "web"', RULE), policy)
    expect(filling.scenario.request.text).toContain('PUT /apis/rbac.authorization.k8s.io/v1/clusterroles/web')
    expect(filling.trace?.outcome.code).toBe(403)
  })

  it('of an object that has the rules already says so', () => {
    const rules = '{apiGroups: [apps], resources: [deployments], verbs: [get, list]}'
    const policy = POLICY + role('ClusterRole', 'name: web', rules)
    expect(said(filled(refusal('clusterroles.rbac.authorization.k8s.io "web"', RULE), policy).remarks)).toContain(
      'ClusterRole web of the policy has these rules already.',
    )
  })

  it('with an error of a role that was not found, lists the rules all the same', () => {
    const more = `${RULE}; resolution errors: [clusterroles.rbac.authorization.k8s.io "gone" not found]`
    const filling = filled(refusal('clusterroles.rbac.authorization.k8s.io "web"', more), POLICY)
    expect(filling.trace?.grant?.rules).toHaveLength(2)
  })

  it('in a namespace has the only one where its writer may write, or asks for it', () => {
    const text = refusal('roles.rbac.authorization.k8s.io "web"', RULE)
    const there = filled(text, ONLY_IN_OPS)
    expect(there.scenario.request.text).toContain('POST /apis/rbac.authorization.k8s.io/v1/namespaces/ops/roles')
    expect(said(there.assumed)).toContain('The text does not name the namespace: ops is filled in')
    const anywhere = filled(text, POLICY + bound('RoleBinding', 'name: x, namespace: shop', 'gone'))
    expect(anywhere.trace).toBeUndefined()
    expect(anywhere.missing.map(({ words }) => plainText(words))[0]).toMatch(
      /^The text does not name the namespace of Role web, and the answer may differ between .* of the policy\. Paste the command with -n/,
    )
  })

  it('in a namespace is in the one that the text around it names, or in any where the policy has none of its own', () => {
    const text = refusal('roles.rbac.authorization.k8s.io "web"', RULE).replaceAll(OPERATOR, 'jo')
    const there = filled(`$ kubectl -n lab apply -f web.yaml\nError from server (Forbidden): ${text}`, '')
    expect(there.scenario.request.text).toContain('/namespaces/lab/roles')
    expect(said(there.assumed)).toContain('lab is filled in, which the text around it names')
    expect(said(filled(text, '').assumed)).toContain('so that the answer is the same in each')
  })

  it('of a binding binds the only role that grants what is missing, or asks for the role', () => {
    const text = refusal('clusterrolebindings.rbac.authorization.k8s.io "web"', RULE)
    const apps = '{apiGroups: [apps], resources: [deployments], verbs: [get, list]}'
    const one = filled(text, POLICY + role('ClusterRole', 'name: apps', apps))
    expect(one.scenario.request.text).toContain('"name": "apps"')
    expect(one.trace?.outcome.code).toBe(403)
    expect(said(one.assumed)).toContain('ClusterRole apps is filled in')
    const none = filled(text, POLICY)
    expect(none.trace).toBeUndefined()
    expect(none.missing.map(({ words }) => plainText(words))[0]).toContain('does not name the role')
  })
})
