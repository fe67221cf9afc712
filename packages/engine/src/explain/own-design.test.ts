import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { type Decided, decider, type Scenario } from '../decide/index.ts'
import { OWN_DESIGN } from '../designs/index.ts'
import { plainText, sentences } from '../words/index.ts'
import { type Change, changes, type Decide } from './changes.ts'

const decideWith = await decider()
const decide: Decide = (scenario, options) => decideWith(scenario, { cel: CEL, ...options })

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-somebody}
rules:
- {apiGroups: [authentication.k8s.io], resources: [users], verbs: ['impersonate:user-info']}
- {apiGroups: [''], resources: [groups], resourceNames: [admins], verbs: [take]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: as-somebody}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-somebody}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: ctl}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: pods}
rules: [{apiGroups: [''], resources: [pods], verbs: [list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: pods}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: pods}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: jane}]
`

function scenario(design: string, headers = 'Impersonate-User: jane'): Scenario {
  return {
    version: 2,
    policy: POLICY,
    request: { form: 'http', text: `GET /api/v1/namespaces/prod/pods HTTP/1.1\n${headers}\n` },
    requestor: { username: 'ctl' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'], defaultRoles: false },
    design: OWN_DESIGN,
    designText: `design: mine\n${design}`,
  }
}

function decided(one: Scenario): Required<Pick<Decided, 'trace'>> & Decided {
  const made = decide(one)
  if (made.trace === undefined) throw new Error(made.errors.map(({ message }) => message).join('\n'))
  return { ...made, trace: made.trace }
}

function why(design: string, headers?: string): string {
  const { trace, request } = decided(scenario(design, headers))
  if (request.request === undefined) throw new Error('the request was not read')
  const { answer, because } = sentences(trace, request.request)
  return [answer, because].map(plainText).join(' ')
}

function dangers(design: string): readonly (readonly string[])[] {
  const one = scenario(design)
  const all: readonly Change[] = changes(decided(one), one, decide)
  return all.map(({ adds, unsafe }) => [
    ...adds.flatMap((right) => right.dangers.map(({ words }) => words)),
    ...unsafe.map(({ danger }) => danger),
  ])
}

describe('why a design as a text allows', () => {
  const groups = 'steps: {G: {stage: identity, ask: {verb: take, about: groups}}}\ndecide: G\n'

  it('without a check, where nothing that it asks about is asked for', () => {
    expect(why(groups)).toContain('Impersonation was allowed without a check.')
  })

  it('by the verb of its last check, where it does not ask about the name', () => {
    const as = 'Impersonate-User: jane\nImpersonate-Group: admins'
    expect(why(`${groups}become: {groups: asked}\n`, as)).toContain(
      'Impersonation was allowed by take after one check.',
    )
  })
})

it('a condition without a value is reported as that, not with the words for one that does not hold', () => {
  const unless = 'is: \'!("admins" in impersonatedUser.groups)\', cannot: nobody becomes an admin'
  const design = `steps: {Q: {${unless}}, L: {ask: legacy}}\ndecide: {all: [Q, L]}\n`
  expect(why(design)).toContain('has no value: field not found: groups')
  expect(why(design, 'Impersonate-User: jane\nImpersonate-Group: admins')).toContain('nobody becomes an admin')
})

describe('the danger of a change under a design as a text', () => {
  const OTHER_STEPS = 'Requests can be made as somebody else, where the other steps on that way of the design say yes.'

  it('is in any right that the design asks for', () => {
    const design = 'steps: {V: {stage: identity, ask: {verb: act-as, about: user}}}\ndecide: V\n'
    expect(dangers(design)).toEqual([[OTHER_STEPS]])
  })

  it('names no right of the released feature that the design does not ask for', () => {
    const design = 'steps: {V: {stage: identity, ask: {verb: impersonate, about: user}}}\ndecide: V\n'
    expect(dangers(design)).toEqual([[OTHER_STEPS]])
  })

  it('is in the older verb beside constrained rules where a step asks for it, in whichever order', () => {
    const design = 'steps: {L: {ask: legacy}, V: {ask: {verb: act-as, about: user}}}\ndecide: {all: [L, V]}\n'
    expect(dangers(design).flat()).toContain(
      'Constrained rules limit nobody who has the verb impersonate for the same target: it needs no right on the action.',
    )
  })
})
