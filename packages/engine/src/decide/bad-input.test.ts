import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { decider, needsConditions, type Scenario } from './index.ts'

const decideAny = await decider()
const decide = (scenario: Scenario) => decideAny(scenario, { cel: CEL })

/** A rule of one entry whose condition is in line 8. */
const rule = (condition: string): string => `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: example}
rule:
  entries:
  - effect: Allow
    condition: >-
      ${condition}
`
const impersonating = (condition: string): Scenario => ({
  version: 2,
  policy: rule(condition),
  request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: jane' },
  requestor: { username: 'deputy' },
  cluster: { version: '1.36', authorizationModes: ['AccessRules'] },
  design: 'conditional',
})

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: acme.io
  names: {plural: gates, kind: Gate}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
          spec:
            x-kubernetes-permission-verb: specification
`
const patching = (body: string, texts: Partial<Scenario> = {}): Scenario => ({
  version: 2,
  policy: '',
  request: {
    form: 'http',
    text: `PATCH /apis/acme.io/v1/namespaces/prod/gates/g HTTP/1.1\nContent-Type: application/json-patch+json\n\n${body}`,
  },
  requestor: { username: 'jane' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'fine-grained',
  storedObject: 'spec: {}\n',
  schema: CRD,
  ...texts,
})
const OPEN = '[{"op": "add", "path": "/spec/open", "value": true}]'

describe('bad input is named where it stands, and nothing is decided', () => {
  it.each([
    ['a condition that is no CEL', impersonating('action = "x"'), 'cel-syntax', 'policy', 8],
    ['a condition with a name that is none', impersonating('user.name == "x"'), 'cel-unknown-name', 'policy', 8],
    ['a pattern that RE2 does not take', impersonating('action.matches("(")'), 'cel-pattern', 'policy', 8],
    [
      'a definition without a schema',
      patching(OPEN, { schema: CRD.split('    schema:')[0] ?? '' }),
      'no-schema',
      'schema',
      7,
    ],
    [
      'a patch that does not apply',
      patching('[{"op": "remove", "path": "/spec/open"}]'),
      'patch-does-not-apply',
      'request',
      4,
    ],
    ['a patch of nothing', patching(OPEN, { storedObject: '' }), 'no-stored-object', 'request', 2],
    [
      'an object of a megabyte',
      patching(OPEN, { storedObject: `spec: {a: "${'x'.repeat(1_048_576)}"}` }),
      'object-too-large',
      'storedObject',
      1,
    ],
    [
      'a patch of a megabyte',
      patching(`[{"op": "add", "path": "/spec/open", "value": "${'x'.repeat(1_048_576)}"}]`),
      'object-too-large',
      'request',
      4,
    ],
    [
      'a parameter’s expression that is no CEL',
      patching(OPEN, {
        schema: CRD.replace(
          'specification',
          'gate\n            x-kubernetes-permission-parameter-source: key\n            x-kubernetes-permission-parameterized-by: key\n            x-kubernetes-permission-parameter-expression: parameter.(',
        ),
      }),
      'cel-syntax',
      'schema',
      15,
    ],
  ] as const)('%s', (_, scenario, code, source, line) => {
    const { state, trace, errors } = decide(scenario)
    expect(state).toBe('not-decided')
    expect(trace).toBeUndefined()
    expect(errors).toMatchObject([{ severity: 'error', code, range: { source, line } }])
    for (const { message } of errors) expect(message.length).toBeLessThan(200)
  })

  it('an object just within bounds is decided', () => {
    const { state, trace } = decide(patching(OPEN, { storedObject: `spec: {a: "${'x'.repeat(999_000)}"}` }))
    expect([state, trace?.outcome.code]).toEqual(['decided', 403])
  })
})

/** A policy that allows the request below, followed by another text. */
const allowing = (rest: string): Scenario => ({
  version: 2,
  policy: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [pods], verbs: [list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
${rest}`,
  request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1' },
  requestor: { username: 'jane' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
})

describe('half a document after a policy that allows', () => {
  it('is what makes the difference', () => {
    expect(decide(allowing('')).trace?.outcome.code).toBe(200)
  })

  it.each([
    ['in its kind', 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Clus'],
    [
      'in a string in a list',
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: r\nrules:\n- apiGroups: [""',
    ],
    ['in a key', 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: r\nrul'],
    ['at a tab', 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n\tname: r\n'],
    [
      'before its role',
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\nsubjects:\n- kind: User\n  name: y',
    ],
    ['in a quoted name', 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: "unfinished'],
    ['in JSON', '{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", '],
  ])('is not decided where it breaks off %s, and the error has its line', (_, half) => {
    const { state, trace, errors } = decide(allowing(`---\n${half}`))
    expect(state).toBe('not-decided')
    expect(trace).toBeUndefined()
    expect(errors[0]?.range).toMatchObject({ source: 'policy' })
    expect(errors[0]?.range.line).toBeGreaterThan(10)
  })
})

const MEGABYTE = 1024 * 1024

describe('a megabyte that is not a policy', () => {
  it.each([
    ['one line', 'x'.repeat(MEGABYTE)],
    ['opening brackets', '['.repeat(MEGABYTE)],
    ['a text that is not YAML', 'a: b: c\n'.repeat(MEGABYTE / 8)],
  ])('is not decided, with an error in its first line: %s', (_, policy) => {
    const { state, errors } = decide({ ...allowing(''), policy })
    expect(state).toBe('not-decided')
    expect(errors[0]?.range).toMatchObject({ source: 'policy', line: 1 })
  })

  it('grants nothing where it is empty documents', () => {
    expect(decide({ ...allowing(''), policy: '---\n'.repeat(MEGABYTE / 4) }).trace?.outcome.code).toBe(403)
  })
})

const MANY = `[${Array.from({ length: 300 }, (_, i) => i).join()}]`

describe('a condition that fails when it is evaluated', () => {
  it.each([
    ['at once', 'principal.extra["none"][0] == "x"', 'none'],
    ['once the target is known', 'resource.extra["none"][0] == "x"', 'field not found: extra'],
    ['by its arithmetic', '1 / size(resource.username.matches("z") ? "a" : "") == 1', 'divide by zero'],
    ['by its cost', `${MANY}.all(a, ${MANY}.all(b, resource.username != "x"))`, 'more than 50000 steps'],
  ])('%s allows nothing, and says which and why', (_, condition, why) => {
    const { state, trace } = decide(impersonating(`action == "impersonate" && ${condition}`))
    expect(state).toBe('decided')
    expect(trace?.outcome.code).toBe(403)
    const [check] = trace?.steps.flatMap((step) => step.check ?? []) ?? []
    const { error = '' } = check?.settled ?? check?.answer ?? {}
    expect(error).toContain(why)
    expect(error).toContain('condition "example/0" with effect=Allow evaluated to an error')
  })
})

describe('a language is needed', () => {
  it('for access rules that are asked, and for parameters that it processes, under any design', () => {
    expect(needsConditions(impersonating('true'))).toBe(true)
    expect(
      needsConditions({ ...impersonating('true'), cluster: { version: '1.36', authorizationModes: ['RBAC'] } }),
    ).toBe(false)
    const schema = `${CRD}            x-kubernetes-permission-parameter-expression: parameter\n`
    expect(needsConditions(patching(OPEN))).toBe(false)
    expect(needsConditions(patching(OPEN, { schema }))).toBe(true)
    expect(needsConditions(patching(OPEN, { schema, design: 'legacy' }))).toBe(true)
  })
})
