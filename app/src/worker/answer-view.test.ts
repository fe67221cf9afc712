import { decider, plainText, type RequestText, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { describe, expect, it } from 'vitest'
import type { AnswerView } from './answer.ts'
import { answerView } from './answer-view.ts'

const decide = await decider()

/** The answer to a request of a user who may do everything. */
function answerTo(request: RequestText): AnswerView {
  const scenario: Scenario = {
    version: 2,
    policy: `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: all}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: all}
subjects: [{kind: User, name: ctl, apiGroup: rbac.authorization.k8s.io}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: all}
rules: [{apiGroups: ['*'], resources: ['*'], verbs: ['*']}]
`,
    request,
    requestor: { username: 'ctl' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
  const decided = decide(scenario)
  expect(decided.errors).toEqual([])
  return answerView(decided, scenario)
}

it('counts the steps of a design in a text only where all of the text was understood', () => {
  const steps = (designText: string) => {
    const scenario: Scenario = {
      version: 2,
      policy: '',
      request: { form: 'http', text: 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane' },
      requestor: { username: 'ctl' },
      cluster: { version: '1.36', authorizationModes: ['RBAC'] },
      design: 'own',
      designText,
    }
    return answerView(decide(scenario, { cel: CEL }), scenario).designText?.steps
  }
  const text = `design: one
steps:
  C: { is: impersonatedUser.username != 'root' }
  V: { ask: { verb: be, about: [user, groups] } }
decide: { all: [C, V] }
`
  expect([text, text.replace('V]', 'W1]'), text].map(steps)).toEqual([2, undefined, 2])
})

/** For each check, the words of the request that light up with it. */
function highlightedWords(request: RequestText): readonly (readonly string[])[] {
  return answerTo(request).checks.map(({ request: ranges }) =>
    ranges.map(({ start, end }) => request.text.slice(start, end)),
  )
}

describe('the words of the request that a check is about', () => {
  it('are the request line or the header, in raw HTTP', () => {
    const lines = [
      'GET /api/v1/pods HTTP/1.1',
      'Impersonate-User: jane',
      'Impersonate-Group: devs',
      'Impersonate-Extra-a.io%2Fx: v',
      'Impersonate-Extra-a.io%2Fy: v',
    ]
    const [line, user, group, x, y] = lines
    expect(highlightedWords({ form: 'http', text: `\n${lines.join('\n')}` })).toEqual([
      [line],
      [user],
      [group],
      [x],
      [y],
      [line],
    ])
  })

  it('are the flag, or the command without such flags, in kubectl', () => {
    const command = ['kubectl get pods', '-A']
    expect(highlightedWords({ form: 'kubectl', text: 'kubectl get pods --as jane -A --as-group=devs' })).toEqual([
      command,
      ['--as jane'],
      ['--as-group=devs'],
      command,
    ])
  })

  it('are every header of a part that is asked for as a whole', () => {
    const groups = ['a', 'b', 'c', 'd'].map((name) => `Impersonate-Group: ${name}`)
    const text = ['GET /api/v1/pods', 'Impersonate-User: jane', ...groups].join('\n')
    expect(highlightedWords({ form: 'http', text })[2]).toEqual(groups)
  })
})

describe('the chart of what lies ahead', () => {
  const ends = (...lines: readonly string[]) =>
    answerTo({ form: 'http', text: lines.join('\n') }).ahead?.nodes.flatMap(({ shape, lines }) =>
      shape === 'end' ? [lines.map(plainText).join(' ')] : [],
    )

  it('has every end of a request that asks for no impersonation', () => {
    expect(ends('GET /api/v1/pods HTTP/1.1')).toEqual(['200: the request is served', '403 Forbidden'])
  })

  it('is the whole chart where the first edge would tell more than the request does', () => {
    expect(ends('GET /api/v1/pods HTTP/1.1', 'Impersonate-User: jane')).toBeUndefined()
    expect(ends('GET /api/v1/pods HTTP/1.1', 'Impersonate-Uid: 1')).toBeUndefined()
    expect(ends('GET /api/v1/watch HTTP/1.1')).toBeUndefined()
  })
})

describe('a fix', () => {
  it('names the control of the page', () => {
    const policy = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: viewers}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`
    const scenario: Scenario = {
      version: 2,
      policy,
      request: { form: 'http', text: 'GET /healthz HTTP/1.1' },
      requestor: { username: 'jane' },
      cluster: { version: '1.36', authorizationModes: ['RBAC'], defaultRoles: false },
      design: 'constrained',
    }
    expect(answerView(decide(scenario), scenario).policyDiagnostics).toMatchObject([
      {
        code: 'role-not-found',
        fix: 'Switch on the default roles in the cluster settings if its rules are to count.',
      },
    ])
  })
})
