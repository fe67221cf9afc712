import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../text/index.ts'
import type { MappingNode } from '../yaml/index.ts'
import { parseJSON } from '../yaml/index.ts'
import { CLOSE_READING } from './close-reading.ts'
import { closelyBy } from './closely.ts'
import { decodeObject } from './decode.ts'
import { lineCounter } from './mapping-entries.ts'
import { isPlainlyValid } from './plainly-valid.ts'
import { KINDS, type RbacKind } from './schema.ts'
import { validateObject } from './validate.ts'

const name = fc.constantFrom(
  ...[
    'a',
    'system:node',
    'app.kubernetes.io/name',
    '',
    'A',
    'a/b',
    '.',
    '..',
    'a%b',
    'a_b',
    '-a',
    'a-',
    'ä',
    'a.b',
    'a..b',
  ],
  ...['a:b', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(254), `${'x'.repeat(64)}/a`, 'a/b/c', '/a', 'a/', 'a\n'],
)
const names = fc.array(name, { maxLength: 2 })
const labels = fc.dictionary(name, name, { maxKeys: 2 })
const group = fc.constantFrom('rbac.authorization.k8s.io', 'rbac.authorization.k8s.io', '', 'apps')
const some = <T>(fields: { readonly [Key in keyof T]: fc.Arbitrary<T[Key]> }) => fc.record(fields, { requiredKeys: [] })

const metadata = some({
  name: fc.oneof({ weight: 5, arbitrary: fc.constant('a') }, name),
  namespace: fc.constantFrom('n', '', 'N', 'a.b'),
  labels,
  annotations: fc.oneof(labels, fc.constant({ a: 'x'.repeat(300_000) })),
  generateName: name,
  generation: fc.integer({ min: -1, max: 1 }),
  finalizers: names,
  ownerReferences: fc.array(some({ apiVersion: name, kind: name, name, uid: name }), { maxLength: 1 }),
})
const plainMetadata = fc.record({ name: fc.constant('a') })
const rule = some({ verbs: names, apiGroups: names, resources: names, resourceNames: names, nonResourceURLs: names })
const selector = some({
  matchLabels: labels,
  matchExpressions: fc.array(some({ key: name, operator: name, values: names }), { maxLength: 1 }),
})
const subject = some({
  kind: fc.constantFrom('User', 'Group', 'ServiceAccount', 'Robot'),
  apiGroup: group,
  name,
  namespace: name,
})
const object = some({
  metadata: fc.oneof(plainMetadata, metadata),
  rules: fc.array(rule, { maxLength: 2 }),
  aggregationRule: some({ clusterRoleSelectors: fc.array(selector, { maxLength: 2 }) }),
  roleRef: some({ apiGroup: group, kind: fc.constantFrom('Role', 'ClusterRole', 'Robot'), name }),
  subjects: fc.array(subject, { maxLength: 2 }),
})

function look(kind: RbacKind, value: unknown) {
  const text = JSON.stringify(value)
  const [decoding, problems]: [Problem[], Problem[]] = [[], []]
  const node = parseJSON(text, 0) as MappingNode
  const struct = decodeObject(node, KINDS[kind], {
    syntax: 'json',
    report: (problem) => decoding.push(problem),
    lineOf: () => 1,
    lineInDocument: lineCounter(text, 0),
    closely: closelyBy(() => CLOSE_READING),
  })
  validateObject(kind, struct, node, (problem) => problems.push(problem))
  return { plain: isPlainlyValid(kind, struct), problems }
}

describe('an object that is plainly valid', () => {
  it('is one of which validation says nothing', () => {
    let plain = 0
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(KINDS) as RbacKind[])), object, (kind, value) => {
        const found = look(kind, value)
        if (!found.plain) return
        plain++
        expect(found.problems).toEqual([])
      }),
      { numRuns: 2000 },
    )
    expect(plain).toBeGreaterThan(50)
  })

  it('is a role or binding as nearly all are', () => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:basic-user' }
    const aggregated = { matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } }
    const user = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'https://issuer#Jane' }
    const account = { kind: 'ServiceAccount', name: 'deployer', namespace: 'ci' }
    const objects: readonly (readonly [RbacKind, object])[] = [
      [
        'Role',
        { metadata: { name: 'a', namespace: 'prod' }, rules: [{ verbs: ['*'], apiGroups: [''], resources: ['*'] }] },
      ],
      ['ClusterRole', { metadata: { name: 'a' }, rules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }] }],
      ['ClusterRole', { metadata: { name: 'a' }, aggregationRule: { clusterRoleSelectors: [aggregated] } }],
      ['ClusterRoleBinding', { metadata: { name: 'a' }, roleRef, subjects: [user, account] }],
      ['RoleBinding', { metadata: { name: 'a', labels: { team: 'web' } }, roleRef, subjects: [] }],
    ]
    expect(objects.map(([kind, value]) => look(kind, value).plain)).toEqual(objects.map(() => true))
  })
})
