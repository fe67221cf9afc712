import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../text/index.ts'
import { readPolicy } from './read-policy.ts'

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
  namespace: prod
rules:
- apiGroups: [""]
  resources: ["pods"]
  verbs: ["get", "list"]
`
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: readers
  namespace: prod
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: reader
subjects:
- kind: User
  name: jane
`

function problemsOf(text: string, severity: Diagnostic['severity'] = 'error'): readonly Diagnostic[] {
  return readPolicy(text).diagnostics.filter((diagnostic) => diagnostic.severity === severity)
}

/** The only error of a text: its code, the text that it points at, and its line and column. */
function errorIn(text: string) {
  const errors = problemsOf(text)
  expect(errors.map(({ message }) => message)).toHaveLength(1)
  const { code, range, path, detail, fix, message } = errors[0] as Diagnostic
  return {
    code,
    at: text.slice(range.start, range.end),
    where: `${range.line}:${range.column}`,
    path,
    detail,
    fix,
    message,
  }
}

describe('objects', () => {
  it('reads roles and bindings with their places', () => {
    const text = `${ROLE}---\n${BINDING}`
    const { roles, bindings, diagnostics } = readPolicy(text)
    expect(diagnostics).toEqual([])
    const [role] = roles
    expect(role).toMatchObject({ kind: 'Role', name: 'reader', namespace: 'prod' })
    expect(role?.rules).toMatchObject([
      { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], resourceNames: [] },
    ])
    const [rule] = role?.rules ?? []
    expect(text.slice(rule?.span.start, rule?.span.end)).toBe(
      'apiGroups: [""]\n  resources: ["pods"]\n  verbs: ["get", "list"]',
    )
    const [binding] = bindings
    expect(binding).toMatchObject({
      roleRef: { kind: 'Role', name: 'reader' },
      subjects: [{ kind: 'User', name: 'jane' }],
    })
    expect(text.slice(binding?.nameSpan.start, binding?.nameSpan.end)).toBe('readers')
  })

  it('puts Roles and RoleBindings without a namespace into default', () => {
    const { roles, bindings } = readPolicy(`${ROLE}---\n${BINDING}`.replaceAll('  namespace: prod\n', ''))
    expect([roles[0]?.namespace, bindings[0]?.namespace]).toEqual(['default', 'default'])
  })

  it('splits lists, as kubectl prints them', () => {
    const text = `apiVersion: v1
items:
- apiVersion: rbac.authorization.k8s.io/v1
  aggregationRule:
    clusterRoleSelectors:
    - matchLabels:
        rbac.example.com/aggregate: "true"
  kind: ClusterRole
  metadata:
    annotations:
      kubectl.kubernetes.io/last-applied-configuration: |
        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole"}
    creationTimestamp: "2026-01-31T12:00:00Z"
    finalizers:
    - example.com/cleanup
    managedFields:
    - apiVersion: rbac.authorization.k8s.io/v1
      fieldsType: FieldsV1
      fieldsV1:
        f:metadata:
          f:annotations:
            .: {}
      manager: kubectl
      operation: Update
      time: "2026-01-31T12:00:00Z"
    name: all
    ownerReferences:
    - apiVersion: v1
      kind: ConfigMap
      name: owner
      uid: 3f1c
    resourceVersion: "12"
    uid: 4f1c
  rules: null
- apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRoleBinding
  metadata:
    creationTimestamp: null
    name: all
  roleRef:
    apiGroup: rbac.authorization.k8s.io
    kind: ClusterRole
    name: all
- apiVersion: v1
  kind: ServiceAccount
  metadata:
    name: ctl
kind: List
metadata:
  resourceVersion: ""
`
    const { roles, bindings, notRead, diagnostics } = readPolicy(text)
    expect(diagnostics.map(({ severity, code }) => [severity, code])).toEqual([['note', 'not-read']])
    expect(roles[0]?.aggregationRule?.clusterRoleSelectors[0]?.matchLabels.get('rbac.example.com/aggregate')).toBe(
      'true',
    )
    expect(bindings).toMatchObject([{ name: 'all', subjects: [] }])
    expect(notRead).toMatchObject([{ apiVersion: 'v1', kind: 'ServiceAccount', name: 'ctl', range: { line: 45 } }])
  })

  it('gives the entries of a RoleList their kind', () => {
    const list =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n'
    expect(readPolicy(list).roles.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['Role a', 'Role b'])
  })

  it('reads JSON, one object or several', () => {
    const object = (name: string) =>
      JSON.stringify(
        { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name } },
        null,
        '\t',
      )
    for (const separator of ['', '\n', '\n---\n']) {
      const { roles, diagnostics } = readPolicy(`${object('a')}${separator}${object('b/'.replace('/', ''))}`)
      expect(diagnostics).toEqual([])
      expect(roles.map(({ name }) => name)).toEqual(['a', 'b'])
    }
    expect(readPolicy(object('😀').replace('😀', '\\ud83d\\ude00\\/'.replace('\\/', ''))).roles[0]?.name).toBe('😀')
  })

  it('reads Windows line ends, a byte order mark, comments and empty documents', () => {
    const text = `\ufeff# roles\n---\n# none here\n---\n${ROLE}---\n\n---\n${BINDING}...\n`.replaceAll('\n', '\r\n')
    const { roles, bindings, diagnostics } = readPolicy(text)
    expect(diagnostics).toEqual([])
    expect([roles.length, bindings.length]).toEqual([1, 1])
  })

  it('keeps the parts that are not broken, and names each broken one', () => {
    const text = `${ROLE}---\na: [b\n---\n${BINDING}---\n\tc: d\n`
    const { roles, bindings } = readPolicy(text)
    expect([roles.length, bindings.length]).toEqual([1, 1])
    expect(problemsOf(text).map(({ code, range }) => [code, range.line])).toEqual([
      ['unclosed-bracket', 11],
      ['tab-indentation', 26],
    ])
  })

  it('leaves out an object that the API server would refuse', () => {
    expect(readPolicy(ROLE.replace('verbs:', 'verb:')).roles).toEqual([])
  })

  it('knows no objects in an empty text', () => {
    expect(readPolicy('')).toMatchObject({ documents: [], roles: [], bindings: [], notRead: [], diagnostics: [] })
  })
})

describe('the kind of an object', () => {
  it('wants apiVersion and kind', () => {
    expect(errorIn('kind: Role\nmetadata: {name: a}\n')).toMatchObject({
      code: 'missing-api-version',
      at: 'Role',
      path: 'apiVersion',
      fix: 'Write apiVersion: rbac.authorization.k8s.io/v1.',
    })
    expect(errorIn('apiVersion: rbac.authorization.k8s.io/v1\n')).toMatchObject({ code: 'missing-kind', where: '1:13' })
    expect(errorIn('just a text\n')).toMatchObject({ code: 'not-an-object', at: 'just a text' })
  })

  it.each([
    ['rbac.authorization.k8s.io/v1beta1', 'rbac.authorization.k8s.io/v1beta1 was served until Kubernetes 1.21.'],
    ['rbac.authorization.k8s.io/v2', 'There is no kind “Role” in the API version “rbac.authorization.k8s.io/v2”.'],
    ['rbac.authorisation.k8s.io/v1', 'There is no kind “Role” in the API version “rbac.authorisation.k8s.io/v1”.'],
    ['v1', 'There is no kind “Role” in the API version “v1”.'],
  ])('refuses a Role of %s', (version, message) => {
    expect(errorIn(ROLE.replace('rbac.authorization.k8s.io/v1', version))).toMatchObject({
      code: 'wrong-api-version',
      at: version,
      message,
      fix: 'Write apiVersion: rbac.authorization.k8s.io/v1.',
      detail: `no matches for kind "Role" in version "${version}"`,
    })
  })

  it('does not read a Role of somebody else, and warns', () => {
    const policy = readPolicy(ROLE.replace('rbac.authorization.k8s.io/v1', 'iam.aws.upbound.io/v1beta1'))
    expect(policy.notRead).toMatchObject([{ kind: 'Role', name: 'reader' }])
    expect(policy.diagnostics.map(({ severity, code }) => [severity, code])).toEqual([
      ['warning', 'foreign-role'],
      ['note', 'not-read'],
    ])
  })

  it('suggests a kind that is written otherwise', () => {
    expect(errorIn(ROLE.replace('kind: Role', 'kind: role'))).toMatchObject({
      code: 'unknown-kind',
      at: 'role',
      fix: 'Write kind: Role.',
    })
    expect(errorIn(BINDING.replace('kind: RoleBinding', 'kind: RoleBindings'))).toMatchObject({
      fix: 'Write kind: RoleBinding.',
    })
  })

  it('finds apiVersion and kind in any case, as the API server does, and refuses the case, as kubectl does first', () => {
    expect(problemsOf(ROLE.replace('kind: Role', 'Kind: Role'))).toMatchObject([
      { code: 'missing-kind', fix: 'Write “kind”.', detail: 'kind not set' },
      { code: 'unknown-field', fix: 'Did you mean “kind”?' },
    ])
  })

  it('wants items in a list', () => {
    expect(errorIn('apiVersion: v1\nkind: List\n')).toMatchObject({ code: 'list-without-items' })
  })
})

describe('fields', () => {
  it('refuses unknown fields and says which was probably meant', () => {
    expect(errorIn(ROLE.replace('verbs:', 'verb:'))).toMatchObject({
      code: 'unknown-field',
      at: 'verb',
      where: '9:3',
      path: 'rules[0].verb',
      detail: 'strict decoding error: unknown field "rules[0].verb"',
      fix: 'Did you mean “verbs”?',
    })
    expect(errorIn(ROLE.replace('apiGroups:', 'apiGroup:')).fix).toBe('Did you mean “apiGroups”?')
  })

  it('says where a misplaced field belongs', () => {
    expect(
      errorIn(
        ROLE.replace('  name: reader\n', '')
          .replace('rules:', 'name: reader\nrules:')
          .replace('metadata:', 'metadata:\n  generateName: x'),
      ),
    ).toMatchObject({
      fix: '“name” belongs under “metadata”: indent it further.',
    })
    expect(errorIn(`${ROLE}  subjects: []\n`).fix).toBe(
      '“subjects” belongs at the top level of the object: indent it like “kind”.',
    )
    expect(errorIn(`${ROLE}roleRef: {kind: Role, name: x}\n`).fix).toBe(
      'Remove it, or change “kind”: it is a field of RoleBinding and ClusterRoleBinding.',
    )
  })

  it('names a missing line with --- first', () => {
    const binding = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nroleRef: {kind: Role, name: x}\n'
    const [first] = readPolicy(ROLE + binding).diagnostics
    expect(first?.fix).toBe(`Another object begins in line ${ROLE.split('\n').length}: put a line with --- before it.`)
  })

  it('writes a list for values that are separated by commas', () => {
    const given = (verbs: string) => errorIn(ROLE.replace(/verbs: .*/, `verbs: ${verbs}`)).fix
    expect(given('get,delete')).toBe('Write ["get", "delete"].')
    expect(given('get')).toBe('Write ["get"].')
    expect(given('get and delete, too')).toBe('Write ["get and delete, too"].')
  })

  it('refuses a key that is given twice', () => {
    expect(errorIn(ROLE.replace('  name: reader\n', '  name: reader\n  name: writer\n'))).toMatchObject({
      code: 'duplicate-key',
      at: 'name',
      where: '5:3',
      path: 'metadata.name',
      detail: 'strict decoding error: yaml: unmarshal errors:\n  line 5: key "name" already set in map',
    })
    const json = '{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"a","name":"b"}}'
    expect(errorIn(json).detail).toBe('strict decoding error: duplicate field "metadata.name"')
  })

  it.each([
    ['y', 'true'],
    ['no', 'false'],
    ['on', 'true'],
    ['Off', 'false'],
  ])('refuses %s without quotes, the boolean %s of YAML 1.1', (word, value) => {
    expect(errorIn(BINDING.replace('name: jane', `name: ${word}`))).toMatchObject({
      code: 'boolean-not-string',
      at: word,
      message: `“${word}” without quotes is the boolean ${value} in YAML 1.1, and “subjects[0].name” takes a string.`,
      fix: `Write "${word}" in quotes.`,
      detail: 'json: cannot unmarshal bool into Go struct field Subject.subjects.name of type string',
    })
    expect(problemsOf(BINDING.replace('name: jane', `name: "${word}"`))).toEqual([])
  })

  it('warns of a label whose key becomes a boolean', () => {
    const text = ROLE.replace('  name: reader\n', '  name: reader\n  labels: {on: x}\n')
    expect(problemsOf(text, 'warning').map(({ code, fix }) => [code, fix])).toEqual([
      ['boolean-key', 'Write "on" in quotes.'],
    ])
    expect(readPolicy(text).roles[0]?.labels).toEqual(new Map([['true', 'x']]))
  })

  it('refuses numbers, single values and mappings where something else is wanted', () => {
    expect(errorIn(BINDING.replace('name: jane', 'name: 0123'))).toMatchObject({
      code: 'number-not-string',
      fix: 'Write "0123" in quotes.',
    })
    expect(errorIn(ROLE.replace('["pods"]', 'pods'))).toMatchObject({ code: 'list-expected', fix: 'Write ["pods"].' })
    expect(errorIn(ROLE.replace('- apiGroups', '  apiGroups'))).toMatchObject({ code: 'list-expected', path: 'rules' })
    expect(errorIn(ROLE.replace('["pods"]', '[{a: b}]'))).toMatchObject({ code: 'wrong-type', at: '{a: b}' })
  })

  it('takes null for a field as if it were left out', () => {
    expect(problemsOf(ROLE.replace('namespace: prod', 'namespace: null\n  labels: ~'))).toEqual([])
  })

  it('does merges and aliases, and refuses a merge that repeats a key', () => {
    const shared = `${ROLE}- &one\n  apiGroups: [""]\n  resources: [pods]\n  verbs: [get]\n- *one\n- <<: *one\n  resourceNames: [a]\n`
    expect(readPolicy(shared).roles[0]?.rules.map(({ resourceNames }) => resourceNames)).toEqual([[], [], [], ['a']])
    expect(errorIn(`${shared}  verbs: [list]\n`)).toMatchObject({ code: 'duplicate-key', path: 'rules[3].verbs' })
  })

  it('finds several errors of several kinds at once', () => {
    const text = ROLE.replace('["get", "list"]', '[get, no]')
      .replace('name: reader', 'name: a/b')
      .replace('kind: Role', 'kind: Role\nspec: 1')
    expect(problemsOf(text).map(({ code, range }) => [code, range.line])).toEqual([
      ['unknown-field', 3],
      ['invalid-name', 5],
      ['boolean-not-string', 10],
    ])
  })
})

describe('validation', () => {
  it('refuses a rule without verbs, groups or resources, and points at it', () => {
    const text = ROLE.replace('  verbs: ["get", "list"]\n', '')
    expect(errorIn(text)).toMatchObject({
      code: 'missing-verbs',
      at: 'apiGroups',
      path: 'rules[0].verbs',
      detail: 'rules[0].verbs: Required value',
    })
    expect(errorIn(ROLE.replace('["get", "list"]', '[]'))).toMatchObject({ code: 'missing-verbs', at: '[]' })
    expect(errorIn(ROLE.replace('verbs: ["get", "list"]', 'verbs:'))).toMatchObject({
      code: 'missing-verbs',
      at: 'verbs',
    })
  })

  it('does not also miss what a misspelt field was meant to be', () => {
    expect(problemsOf(ROLE.replace('verbs:', 'verb:')).map(({ code }) => code)).toEqual(['unknown-field'])
  })

  it('refuses nonResourceURLs in a Role, and beside resources anywhere', () => {
    const text = `${ROLE}- nonResourceURLs: ["/healthz"]\n  verbs: [get]\n`
    expect(errorIn(text)).toMatchObject({
      code: 'non-resource-urls-in-role',
      at: 'nonResourceURLs',
      where: '10:3',
      detail:
        'rules[1].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to non-resource URLs',
    })
    const mixed = ROLE.replace('kind: Role', 'kind: ClusterRole').replace('  namespace: prod\n', '')
    expect(errorIn(`${mixed}  nonResourceURLs: ["/a"]\n`).code).toBe('mixed-rule')
  })

  it('refuses bad names, and points at metadata when there is none', () => {
    expect(errorIn(ROLE.replace('name: reader', 'name: a%b'))).toMatchObject({
      code: 'invalid-name',
      at: 'a%b',
      detail: 'metadata.name: Invalid value: "a%b": may not contain \'%\'',
    })
    expect(errorIn(ROLE.replace('  name: reader\n', ''))).toMatchObject({ code: 'missing-name', at: 'metadata' })
    expect(errorIn(ROLE.replace('namespace: prod', 'namespace: a.b'))).toMatchObject({
      code: 'invalid-namespace',
      detail: 'metadata.namespace: Invalid value: "a.b": must not contain dots',
    })
  })

  it('refuses a binding without roleRef, or with an invalid one', () => {
    const without = BINDING.replace(/roleRef:\n(?: {2}.*\n)*/, '')
    expect(problemsOf(without)).toMatchObject([
      {
        code: 'missing-role-ref',
        range: { line: 2, column: 7 },
        path: 'roleRef.kind',
        detail: 'roleRef.kind: Unsupported value: "": supported values: "Role", "ClusterRole"',
      },
      { code: 'missing-role-name', range: { line: 2, column: 7 }, detail: 'roleRef.name: Required value' },
    ])
    expect(errorIn(BINDING.replace('kind: Role\n', 'kind: Roles\n'))).toMatchObject({
      code: 'wrong-role-kind',
      at: 'Roles',
      fix: 'Write kind: Role.',
      detail: 'roleRef.kind: Unsupported value: "Roles": supported values: "Role", "ClusterRole"',
    })
    const cluster = BINDING.replace('kind: RoleBinding', 'kind: ClusterRoleBinding').replace('  namespace: prod\n', '')
    expect(errorIn(cluster)).toMatchObject({ code: 'wrong-role-kind', fix: 'Write kind: ClusterRole.' })
  })

  it('refuses invalid subjects', () => {
    expect(errorIn(BINDING.replace('kind: User', 'kind: Serviceaccount'))).toMatchObject({
      code: 'wrong-subject-kind',
      at: 'Serviceaccount',
      fix: 'Write kind: ServiceAccount.',
    })
    const account = BINDING.replace('kind: User', 'kind: ServiceAccount')
    expect(problemsOf(account)).toEqual([])
    const cluster = account
      .replace('kind: RoleBinding', 'kind: ClusterRoleBinding')
      .replace('kind: Role\n', 'kind: ClusterRole\n')
    expect(errorIn(cluster.replace('  namespace: prod\n', ''))).toMatchObject({
      code: 'missing-subject-namespace',
      path: 'subjects[0].namespace',
      detail: 'subjects[0].namespace: Required value',
    })
    expect(errorIn(account.replace('name: jane', 'name: system:serviceaccount:a:b')).fix).toBe(
      'Write namespace and name separately, or make it a subject of kind User.',
    )
  })

  it('ignores a namespace where the API server does, and says so', () => {
    const text = ROLE.replace('kind: Role', 'kind: ClusterRole')
    expect(problemsOf(text)).toEqual([])
    expect(problemsOf(text, 'warning')).toMatchObject([{ code: 'namespace-ignored', path: 'metadata.namespace' }])
    expect(readPolicy(text).roles[0]?.namespace).toBe('')
    expect(problemsOf(`${BINDING}  namespace: prod\n`, 'warning').map(({ code }) => code)).toContain(
      'namespace-ignored',
    )
  })

  it('names an object with generateName, and says so', () => {
    const text = ROLE.replace('  name: reader', '  generateName: reader-')
    expect(readPolicy(text).roles[0]?.name).toBe('reader-xxxxx')
    expect(problemsOf(text, 'warning').map(({ code }) => code)).toEqual(['generated-name'])
  })
})

describe('texts that are not YAML', () => {
  it.each([
    ['rules:\n\t- verbs: [get]\n', 'tab-indentation', '2:1', '\t'],
    ['verbs: ["get", "list"\nresources: [a]\n', 'unclosed-bracket', '1:8', '["get", "list"'],
    ['verbs: ["get" "list"]\n', 'missing-comma', '1:15', '"list"]'],
    ['name: "a"b\n', 'text-after-quote', '1:10', 'b'],
    ['name: "jane\nkind: User\n', 'unclosed-quote', '1:7', '"jane'],
    ['a: "b\nc: "d"\n', 'unclosed-quote', '1:4', '"b'],
    ['rules:\n- verbs: [get]\n  res\n  b: c\n', 'missing-colon', '3:3', 'res'],
    ['name: a: b\n', 'misplaced-colon', '1:1', 'name: a:'],
    ['a: b\n  c: d\n', 'misplaced-colon', '2:3', 'c:'],
    ['verbs: - get\n', 'misplaced-dash', '1:8', '- get'],
    ['a:\n    b: c\n  d: e\n', 'bad-indentation', '3:3', 'd: e'],
    ['- a\n- b\nc: d\n', 'bad-indentation', '3:1', 'c: d'],
    ['verbs: [*]\n', 'unquoted-asterisk', '1:9', '*'],
    ['resources:\n- */scale\n', 'unquoted-asterisk', '2:3', '*/scale'],
    ['name: *jane\n', 'unknown-alias', '1:7', '*jane'],
    ['name: @jane\n', 'reserved-character', '1:7', '@jane'],
    ['name: "a\\qb"\n', 'bad-escape', '1:9', '\\q'],
    ['name: "\\ud83d"\n', 'bad-escape', '1:8', '\\ud'],
    ['a: |x\n  b\n', 'bad-block-header', '1:4', '|x'],
    ['a: !e!x b\n', 'bad-tag', '1:4', '!e!x'],
    ['%YAML 1.1\n', 'directive', '1:1', '%YAML 1.1'],
    ['a: b\0c\n', 'control-character', '1:5', '\0'],
    ['--- a: b\n', 'document-separator', '1:1', '--- a: b'],
    ['a: &x [*x]\n', 'self-alias', '1:8', '*x'],
  ])('%j is %s at %s', (text, code, where, at) => {
    expect(errorIn(text)).toMatchObject({ code, where, at })
    expect(errorIn(text).fix).toMatch(/\S/)
  })

  it('refuses what follows several JSON objects', () => {
    expect(errorIn('{"apiVersion":"v1","kind":"A"}{"apiVersion":"v1","kind":"B"}\n# c\n')).toMatchObject({
      code: 'json-stream',
    })
  })

  it('reports text that the API server ignores', () => {
    const text = `${ROLE}...\nkind: ignored\n`
    expect(problemsOf(text)).toEqual([])
    expect(problemsOf(text, 'warning')).toMatchObject([{ code: 'ignored-text', range: { line: 11 } }])
  })
})

describe('hostile texts', () => {
  it('gives up on nesting and aliases without end', () => {
    expect(errorIn('['.repeat(100_000)).code).toBe('nested-too-deep')
    expect(errorIn('{"a":'.repeat(100_000)).code).toBe('nested-too-deep')
    expect(errorIn('- '.repeat(100_000)).code).toBe('nested-too-deep')
    expect(errorIn(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`).code).toBe('nested-too-deep')
    const levels = Array.from({ length: 40 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`)
    expect(errorIn(`l0: &l0 [x]\n${levels.join('\n')}\n`).code).toBe('excessive-aliasing')
  })

  it('refuses nesting that only aliases make too deep', () => {
    const open = '['.repeat(900)
    const close = ']'.repeat(900)
    const levels = Array.from({ length: 20 }, (_, i) => `l${i + 1}: &l${i + 1} ${open}*l${i}${close}`)
    expect(problemsOf(`${ROLE}l0: &l0 x\n${levels.join('\n')}\n`).map(({ code }) => code)).toContain('nested-too-deep')
  })

  it('stops after a thousand errors, and says so', () => {
    const errors = problemsOf('---x\n'.repeat(5000))
    expect(errors).toHaveLength(1001)
    expect(errors.at(-1)).toMatchObject({ code: 'too-many-errors' })
  })

  it('reads names of properties of JavaScript objects as ordinary names', () => {
    const text = ROLE.replace('  name: reader\n', '  name: reader\n  labels: {toString: a, constructor: b}\n')
    expect(readPolicy(text).roles[0]?.labels).toEqual(
      new Map([
        ['toString', 'a'],
        ['constructor', 'b'],
      ]),
    )
    expect(errorIn(ROLE.replace('kind: Role', 'kind: __proto__')).code).toBe('unknown-kind')
    expect(errorIn(`${ROLE}toString: 1\n`).code).toBe('unknown-field')
  })
})
