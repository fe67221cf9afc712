import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import type { Decided } from './decided.ts'
import { decider } from './decider.ts'
import type { Scenario, SentRequest } from './scenario.ts'

const API = 'apiVersion: rbac.authorization.k8s.io/v1'
const POLICY = `
${API}
kind: ClusterRole
metadata: {name: impersonator}
rules:
- {apiGroups: [""], resources: [pods], verbs: [list, "impersonate-on:user-info:list"]}
- {apiGroups: [authentication.k8s.io], resources: [users], verbs: ["impersonate:user-info"]}
---
${API}
kind: ClusterRoleBinding
metadata: {name: impersonators}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: impersonator}
subjects: [{kind: User, name: ctl}, {kind: User, name: jane}]
`
const LIST = 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane'
const BROKEN = 'GET\nImpersonate-User jane'

function sending(text: string, rest: Partial<Scenario> = {}): Scenario {
  return {
    version: 2,
    policy: POLICY,
    request: { form: 'http', text },
    requestor: { username: 'ctl' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
    ...rest,
  }
}

function sent(text: string, after?: number): SentRequest {
  return {
    request: { form: 'http', text },
    requestor: { username: 'ctl' },
    ...(after !== undefined && { after }),
  }
}

const decide = await decider()
const checks = ({ trace }: Decided): number => trace?.steps.filter(({ check }) => check !== undefined).length ?? 0
const codes = ({ sent }: Decided) => sent.requests.map(({ outcome }) => outcome?.code)

describe('several requests to one server', () => {
  it('meet what the server remembers of those before', () => {
    expect(checks(decide(sending(LIST)))).toBe(3)
    expect(checks(decide(sending(LIST, { earlier: [sent(LIST)], after: 9 })))).toBe(1)
    expect(checks(decide(sending(LIST, { earlier: [sent(LIST)], after: 10 })))).toBe(3)
  })

  it('count the seconds between all of them', () => {
    const { sent: all } = decide(
      sending(LIST, { earlier: [sent(LIST, 7), sent(LIST, 3)], after: 4, later: [sent(LIST, 5)] }),
    )
    expect(all.here).toBe(2)
    // The first request comes when it comes, whatever pause it carries.
    expect(all.requests.map(({ at }) => at)).toEqual([0, 3, 7, 12])
  })

  it('change nothing about a request by what comes later', () => {
    const alone = decide(sending(LIST))
    const { trace, state, errors } = decide(sending(LIST, { later: [sent(LIST, 1), sent(BROKEN)] }))
    expect({ trace, state, errors }).toEqual({ trace: alone.trace, state: 'decided', errors: [] })
  })

  it('have no outcome after a request that is not understood: its effect on the memory is unknown', () => {
    expect(codes(decide(sending(LIST, { later: [sent(LIST, 1), sent(BROKEN), sent(LIST)] })))).toEqual([
      200,
      200,
      undefined,
      undefined,
    ])
  })

  it('are not decided after an earlier one that is not understood, and it is named', () => {
    const decided = decide(sending(LIST, { earlier: [sent(LIST), sent(BROKEN)] }))
    expect(decided.state).toBe('not-decided')
    expect(decided.trace).toBeUndefined()
    expect(codes(decided)).toEqual([undefined, undefined, undefined])
    expect(decided.errors).toMatchObject([{ code: 'earlier-request', message: expect.stringMatching(/^Request 2, /) }])
  })

  it('are each decided for their own requestor', () => {
    const bob: SentRequest = { ...sent(LIST), requestor: { username: 'bob' } }
    const decided = decide(sending(LIST, { earlier: [bob], after: 1 }))
    expect(codes(decided)).toEqual([403, 200])
    expect(checks(decided)).toBe(3)
  })
})

describe('what a cluster has beside the policy', () => {
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: prod}\nspec: {nodeName: n1, containers: []}\n'
  const asNode = (objects?: string): Scenario => ({
    ...sending('GET /api/v1/namespaces/prod/pods/web HTTP/1.1'),
    requestor: { username: 'system:node:n1', groups: ['system:nodes'] },
    cluster: { version: '1.36', authorizationModes: ['Node', 'RBAC'] },
    ...(objects !== undefined && { objects }),
  })

  it('ties stored objects to nodes', () => {
    expect(decide(asNode(pod)).trace?.outcome.code).toBe(200)
    expect(decide(asNode()).trace?.outcome.code).toBe(403)
    expect(decide(asNode(pod.replace('n1', 'n2'))).trace?.outcome.code).toBe(403)
  })

  it('keeps the scenario from being decided while a stored object is not understood', () => {
    const decided = decide(asNode(pod.replace('nodeName: n1', 'nodeName: [n1]')))
    expect(decided.state).toBe('not-decided')
    expect(decided.errors[0]?.range.source).toBe('objects')
  })

  it('is not read where nobody asks for it', () => {
    const { state, cluster } = decide(sending(LIST, { objects: 'kind: [' }))
    expect(state).toBe('decided')
    expect(cluster.objects).toBeUndefined()
  })

  it('counts the default roles when they are switched on, and not before', () => {
    const discovery = {
      ...sending('GET /apis HTTP/1.1'),
      requestor: { username: 'j', groups: ['system:authenticated'] },
    }
    const withDefaults = { ...discovery, cluster: { ...discovery.cluster, defaultRoles: true } }
    expect(decide(discovery).trace?.outcome.code).toBe(403)
    expect(decide(withDefaults).trace?.outcome.code).toBe(200)
    expect(decide(withDefaults).cluster.defaultRoles?.roles.length).toBeGreaterThan(50)
  })

  it('is read anew when a text changes under the same decider', () => {
    const code = (scenario: Scenario) => decide(scenario).trace?.outcome.code
    expect([code(asNode(pod)), code(asNode('')), code(asNode(pod)), code(sending(LIST)), code(asNode(pod))]).toEqual([
      200, 403, 200, 200, 200,
    ])
  })
})

describe('a header that only one design knows', () => {
  const bounded = (design: string) =>
    decide(sending(`${LIST}\nimpersonate-boundary: view\nImpersonate-Bound: view`, { design })).request.diagnostics.map(
      ({ code, range }) => [code, range.line],
    )

  it('means nothing under any other, and is not a mistake under that one', () => {
    const unknown = 'unknown-impersonation-header'
    expect(bounded('constrained')).toEqual([
      [unknown, 3],
      [unknown, 4],
    ])
    expect(bounded('boundary')).toEqual([[unknown, 4]])
  })
})

describe('a design that decides by what a request changes', () => {
  const patch = (body: string) =>
    `PATCH /api/v1/namespaces/prod/pods/web HTTP/1.1\nContent-Type: application/merge-patch+json\n\n${body}`
  const changing = (body: string, rest: Partial<Scenario> = {}): Scenario =>
    sending(patch(body), {
      design: 'fine-grained',
      policy: POLICY.replace('[list, "impersonate-on:user-info:list"]', '[granular, "granular:labels"]'),
      storedObject: 'metadata: {labels: {app: web}}',
      ...rest,
    })

  it('gets the changed fields, and reports the cost of checking them', () => {
    const { state, trace, change } = decide(changing('metadata: {labels: {app: db}}'))
    expect(state).toBe('decided')
    expect(trace).toMatchObject({ outcome: { code: 200 }, fieldChecks: { changed: 1, toCover: 1, checks: 2 } })
    expect(change?.change).toMatchObject({ kind: 'fields', sent: [{ path: 'metadata.labels[app]' }] })
  })

  it('is not decided while a text is not understood, each at its own place', () => {
    const place = (scenario: Scenario) => {
      const { state, errors } = decide(scenario)
      return [state, errors[0]?.range.source, errors[0]?.range.line]
    }
    expect(place(changing('metadata: ['))).toEqual(['not-decided', 'request', 4])
    expect(place(changing('{}', { storedObject: 'a: [' }))).toEqual(['not-decided', 'storedObject', 1])
    expect(place(changing('{}', { webhookChanges: '\n\n[{}]' }))).toEqual(['not-decided', 'webhookChanges', 3])
    expect(place(changing('{}', { schema: 'kind: Pod' }))).toEqual(['not-decided', 'schema', 1])
    expect(place({ ...changing('{}', { schema: 'kind: Pod' }), design: 'constrained' })).toEqual([
      'decided',
      undefined,
      undefined,
    ])
  })

  it('answers 400 to a patch that does not apply, for those who want a decision even partly', () => {
    const broken = decide(changing('[1]'), { evenPartly: true })
    expect(broken.state).toBe('partly')
    expect(broken.trace?.outcome.code).toBe(400)
  })

  it('computes the change of each request to the same server', () => {
    const allowed = changing('metadata: {labels: {app: db}}')
    const refused = changing('spec: {nodeName: n1}')
    expect(codes(decide({ ...allowed, earlier: [refused], later: [refused] }))).toEqual([403, 200, 403])
  })
})

describe('a command that sends several requests', () => {
  const granting = (...rules: readonly string[]): string => `
${API}
kind: Role
metadata: {name: own, namespace: default}
rules:
${rules.map((rule) => `- ${rule}`).join('\n')}
---
${API}
kind: RoleBinding
metadata: {name: own, namespace: default}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: own}
subjects: [{kind: User, name: ctl}]
`
  const commanded = (text: string, ...rules: readonly string[]): Decided =>
    decide(sending('', { policy: granting(...rules), request: { form: 'kubectl', text } }))
  const answers = ({ command }: Decided) => command?.requests.map(({ trace }) => trace?.outcome.code)
  const shown = ({ request }: Decided) => request.request?.method
  const PODS = '{apiGroups: [""], resources: [pods], verbs: [get, list]}'

  it('has one answer: the first that fails, though the others are sent', () => {
    const decided = commanded('kubectl get svc,pods,cm', PODS)
    expect(answers(decided)).toEqual([403, 200, 403])
    expect(decided.trace?.outcome.code).toBe(403)
    expect(decided.request.request?.target).toContain('/services')
    expect(decided.request.diagnostics[0]).toMatchObject({
      code: 'command-requests',
      detail:
        'Error from server (Forbidden): services is forbidden: User "ctl" cannot list resource "services" in API group "" in the namespace "default"',
    })
    expect(decided.sent.requests.map(({ outcome }) => outcome?.code)).toEqual([403])
  })

  it('falls back from a WebSocket to a POST, and answers with that', () => {
    const exec = '{apiGroups: [""], resources: [pods/exec], verbs: [create]}'
    const decided = commanded('kubectl exec web -- ls', PODS, exec)
    expect(answers(decided)).toEqual([200, 403, 200])
    expect([shown(decided), decided.trace?.outcome.code]).toEqual(['POST', 200])
    const refused = commanded('kubectl exec web -- ls', PODS)
    expect([answers(refused), shown(refused)]).toEqual([[200, 403, 403], 'POST'])
    const opened = commanded('kubectl exec web -- ls', PODS, exec.replace('create', 'get, create'))
    expect([answers(opened), shown(opened)]).toEqual([[200, 200, undefined], 'GET'])
    const halfOpened = commanded('kubectl exec web -- ls', PODS, exec.replace('create', 'get'))
    expect([answers(halfOpened), shown(halfOpened)]).toEqual([[200, 403, 403], 'POST'])
  })

  it('ends where a request that others need is refused', () => {
    const decided = commanded('kubectl exec deploy/web -- ls', PODS)
    expect(answers(decided)).toEqual([403, undefined, undefined, undefined])
    expect(decided.request.request?.target).toContain('/deployments/web')
  })

  it('answers with the request that it is for where all succeed', () => {
    const decided = commanded(
      'kubectl scale deploy web --replicas=2',
      '{apiGroups: [apps], resources: [deployments, deployments/scale], verbs: [get, patch]}',
    )
    expect([answers(decided), shown(decided)]).toEqual([[200, 200], 'PATCH'])
  })

  it('knows the custom resources that the text of the policy defines', () => {
    const definition = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec: {group: example.com, names: {kind: Widget, plural: widgets}, scope: Cluster, versions: [{name: v1, served: true}]}
`
    const request = { form: 'kubectl', text: 'kubectl get widget' } as const
    const decided = decide(sending('', { policy: granting(PODS) + definition, request }))
    expect([decided.trace?.outcome.code, decided.request.request?.target]).toEqual([
      403,
      '/apis/example.com/v1/widgets?limit=500',
    ])
    expect(decide(sending('', { policy: granting(PODS), request })).state).toBe('not-decided')
  })

  it('fills the server’s memory with all of its requests', () => {
    const twice = commanded('kubectl get pods,pods --as=jane')
    const one = decide(sending('', { request: { form: 'kubectl', text: 'kubectl get pods,pods --as=jane -A' } }))
    expect(answers(twice)).toEqual([403, 403])
    const asked = one.command?.requests.map(
      ({ trace }) => trace?.steps.filter(({ check }) => check !== undefined).length,
    )
    expect(asked).toEqual([3, 1])
  })
})

describe('a design of one’s own', () => {
  const ACTION_LAST = `design: action-last
from: constrained
decide: {choose: B, first: [{for: user, all: [I4, A4]}, {for: anyone, all: [L]}]}
`
  const own = (designText: string | undefined, text = LIST) =>
    decide(sending(text, { design: 'own', ...(designText !== undefined && { designText }) }), { cel: CEL })

  it('decides, under one id whatever its text calls it', () => {
    const { state, design, trace, designDiagnostics } = own(ACTION_LAST)
    expect([state, design.id, design.title, trace?.design]).toEqual(['decided', 'own', 'action-last', 'own'])
    expect(designDiagnostics?.filter(({ severity }) => severity === 'error')).toEqual([])
    const verbs = trace?.steps.flatMap(({ check }) => check?.attributes.verb ?? [])
    expect(verbs).toEqual(['impersonate:user-info', 'impersonate-on:user-info:list', 'list'])
  })

  it('that is not understood decides nothing: the error is in its text', () => {
    for (const text of [undefined, '', ACTION_LAST.replace('I4, A4', 'I4, A5')]) {
      const { state, trace, errors } = own(text)
      expect([state, trace]).toEqual(['not-decided', undefined])
      expect(errors.map(({ range }) => range.source)).toEqual(['designText'])
      // Another design must not decide in its place.
      const partly = decide(sending(LIST, { design: 'own', ...(text !== undefined && { designText: text }) }), {
        cel: CEL,
        evenPartly: true,
      })
      expect([partly.state, partly.trace]).toEqual(['not-decided', undefined])
    }
  })

  it('has its readings', () => {
    const text = `${ACTION_LAST}readings: [{id: group, text: Which, options: [{id: a, reading: A.}, {id: b, reading: B., change: {I4.ask.apiGroup: example.com}}]}]
`
    const chosen = (assumptions: Record<string, string>) =>
      decide(sending(LIST, { design: 'own', designText: text, assumptions: { own: assumptions } }), { cel: CEL })
    expect(chosen({ group: 'b' }).trace?.steps.flatMap(({ check }) => check?.attributes.apiGroup ?? [])[0]).toBe(
      'example.com',
    )
    expect(chosen({ group: 'c' }).errors.map(({ code }) => code)).toEqual(['unknown-assumption'])
  })

  it('that another design has beside it is not read', () => {
    expect(decide(sending(LIST, { designText: '[' })).state).toBe('decided')
  })
})
