import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PolicyReader } from './policy-reader.ts'
import { readPolicy } from './read-policy.ts'

const VERSION = 'apiVersion: rbac.authorization.k8s.io/v1\n'
const role = (name: string) =>
  `${VERSION}kind: ClusterRole\nmetadata: {name: ${name}, labels: {a: b}}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}\nrules:\n- {verbs: [get], apiGroups: [""], resources: [pods]}\n`
const binding = `${VERSION}kind: RoleBinding\nmetadata: {name: b, namespace: n}\nroleRef: {kind: ClusterRole, name: r, apiGroup: rbac.authorization.k8s.io}\nsubjects:\n- {kind: User, name: u, apiGroup: rbac.authorization.k8s.io}\n`
const accessRule = `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: readers}
rule:
  filterExpression: 'true'
  entries:
  - {effect: Allow, condition: 'true', description: all}
`
const repeated = `${VERSION}kind: Role\nmetadata: {name: twice}\nrules:\n- verbs: [get]\n  verbs: [list]\n  apiGroups: [""]\n  resources: [pods]\n`
const PIECES = [
  role('r'),
  role('view'),
  binding,
  accessRule,
  repeated,
  'kind: Pod\napiVersion: v1\nmetadata: {name: p}\n',
  'kind: [\n',
  '# nothing\n',
  '{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "j"}, "rules": []}\n',
  '{a: b}\n...\nignored\n',
  '',
]

const text = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 8 })
  .chain((pieces) => fc.constantFrom('---\n', '\n---\n', '--- x\n', '').map((between) => pieces.join(between)))
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(40),
  insert: fc.constantFrom('', 'x', '\n', '---\n', '# y\n', '"', ...PIECES),
})

it('a policy that is edited is read as if it were new', () => {
  fc.assert(
    fc.property(text, fc.array(fc.oneof(edit, text), { minLength: 1, maxLength: 6 }), (first, changes) => {
      const reader = new PolicyReader()
      let now = first
      expect(reader.read(now)).toEqual(readPolicy(now))
      for (const change of changes) {
        if (typeof change === 'string') now = change
        else {
          const at = Math.floor(change.at * now.length)
          now = now.slice(0, at) + change.insert + now.slice(at + change.remove)
        }
        expect(reader.read(now)).toEqual(readPolicy(now))
      }
    }),
    { numRuns: 300 },
  )
})

describe('documents before and after a change', () => {
  it('are not read again', () => {
    const reader = new PolicyReader()
    const documents = ['a', 'b', 'c', 'd'].map(role)
    const before = reader.read(documents.join('---\n'))
    const changed = reader.read([documents[0], role('longer-name'), ...documents.slice(2)].join('---\n'))
    expect(changed.roles.map(({ name }) => name)).toEqual(['a', 'longer-name', 'c', 'd'])
    expect(changed.roles[0]).toBe(before.roles[0])
  })

  it('are read again if their problems name lines, and the lines moved', () => {
    const reader = new PolicyReader()
    reader.read(`${role('r')}---\n${repeated}`)
    const { diagnostics } = reader.read(`# one line more\n${role('r')}---\n${repeated}`)
    expect(diagnostics.find(({ code }) => code === 'duplicate-key')?.message).toContain('line 13')
  })
})
