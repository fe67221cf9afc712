import type { Random } from '@authz-playground/engine/internal/vectors'
import type { JsonData, KubeObject, Slip } from './draft.ts'

const MISTAKES: readonly ((object: KubeObject) => KubeObject)[] = [
  (object) => ({ ...object, subject: [] }),
  (object) => ({ ...object, kind: 'RoleBindings' }),
  (object) => ({ ...object, apiVersion: 'rbac.authorization.k8s.io/v2' }),
  (object) => ({ ...object, metadata: {} }),
  (object) => ({ ...object, metadata: { name: 'a/b' } }),
  (object) => ({ ...object, metadata: { name: '..' } }),
  (object) => ({ ...object, metadata: { name: 'ok', labels: { 'not a label': '-' } } }),
  (object) => ({ ...object, rules: [{ verbs: [], apiGroups: [''], resources: ['pods'] }] }),
  (object) => ({ ...object, rules: [{ verbs: ['get'] }] }),
  (object) => ({ ...object, rules: [{ verbs: ['get'], resources: ['pods'] }] }),
  (object) => ({
    ...object,
    rules: [{ verbs: ['get'], nonResourceURLs: ['/a'], resources: ['pods'], apiGroups: [''] }],
  }),
  (object) => ({ ...object, rules: [{ verbs: 'get', apiGroups: [''], resources: ['pods'] }] }),
  (object) => ({ ...object, rules: [{ verbs: [true], apiGroups: [''], resources: ['pods'] }] }),
  (object) => ({ ...object, roleRef: { kind: 'ClusterRole', name: 'x' } }),
  (object) => ({ ...object, roleRef: { apiGroup: GROUP, kind: 'Rolle', name: 'x' } }),
  (object) => ({ ...object, roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: '' } }),
  (object) => ({ ...object, subjects: [{ kind: 'User', name: '' }] }),
  (object) => ({ ...object, subjects: [{ kind: 'User', name: 'jane', namespace: 'x' }] }),
  (object) => ({ ...object, subjects: [{ kind: 'ServiceAccount', name: 'A B', namespace: 'x' }] }),
  (object) => ({ ...object, subjects: [{ kind: 'ServiceAccount', name: 'sa1' }] }),
  (object) => ({ ...object, subjects: [{ kind: 'Users', name: 'jane' }] }),
  (object) => ({
    ...object,
    aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Is' }] }] },
  }),
  (object) => ({ ...object, aggregationRule: {} }),
]
const GROUP = 'rbac.authorization.k8s.io'

/** A policy with one object that the API server may well refuse. */
export function mistakenPolicy(random: Random, policy: readonly KubeObject[]): readonly KubeObject[] {
  if (policy.length === 0) return [{ kind: 'Role' }]
  const at = random.between(0, policy.length - 1)
  const mistake = random.chance(0.4)
    ? random.pick(MISTAKES)
    : (object: KubeObject) => somewhereElse(random, object) as KubeObject
  return policy.map((object, i) => (i === at ? mistake(object) : object))
}

const OTHER_VALUES: readonly JsonData[] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  ' ',
  'x',
  '*',
  [],
  [null],
  [''],
  [1],
  {},
  { a: 'b' },
]
const OTHER_KEYS = [
  'Kind',
  'x',
  'name',
  'namespace',
  'apiGroup',
  'labels',
  'annotations',
  'generateName',
  'uid',
  'rules',
] as const

/** A value in which one part, at any depth, is missing, replaced, or has an extra key. */
function somewhereElse(random: Random, value: JsonData): JsonData {
  if (typeof value !== 'object' || value === null) return otherText(random, value)
  const entries: readonly (readonly [string, JsonData])[] = Object.entries(value)
  if (entries.length === 0) return random.pick(OTHER_VALUES)
  const [changed, item] = random.pick(entries)
  const result = random.weighted<() => readonly (readonly [string, JsonData])[]>([
    [8, () => entries.map(([key, old]) => [key, key === changed ? somewhereElse(random, item) : old])],
    [2, () => entries.filter(([key]) => key !== changed)],
    [2, () => entries.map(([key, old]) => [key, key === changed ? random.pick(OTHER_VALUES) : old])],
    [1, () => [...entries, [random.pick(OTHER_KEYS), random.pick(OTHER_VALUES)]]],
    [1, () => entries.map(([key, old]) => [key === changed ? key.toUpperCase() : key, old])],
  ])()
  return Array.isArray(value) ? result.map(([, item]) => item) : Object.fromEntries(result)
}

function otherText(random: Random, value: JsonData): JsonData {
  if (typeof value !== 'string' || random.chance(0.4)) return random.pick(OTHER_VALUES)
  return random.pick([
    `${value}/`,
    `${value}%`,
    value.toUpperCase(),
    `-${value}`,
    ` ${value}`,
    `${value}.`,
    `${value}\n`,
  ])
}

const PUT = [
  ...[
    '',
    '',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '- ',
    ': ',
    ':',
    ', ',
    ',',
    '#',
    ' # note',
    '"',
    "'",
    '|',
    '>',
    '|-\n  ',
    '&a ',
    '*a',
  ],
  ...[
    '!!str ',
    '!',
    '%',
    '@',
    '`',
    '{',
    '}',
    '[',
    ']',
    '---\n',
    '\n---\n',
    '...\n',
    '\r\n',
    '\\',
    '<<: ',
    '? ',
    '~',
    'null',
    'yes',
  ],
  ...['0x1', '1e3', '\u0085', '\u00a0', '\ufeff', 'ü', '%YAML 1.1\n', '\u2028', '&a [x]', '=', '__proto__: 1\n'],
] as const

/** Typing mistakes in a text: most result in unintended or invalid YAML. */
export function slips(random: Random): readonly Slip[] {
  return Array.from(
    {
      length: random.weighted([
        [6, 1],
        [2, 2],
        [1, 4],
      ]),
    },
    () => ({
      at: random.between(0, 3000),
      dropped: random.weighted([
        [5, 0],
        [3, 1],
        [1, 2],
        [1, 12],
      ]),
      put: random.pick(PUT),
    }),
  )
}
