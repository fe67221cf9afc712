import { describe, expect, it } from 'vitest'
import { decider, type Scenario } from '../decide/index.ts'
import { GoalJudge, loadGoalParts } from '../goals/index.ts'
import { plainText, sentences } from '../words/index.ts'
import { changes } from './changes.ts'
import { explain, refusalLines } from './explain.ts'
import { nearEntries } from './near-entries.ts'

const decide = await decider()

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'

function roleFor(name: string, rules: string, subject: string): string {
  return `${RBAC}
kind: ClusterRole
metadata: {name: ${name}}
rules:
${rules}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: ${name}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${name}}
subjects: [${subject}]
`
}

const REPORTER = '{kind: ServiceAccount, name: reporter, namespace: agents}'
const OWN_NODE = roleFor(
  'own-node',
  `- {apiGroups: [authentication.k8s.io], resources: [nodes], verbs: ["impersonate:associated-node"]}
- {apiGroups: [""], resources: [nodes/status], verbs: ["impersonate-on:associated-node:update"]}`,
  REPORTER,
)
const JANE = '{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}'
const AS_DEPLOYER = roleFor(
  'as-deployer',
  `- {apiGroups: [authentication.k8s.io], resources: [serviceaccounts], verbs: ["impersonate:serviceaccount"]}
- {apiGroups: [""], resources: [pods], verbs: ["impersonate-on:serviceaccount:list", list]}`,
  `${JANE}, {kind: ServiceAccount, name: deployer, namespace: prod}`,
)

const UPDATE = 'PUT /api/v1/nodes/n1/status HTTP/1.1\nImpersonate-User: system:node:n1\n'
const LIST = 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: system:serviceaccount:prod:deployer\n'
const reporter = (node: string) => ({
  username: 'system:serviceaccount:agents:reporter',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:agents', 'system:authenticated'],
  extra: { 'authentication.kubernetes.io/node-name': [node] },
})

function scenario(policy: string, request: Scenario['request'] | string, over: Partial<Scenario> = {}): Scenario {
  return {
    version: 2,
    policy,
    request: typeof request === 'string' ? { form: 'http', text: request } : request,
    requestor: { username: 'jane', groups: ['system:authenticated'] },
    cluster: { version: '1.36', authorizationModes: ['Node', 'RBAC'] },
    design: 'constrained',
    ...over,
  }
}

function traceOf(one: Scenario) {
  const { trace } = decide(one)
  if (trace === undefined) throw new Error('not decided')
  return trace
}

function explanationOf(one: Scenario) {
  const explanation = explain(decide(one), { retry: { scenario: one, decide } })
  if (explanation === undefined) throw new Error('not refused')
  return explanation
}

const said = (one: Scenario) => refusalLines(explanationOf(one), 'Nearly: ').map(plainText)

const changesOf = (one: Scenario) => changes(decide(one), one, decide)
const inWords = (one: Scenario) =>
  changesOf(one).map(({ kind, parts }) => `${kind}: ${parts.map(plainText).join('; ')}`)

function because(one: Scenario): string {
  const { request } = decide(one)
  if (request.request === undefined) throw new Error('not understood')
  return plainText(sentences(traceOf(one), request.request).because)
}

const HEADER = 'Impersonate-Group is set, and only Impersonate-User may be set.'

describe('a group beside the name of a node', () => {
  const one = scenario(OWN_NODE, `${UPDATE}Impersonate-Group: system:nodes\n`, { requestor: reporter('n1') })

  it('is named as what kept the modes from being tried, with the answer without it', () => {
    expect(because(one)).toBe(
      `One check was made, and no authorizer allowed it. The modes associated-node and arbitrary-node were not tried: ${HEADER}`,
    )
    expect(said(one)).toEqual([
      `Nearly: Line 5 allows impersonate:associated-node, but that mode was not tried: ${HEADER}`,
      'Without Impersonate-Group the answer is 200, in the mode associated-node: the API server adds system:nodes and system:authenticated itself.',
    ])
    expect(nearEntries(explanationOf(one), traceOf(one), ({ line }) => `policy.yaml:${line}`)).toMatchObject([
      {
        line: 5,
        role: 'ClusterRole own-node',
        misses: [{ dimension: 'mode', cause: 'headers', has: ['associated-node'] }],
      },
    ])
  })

  it('is left out by the first change, which keeps all else as it was typed', () => {
    const [first, ...others] = changesOf(one)
    expect(inWords(one)[0]).toBe('request: send the request without Impersonate-Group')
    expect(first?.scenario?.request.text).toBe(UPDATE)
    expect(first?.policy).toBe(OWN_NODE)
    // The verb “impersonate” would lift the constraint that the policy has.
    expect(others).toEqual([])
    const kubectl = scenario(AS_DEPLOYER, {
      form: 'kubectl',
      text: 'kubectl get pods -n prod \\\n  --as-group=devs --as=system:serviceaccount:prod:deployer # why',
    })
    expect(changesOf(kubectl)[0]?.scenario?.request.text).toBe(
      'kubectl get pods -n prod \\\n --as=system:serviceaccount:prod:deployer # why',
    )
    // The type has another version there than in other clusters.
    const newer = scenario(
      AS_DEPLOYER.replace('[""], resources: [pods]', '[scheduling.k8s.io], resources: [podgroups]'),
      {
        form: 'kubectl',
        text: 'kubectl get podgroups -n prod --as-group=devs --as=system:serviceaccount:prod:deployer',
      },
      { cluster: { version: '1.37', authorizationModes: ['RBAC'] } },
    )
    expect(changesOf(newer)[0]?.scenario?.request.text).toBe(
      'kubectl get podgroups -n prod --as=system:serviceaccount:prod:deployer',
    )
  })

  it('is a warning at the header, under designs in which it matters', () => {
    const warnings = (design: string) =>
      decide({ ...one, design }).request.diagnostics.map(({ code, range }) => `${code} ${range.line}`)
    expect(warnings('constrained')).toEqual(['header-beside-name 3'])
    expect(warnings('legacy')).toEqual([])
    const fixes = (...groups: readonly string[]) => {
      const text = UPDATE + groups.map((group) => `Impersonate-Group: ${group}\n`).join('')
      return decide({ ...one, request: { form: 'http', text } }).request.diagnostics.map(({ fix }) => fix)
    }
    expect(fixes('system:nodes')).toEqual([
      'Leave it out: the API server adds the groups of nodes and service accounts itself.',
    ])
    expect(fixes('devs', 'system:nodes')[0]).toBe(
      'Leave it out where the request needs no right of "devs": without the header it is not in this group.',
    )
  })

  it('is said where a goal fails by it', async () => {
    const parts = await loadGoalParts(['nearest'])
    const goals = [
      'system:serviceaccount:prod:x cannot get pods',
      'jane as system:serviceaccount:prod:deployer in group devs can list pods in prod',
    ]
    const judge = new GoalJudge({ scenario: scenario(AS_DEPLOYER, LIST), goals }, decide, parts)
    const result = judge.result(1)
    expect(result.state).toBe('fails')
    expect(plainText(result.near ?? [])).toBe(
      `The mode serviceaccount was not tried: ${HEADER} Without Impersonate-Group the answer is 200, in the mode serviceaccount: the API server adds system:serviceaccounts, system:serviceaccounts:prod and system:authenticated itself, but not devs.`,
    )
  })
})

describe('what kept a mode from being tried', () => {
  it('is not all that is missing where the answer is the same without it', () => {
    const one = scenario('', `${LIST}Impersonate-Uid: u1\n`)
    expect(said(one)).toEqual([
      'Without Impersonate-Uid the answer is 403, too: no rule grants impersonate-on:serviceaccount:list on pods in namespace prod.',
    ])
    expect(inWords(one)[0]).toMatch(/^request-and-policy: send the request without Impersonate-Uid; add Role and /)
    const [first] = changesOf(one)
    expect(first?.decided.trace?.constraint).toBe('impersonate:serviceaccount')
    expect(first?.scenario).toMatchObject({ policy: first?.policy, request: { text: LIST } })
  })

  it('may be a malformed name', () => {
    const one = scenario(AS_DEPLOYER, LIST.replace('prod:deployer', 'prod/deployer'))
    expect(because(one)).toContain(
      'The mode serviceaccount was not tried: system:serviceaccount:prod/deployer is not a well-formed name of a service account.',
    )
    expect(said(one).at(-1)).toBe(
      'With the name system:serviceaccount:prod:deployer the answer is 200, in the mode serviceaccount.',
    )
    expect(inWords(one)[0]).toBe('request: impersonate system:serviceaccount:prod:deployer')
    expect(decide(one).request.diagnostics).toMatchObject([{ code: 'malformed-name', severity: 'warning' }])
  })

  it('lets no right be granted on a user who cannot exist', () => {
    const named = (name: string) =>
      changesOf(scenario(AS_DEPLOYER, LIST.replace('system:serviceaccount:prod:deployer', name))).map(
        ({ kind }) => kind,
      )
    for (const name of ['system:serviceaccount:prod', 'system:serviceaccount:', 'system:node:', 'system:node:N_1']) {
      expect(named(name).filter((kind) => kind !== 'request' && kind !== 'setting')).toEqual([])
    }
    expect(named('system:serviceaccount:prod/deployer')).toContain('request')
    expect(named('jane')).toContain('new-role')
  })

  it('may be the node that the token is bound to', () => {
    const one = scenario(OWN_NODE, UPDATE, { requestor: reporter('n2') })
    expect(because(one)).toContain(
      'The mode associated-node was not tried: the requestor’s token is bound to another node, n2.',
    )
    expect(said(one)).toEqual([
      'Nearly: Line 5 allows impersonate:associated-node, but that mode was not tried: the requestor’s token is bound to another node, n2.',
      'From a pod on node n1 the answer is 200, in the mode associated-node.',
    ])
    expect(inWords(one)[0]).toBe('request: send the request from a pod on node n1, to which its token is bound')
  })

  it('may be who asks, which no request changes', () => {
    const one = scenario(OWN_NODE.replaceAll(REPORTER, JANE), UPDATE)
    expect(because(one)).not.toContain('not tried')
    expect(said(one)).toContain(
      'Nearly: Line 5 allows impersonate:associated-node, but that mode was not tried: the requestor is not a service account.',
    )
  })

  it('may be the feature gate', () => {
    const cluster: Scenario['cluster'] = { version: '1.35', authorizationModes: ['RBAC'] }
    const one = scenario(AS_DEPLOYER, LIST, { cluster })
    expect(said(one)[0]).toBe(
      'Nearly: Line 5 allows impersonate:serviceaccount, but that mode was not tried: ConstrainedImpersonation is not on.',
    )
    expect(inWords(one)).toContain('setting: turn on the feature gate ConstrainedImpersonation')
  })
})
