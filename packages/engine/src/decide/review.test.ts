import { describe, expect, it } from 'vitest'
import { decider } from './decider.ts'
import type { Scenario } from './scenario.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: prod}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: devs}]
`
const decide = await decider()

function review(kind: string, spec: string, status = ''): Scenario {
  return {
    version: 2,
    policy: POLICY,
    request: { form: 'review', text: `apiVersion: authorization.k8s.io/v1\nkind: ${kind}\nspec:\n${spec}${status}` },
    requestor: { username: 'eve', groups: ['system:authenticated'] },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
}
const CHECK = '  resourceAttributes: {verb: get, resource: pods, namespace: prod}\n'
const DANA = '  user: dana\n  groups: [devs, system:authenticated]\n'

describe('a review that is the request', () => {
  it('is decided by its check alone, for the user whom it names, whoever sends it', () => {
    const { state, trace, question, design } = decide(review('SubjectAccessReview', DANA + CHECK))
    expect(state).toBe('decided')
    expect(design.id).toBe('review-handler')
    expect(trace).toMatchObject({ requestor: { username: 'dana' }, outcome: { kind: 'allowed', code: 201 } })
    expect(trace?.steps.flatMap(({ check }) => check?.attributes.verb ?? [])).toEqual(['get'])
    expect(question).toMatchObject({ refused: false, shown: 'answer' })
  })

  it('asks about the requestor where it names nobody', () => {
    const { trace } = decide(review('SelfSubjectAccessReview', CHECK))
    expect(trace).toMatchObject({ requestor: { username: 'eve' }, outcome: { kind: 'answered-no' } })
  })

  it.each([
    [
      '\nstatus: {allowed: true, reason: by RBAC}\n',
      'note',
      'The status says allowed: true, and so does the playground. The reasons differ.',
    ],
    [
      '\nstatus: {allowed: false}\n',
      'warning',
      'The status says allowed: false, and here it is allowed. A review that nobody has answered has this status, too.',
    ],
    ['\nstatus: {allowed: false, denied: true}\n', 'warning', 'The status says denied: true, and here it is allowed.'],
  ])('compares its status with the answer: %s', (status, severity, message) => {
    const { request } = decide(review('SubjectAccessReview', DANA + CHECK, status.trimStart()))
    expect(request.diagnostics).toMatchObject([{ code: 'review-status', severity, message }])
  })

  it('is not decided where it was not understood', () => {
    const { state, errors } = decide(review('SubjectAccessReview', DANA))
    expect(state).toBe('not-decided')
    expect(errors).toMatchObject([{ code: 'one-of-attributes' }])
  })
})
