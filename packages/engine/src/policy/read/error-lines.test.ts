import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPolicy } from './read-policy.ts'

/** A line of a policy, and the API server's error for it. `at` is the path of the value that has the line. */
interface Line {
  readonly text: string
  readonly error?: (at: string, lineInDocument: number) => { readonly path: string; readonly detail: string }
}

const good = (text: string): Line => ({ text })
const invalid = (text: string, field: string, words: string): Line => ({
  text,
  error: (at) => ({ path: `${at}${field}`, detail: `${at}${field}: ${words}` }),
})
const unknown = (text: string, field: string): Line => ({
  text,
  error: (at) => ({ path: `${at}${field}`, detail: `strict decoding error: unknown field "${at}${field}"` }),
})
const wrong = (text: string, field: string, words: string): Line => ({
  text,
  error: (at) => ({ path: `${at}${field}`, detail: `json: cannot unmarshal ${words}` }),
})
const again = (text: string, field: string): Line => ({
  text,
  error: (at, line) => ({
    path: `${at}${field}`,
    detail: `strict decoding error: yaml: unmarshal errors:\n  line ${line}: key "${field}" already set in map`,
  }),
})
/** Nothing, or one of the lines. */
const some = (...lines: readonly Line[]) => fc.option(fc.constantFrom(...lines), { nil: undefined })
const one = (...lines: readonly Line[]) => fc.constantFrom(...lines)

const FIELD = 'Go struct field PolicyRule.rules'
const RULE = fc.tuple(
  one(
    good('- apiGroups: [""]'),
    invalid('- apiGroups: []', 'apiGroups', 'Required value: resource rules must supply at least one api group'),
    wrong('- apiGroups: apps', 'apiGroups', `string into ${FIELD}.apiGroups of type []string`),
  ),
  one(
    good('  resources: [pods, "*/scale"]'),
    invalid('  resources: []', 'resources', 'Required value: resource rules must supply at least one resource'),
    invalid('  resources:', 'resources', 'Required value: resource rules must supply at least one resource'),
  ),
  one(
    good('  verbs: [get]'),
    invalid('  verbs: []', 'verbs', 'Required value: verbs must contain at least one value'),
    wrong('  verbs: {get: true}', 'verbs', `object into ${FIELD}.verbs of type []string`),
  ),
  some(
    good('  resourceNames: [a, b]'),
    unknown('  resourcenames: [a]', 'resourcenames'),
    again('  resourceNames: [a]\n  resourceNames: [b]', 'resourceNames'),
    wrong('  resourceNames: {a: b}', 'resourceNames', `object into ${FIELD}.resourceNames of type []string`),
  ),
  some(unknown('  effect: allow', 'effect'), unknown('  on: push', 'true')),
)

const GROUP = 'supported values: "rbac.authorization.k8s.io"'
const SUBJECT = fc.tuple(
  one(
    good('- kind: User'),
    invalid('- kind: user', 'kind', 'Unsupported value: "user": supported values: "ServiceAccount", "User", "Group"'),
  ),
  one(
    good('  name: jane'),
    invalid('  name: ""', 'name', 'Required value'),
    wrong('  name: 12', 'name', 'number into Go struct field Subject.subjects.name of type string'),
  ),
  some(unknown('  namespaces: [prod]', 'namespaces'), again('  namespace: a\n  namespace: b', 'namespace')),
)

const METADATA = fc.tuple(
  one(
    good('  name: a'),
    invalid('  name: a/b', 'name', `Invalid value: "a/b": may not contain '/'`),
    invalid('  name: ..', 'name', `Invalid value: "..": may not be '..'`),
  ),
  some(
    good('  namespace: prod'),
    invalid('  namespace: a.b', 'namespace', 'Invalid value: "a.b": must not contain dots'),
    wrong('  namespace: on', 'namespace', 'bool into Go struct field ObjectMeta.metadata.namespace of type string'),
  ),
  some(unknown('  label: {a: b}', 'label'), unknown('  clusterName: x', 'clusterName')),
)

const ROLE_REF = fc.tuple(
  one(
    good('  apiGroup: rbac.authorization.k8s.io'),
    invalid('  apiGroup: rbac', 'apiGroup', `Unsupported value: "rbac": ${GROUP}`),
  ),
  one(
    good('  kind: Role'),
    invalid('  kind: Roles', 'kind', 'Unsupported value: "Roles": supported values: "Role", "ClusterRole"'),
  ),
  one(good('  name: reader'), invalid('  name: a%', 'name', `Invalid value: "a%": may not contain '%'`)),
)

type Placed = Line & { readonly at: string }
const place = (at: string, lines: readonly (Line | undefined)[]): readonly Placed[] =>
  lines.flatMap((line) => (line === undefined ? [] : [{ ...line, at }]))
const list = (field: string, items: readonly (readonly (Line | undefined)[])[]): readonly Placed[] =>
  items.length === 0
    ? place('', [good(`${field}: []`)])
    : [...place('', [good(`${field}:`)]), ...items.flatMap((item, index) => place(`${field}[${index}].`, item))]
const head = (kind: string, metadata: readonly (Line | undefined)[]) => [
  ...place('', [good('apiVersion: rbac.authorization.k8s.io/v1'), good(`kind: ${kind}`), good('metadata:')]),
  ...place('metadata.', metadata),
]

const ROLE = fc
  .tuple(METADATA, fc.array(RULE, { maxLength: 4 }), some(unknown('rule: []', 'rule')))
  .map(([metadata, rules, last]) => [...head('Role', metadata), ...list('rules', rules), ...place('', [last])])
const BINDING = fc
  .tuple(METADATA, ROLE_REF, fc.array(SUBJECT, { maxLength: 4 }))
  .map(([metadata, roleRef, subjects]) => [
    ...head('RoleBinding', metadata),
    ...place('', [good('roleRef:')]),
    ...place('roleRef.', roleRef),
    ...list('subjects', subjects),
  ])

/** What people put between lines, and in place of the last one in a document. */
const BETWEEN = fc.constantFrom('', '', '', '', '# why\n', '\n', '   # "{[\n')
const DOCUMENTS = fc.array(
  fc
    .oneof(ROLE, BINDING)
    .chain((lines) => fc.tuple(fc.constant(lines), fc.array(BETWEEN, { minLength: 40, maxLength: 40 }))),
  { minLength: 1, maxLength: 4 },
)

/** The text, and each planted error with its line. */
function written(documents: readonly (readonly [readonly Placed[], readonly string[]])[], lineBreak: string) {
  let text = ''
  const planted: object[] = []
  const lines = () => text.split('\n').length
  for (const [index, [placed, between]] of documents.entries()) {
    if (index > 0) text += '---\n'
    const before = lines() - 1
    for (const [number, { text: line, error, at }] of placed.entries()) {
      text += between[number] ?? ''
      text += line
      // Of two lines the second is wrong.
      if (error !== undefined) planted.push({ line: lines(), ...error(at, lines() - before) })
      text += '\n'
    }
  }
  return { text: text.replaceAll('\n', lineBreak), planted }
}

describe('several errors in one text', () => {
  it('are all found, each in its own line, with its path and the words of the API server', () => {
    fc.assert(
      fc.property(DOCUMENTS, fc.constantFrom('\n', '\r\n'), (documents, lineBreak) => {
        const { text, planted } = written(documents, lineBreak)
        const found = readPolicy(text, { version: '1.36' })
          .diagnostics.filter(({ severity }) => severity === 'error')
          .map(({ range, path, detail }) => ({ line: range.line, path, detail }))
        const inOrder = (all: readonly object[]) => all.map((error) => JSON.stringify(error)).sort()
        expect(inOrder(found)).toEqual(inOrder(planted))
      }),
      { numRuns: 300 },
    )
  })
})
