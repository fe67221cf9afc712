import { LineIndex, readPolicy } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { readDesign } from '@authz-playground/engine/documents'
import { readWebhook } from '@authz-playground/engine/internal/cluster'
import { expect, test } from 'vitest'
import {
  designStatus,
  objectsStatus,
  policyStatus,
  type StatusPart,
  schemaStatus,
  storedObjectStatus,
  webhookChangesStatus,
  webhookStatus,
} from './status.ts'

function status(text: string): readonly string[] {
  const { diagnostics, roles, bindings, accessRules, notRead } = readPolicy(text)
  const policyRead = { roles: roles.length, bindings: bindings.length, accessRules: accessRules.length }
  return policyStatus({ policyDiagnostics: diagnostics, policyRead, notRead }).map(inWords)
}

function inWords({ words, places, more }: StatusPart): string {
  const named = places.map(({ text }) => text).join('; ')
  return `${words}${named === '' ? '' : `: ${named}`}${more === 0 ? '' : ` +${more}`}`
}

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods], verbs: [list]}
`
const BINDING = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: readers}
roleRef: {kind: ClusterRole, name: reader, apiGroup: rbac.authorization.k8s.io}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`
const CONFIG = (name: string) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`

test('roles and bindings are counted', () => {
  expect(status(ROLE + BINDING)).toEqual(['1 role, 1 binding'])
  expect(status(ROLE)).toEqual(['1 role'])
  expect(status('')).toEqual(['No roles, no bindings'])
  const rule = `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: readers}
rule: {entries: [{effect: Allow, condition: 'true'}]}
`
  expect(status(rule)).toEqual(['1 access rule'])
})

test('a webhook’s table is counted, and its errors are named', () => {
  const read = (text: string) => {
    const { entries, diagnostics } = readWebhook(text)
    return webhookStatus({ entries: entries.length, diagnostics }).map(inWords)
  }
  expect(read('')).toEqual(['No entries'])
  expect(read('- {match: {user: jane}, answer: Deny}\n- answer: Maybe\n')).toEqual(['1 error: line 2', '1 entry'])
})

test('objects that decide nothing are named with their lines, the first of many', () => {
  expect(status(ROLE + CONFIG('a'))).toEqual(['1 role', '1 other object: ConfigMap a, line 8'])
  expect(status(ROLE + ['a', 'b', 'c', 'd', 'e'].map(CONFIG).join(''))).toEqual([
    '1 role',
    '5 other objects: ConfigMap a, line 8; ConfigMap b, line 12; ConfigMap c, line 16 +2',
  ])
})

test('errors come first, with their lines, and warnings after them', () => {
  const broken = ROLE.replace('verbs:', 'verb:')
  expect(status(`${BINDING}${CONFIG('a')}---\n${broken}`)).toEqual([
    '1 error: line 16',
    '1 warning: line 5',
    '1 binding',
    '1 other object: ConfigMap a, line 9',
  ])
})

test('where errors are too many to be listed, no number is given that is not true', () => {
  expect(status('---\napiVersion: v1\n'.repeat(1500))[0]).toBe('more than 1,000 errors: line 2; line 4; line 6 +997')
})

test('stored objects are counted, and what ties nothing to a node is named', () => {
  const range = { source: 'objects', start: 9, end: 12, line: 4, column: 1, endLine: 4, endColumn: 4 } as const
  const notRead = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', range }]
  const error = { severity: 'error', code: 'unknown-field', message: 'found', range } as const
  const objects = (given: Partial<Parameters<typeof objectsStatus>[0]>): readonly string[] =>
    objectsStatus({ count: 0, notRead: [], diagnostics: [], ...given }).map(inWords)
  expect(objects({})).toEqual(['No objects'])
  expect(objects({ count: 1 })).toEqual(['1 object'])
  expect(objects({ count: 2, notRead, diagnostics: [error] })).toEqual([
    '1 error: line 4',
    '2 objects',
    '1 other object: Deployment web, line 4',
  ])
})

test('the texts that say what changes name the lines of the changes', () => {
  const text = 'a\nb\nc\nd\ne\n'
  const line = (source: 'storedObject' | 'schema', number: number) =>
    new LineIndex(source, text).range({ start: 2 * (number - 1), end: 2 * number - 1 })
  const field = (stored: number | undefined, named: number, byWebhook = false) => ({
    path: `f${named}`,
    byWebhook,
    coverage: 'verb' as const,
    verbs: [{ verb: 'granular:x', range: line('schema', named) }],
    ...(stored !== undefined && { stored: line('storedObject', stored) }),
  })
  const fields = [field(5, 2), field(3, 2), field(undefined, 4, true)]
  const changes = { sendsObject: true, fields, total: 3, most: 1, steps: new Map() }
  const read = { diagnostics: [], changes }
  expect(storedObjectStatus(read).map(inWords)).toEqual(['Changed here: line 3; line 5'])
  expect(schemaStatus(read).map(inWords)).toEqual(['On the way to what changes: line 2; line 4'])
  expect(webhookChangesStatus(read).map(inWords)).toEqual(['Webhooks change 1 field that the request does not'])
  const nothing = { diagnostics: [], changes: { ...changes, fields: [] } }
  expect(storedObjectStatus(nothing).map(inWords)).toEqual(['Nothing here changes'])
  expect(webhookChangesStatus(nothing).map(inWords)).toEqual(['Webhooks change no field that the request does not'])
  expect(schemaStatus({ diagnostics: [] }).map(inWords)).toEqual(['What changes is not known'])
})

test('a design that was not understood has its problems, and no number of steps', () => {
  const text = 'design: one\ndecide: {all: [V]}\n'
  const { diagnostics } = readDesign(text, CEL)
  expect(designStatus({ diagnostics }).map(inWords)).toEqual([
    '1 error: line 1',
    'The chart is not of this text, and its steps are not counted',
  ])
  expect(designStatus({ diagnostics: [], steps: 3 }).map(inWords)).toEqual(['3 steps'])
})
