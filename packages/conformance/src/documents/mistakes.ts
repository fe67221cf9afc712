import type { Random } from '@authz-playground/engine/internal/vectors'
import type { JsonData } from '../fuzz/draft.ts'
import { edgeString } from '../fuzz/edge-strings.ts'
import { changedAt, list, map, type Node, type NodeEntry, nodeFrom, places, raw, type Steps, text } from './node.ts'
import { GROUP, ODD_METADATA, SELECTORS } from './objects.ts'

/** A document with a change that may be a mistake. */
export function mistakenDocument(random: Random, document: Node): Node {
  return random.weighted<(random: Random, document: Node) => Node>([
    [10, aboutKind],
    [6, oddValue],
    [4, oddKey],
    [2, entryDropped],
    [2, entryRepeated],
    [2, entryAdded],
    [2, listChanged],
    [1, marked],
    [1, anchored],
    [1, merged],
  ])(random, document)
}

/** Scalars that YAML 1.1 types, and texts that only look like such scalars. */
const SCALARS = [
  '~',
  'null',
  'Null',
  'nULL',
  '',
  'yes',
  'no',
  'on',
  'Off',
  'y',
  'N',
  'true',
  'TRUE',
  'tRUE',
  '0',
  '-0',
  '+1',
  '1_000',
  '0x1F',
  '0o17',
  '017',
  '08',
  '0b101',
  '1e3',
  '1E+2',
  '.5',
  '-.5e-3',
  '1.',
  '1.0',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '123456789012345678901234567890',
  '12:30',
  '12:30:45',
  '190:20:30.15',
  '.inf',
  '-.Inf',
  '.NaN',
  '2026-01-31',
  '2026-01-31T12:00:00Z',
  '2026-1-3 4:05:06',
  '=',
  '<<',
  '!',
  '*',
  '*nobody',
  '&a',
  '&a x',
  '!!str',
  '!!str 5',
  '!!int 5',
  '!!int "5"',
  '!!int x',
  '!!bool yes',
  '!!null x',
  '!!float 3',
  '!!binary aGk=',
  '!!binary %',
  '!!timestamp 2026-01-31',
  '!custom x',
  '!<tag:yaml.org,2002:str> 7',
  '!e!x y',
  '@a',
  '`a',
  '%a',
  '- a',
  'a: b',
  'a:b',
  'a #b',
  'a#b',
  '#a',
  '"a',
  "'a",
  '"\\x41"',
  '"\\q"',
  '"\\u00e9\\U0001F600"',
  '"\\ud83d"',
  '"a" b',
  "'it''s'",
  '"tab\there"',
  '[a, b]',
  '[a, ]',
  '[a, , b]',
  '[a',
  '{a: b}',
  '{a}',
  '{a: b',
  '{}',
  '[]',
  '? a',
  '| ',
  '|',
  '>-',
  'é',
  '\u00a0',
  'a\u0085b',
  'a\u2028b',
  '\ufeff',
  '\u200b',
  'x\ty',
] as const

function oddScalar(random: Random): Node {
  return random.chance(0.15) ? text(edgeString(random)) : raw(random.pick(SCALARS))
}

function oddNode(random: Random): Node {
  return random.weighted<() => Node>([
    [8, () => oddScalar(random)],
    [1, () => list(oddScalar(random))],
    [1, () => map([text('a'), oddScalar(random)])],
    [1, () => list(list(text('a')))],
    [1, () => list(map([text('name'), text('a')]))],
    [1, () => map()],
    [1, () => list()],
    [1, () => text(random.pick(['', 'x'.repeat(64), 'x'.repeat(254), 'a\nb\n', ' a ', 'A/b', '%']))],
  ])()
}

function anyPlace(random: Random, document: Node, wanted: (node: Node) => boolean = () => true): Steps | undefined {
  const found = [...places(document)].filter(([steps, node]) => steps.length > 0 && wanted(node))
  return found.length === 0 ? undefined : random.pick(found)[0]
}

function oddValue(random: Random, document: Node): Node {
  const at = anyPlace(random, document)
  if (at === undefined) return document
  return changedAt(document, at, (found) =>
    random.chance(0.2) ? (random.chance(0.5) ? list(found) : map([text('a'), found])) : oddNode(random),
  )
}

function inMap(
  random: Random,
  document: Node,
  change: (entries: readonly NodeEntry[], at: number) => readonly NodeEntry[],
): Node {
  const maps = [...places(document)].filter(([, node]) => node.is === 'map' && node.entries.length > 0)
  if (maps.length === 0) return document
  const [steps] = random.pick(maps)
  return changedAt(document, steps, (found) =>
    found.is === 'map' ? map(...change(found.entries, random.between(0, found.entries.length - 1))) : found,
  )
}

const OTHER_KEYS = [
  'verb',
  'resource',
  'apiGroup',
  'resourceName',
  'nonResourceUrls',
  'nonResourceURL',
  'rule',
  'Rules',
  'subject',
  'roleref',
  'RoleRef',
  'role',
  'spec',
  'status',
  'data',
  'metaData',
  'label',
  'namespace',
  'name',
  'kind',
  'apiversion',
  'aggregationrule',
  'clusterRoleSelector',
  'matchExpression',
  'key',
  '__proto__',
  'constructor',
  'a.b',
  'a"b',
  'é',
  '<b>&',
  '',
] as const
const RAW_KEYS = [
  'y',
  'on',
  'No',
  '1',
  '0x10',
  '1.5',
  '~',
  'null',
  '.inf',
  '.nan',
  '<<',
  '[a]',
  '{a: b}',
  '!!str 1',
  '? x',
  '*a',
  '1e3',
  '2026-01-31',
  '18446744073709551615',
] as const

function oddName(random: Random, name: string): Node {
  return random.weighted<() => Node>([
    [3, () => text(random.pick(OTHER_KEYS))],
    [2, () => raw(random.pick(RAW_KEYS))],
    [2, () => text(name.slice(0, 1).toUpperCase() + name.slice(1))],
    [1, () => text(name.toUpperCase())],
    [1, () => text(name.toLowerCase())],
    [2, () => text(misspelt(random, name))],
    [1, () => text(`${name} `)],
    [1, () => text(edgeString(random))],
  ])()
}

function misspelt(random: Random, word: string): string {
  const at = random.between(0, Math.max(word.length - 2, 0))
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    `${word}s`,
    word.replace(/s$/, ''),
  ])
}

function oddKey(random: Random, document: Node): Node {
  return inMap(random, document, (entries, at) => {
    const [key, value] = entries[at] as NodeEntry
    return entries.with(at, [oddName(random, key.is === 'text' ? key.text : 'key'), value])
  })
}

function entryDropped(random: Random, document: Node): Node {
  return inMap(random, document, (entries, at) => entries.toSpliced(at, 1))
}

function entryRepeated(random: Random, document: Node): Node {
  return inMap(random, document, (entries, at) => {
    const [key, value] = entries[at] as NodeEntry
    return entries.toSpliced(random.between(0, entries.length), 0, [key, random.chance(0.5) ? value : oddNode(random)])
  })
}

function entryAdded(random: Random, document: Node): Node {
  return inMap(random, document, (entries, at) => entries.toSpliced(at, 0, [oddName(random, 'extra'), oddNode(random)]))
}

function listChanged(random: Random, document: Node): Node {
  const at = anyPlace(random, document, (node) => node.is === 'list')
  if (at === undefined) return document
  return changedAt(document, at, (found) => {
    if (found.is !== 'list') return found
    const where = random.between(0, found.items.length)
    return list(
      ...random.pick([
        () => found.items.toSpliced(where, 0, raw(random.pick(['null', '~', '']))),
        () => found.items.toSpliced(where, 0, ...found.items.slice(0, 1)),
        () => found.items.toSpliced(where, 1),
        () => [],
        () => [...found.items, oddNode(random)],
      ])(),
    )
  })
}

const MARKS = [
  '&a',
  '!!str',
  '!!map',
  '!!seq',
  '!',
  '!!int',
  '!!bool',
  '!!null',
  '!!set',
  '!!omap',
  '!local',
  '&a !!str',
] as const

function marked(random: Random, document: Node): Node {
  const at = anyPlace(random, document)
  return at === undefined ? document : changedAt(document, at, (of) => ({ is: 'marked', mark: random.pick(MARKS), of }))
}

/** A value with an anchor, and an alias to it elsewhere: mostly after it, mostly of the same kind. */
function anchored(random: Random, document: Node): Node {
  const all = [...places(document)].filter(([steps]) => steps.length > 0)
  if (all.length < 2) return document
  const from = random.between(0, all.length - 2)
  const [anchor, named] = all[from] as readonly [Steps, Node]
  const rest = random.chance(0.9) ? all.slice(from + 1) : all
  const alike = rest.filter(([, node]) => node.is === named.is)
  const [use] = random.pick(alike.length > 0 && random.chance(0.9) ? alike : rest)
  const used = changedAt(document, use, () => raw('*a'))
  return changedAt(used, anchor, (of) => (of.is === 'raw' && of.text === '*a' ? of : { is: 'marked', mark: '&a', of }))
}

/** A mapping that merges another one's entries. */
function merged(random: Random, document: Node): Node {
  const maps = [...places(document)].filter(([steps, node]) => steps.length > 0 && node.is === 'map')
  if (maps.length < 2) return document
  const from = random.between(0, maps.length - 2)
  const [anchor] = maps[from] as readonly [Steps, Node]
  const [use] = random.pick(maps.slice(from + 1))
  const source = random.pick(['*a', '*a', '*a', '[*a]', '[*a, *a]', '{verbs: [get]}', 'x', '[x]', '*b'])
  const taking = changedAt(document, use, (found) => {
    if (found.is !== 'map') return found
    const kept = found.entries.filter(() => random.chance(0.6))
    return map(...kept.toSpliced(random.between(0, kept.length), 0, [raw('<<'), raw(source)]))
  })
  return changedAt(taking, anchor, (of) => ({ is: 'marked', mark: '&a', of }))
}

/** Mistakes in the meaning of fields. */
function aboutKind(random: Random, document: Node): Node {
  const field = (name: string, value: JsonData) => withField(document, [name], value)
  const group = random.pick(['', 'rbac', 'RBAC.authorization.k8s.io', `${GROUP}/v1`, 'apps', 'v1'])
  return random.weighted<() => Node>([
    [6, () => withMetadata(document, ...random.pick(ODD_METADATA))],
    [2, () => withItem(random, document, 'rules', random.pick(ODD_RULES))],
    [2, () => withItem(random, document, 'subjects', random.pick(ODD_SUBJECTS))],
    [1, () => withItem(random, document, 'subjects', { kind: 'User', apiGroup: group, name: 'jane' })],
    [2, () => field('roleRef', random.pick(ODD_ROLE_REFS))],
    [1, () => withField(document, ['roleRef', 'apiGroup'], group)],
    [1, () => field('aggregationRule', random.pick(ODD_AGGREGATIONS))],
    [1, () => field('apiVersion', random.pick(ODD_VERSIONS))],
    [1, () => field('kind', random.pick(ODD_KINDS))],
    [1, () => field('rules', random.pick<JsonData>([null, [], {}, 'all', [[]], [null], [{}], 5]))],
    [1, () => field('subjects', random.pick<JsonData>([null, [], {}, 'jane', [null], [{}], ['jane']]))],
  ])()
}

const ODD_RULES: readonly JsonData[] = [
  {},
  null,
  'get',
  { verbs: [] },
  { verbs: ['get'] },
  { verbs: ['get'], apiGroups: [''] },
  { verbs: ['get'], resources: ['pods'] },
  { verbs: [], apiGroups: [], resources: [], nonResourceURLs: [], resourceNames: [] },
  { verbs: ['get'], nonResourceURLs: ['/healthz'] },
  { verbs: [], nonResourceURLs: ['/healthz'] },
  { verbs: ['get'], nonResourceURLs: ['/<a>&b'], resources: ['pods'], apiGroups: [''] },
  { verbs: ['get'], nonResourceURLs: ['/a', '/b'], resourceNames: ['x'] },
  { verbs: ['get'], nonResourceURLs: [], resources: ['pods'], apiGroups: [''] },
  { verbs: 'get', apiGroups: [''], resources: ['pods'] },
  { verbs: [true], apiGroups: [''], resources: ['pods'] },
  { verbs: ['get', 5, null], apiGroups: [null], resources: [['pods']] },
  { verbs: ['get'], apiGroups: [''], resources: { pods: 'all' } },
  { verbs: ['get'], apiGroups: '', resources: 'pods', resourceNames: 7 },
]

const ODD_SUBJECTS: readonly JsonData[] = [
  {},
  null,
  'jane',
  { kind: 'User' },
  { kind: 'User', name: '' },
  { name: 'jane' },
  { kind: 'user', name: 'jane' },
  { kind: 'Users', name: 'jane' },
  { kind: 'ServiceAccount', name: 'a' },
  { kind: 'ServiceAccount', name: 'a', namespace: '' },
  { kind: 'ServiceAccount', name: 'A_b', namespace: 'prod' },
  { kind: 'ServiceAccount', name: 'x'.repeat(254), namespace: 'prod' },
  { kind: 'ServiceAccount', name: '', namespace: 'prod' },
  { kind: 'ServiceAccount', name: 'a', namespace: 'Prod/x' },
  { kind: 'ServiceAccount', name: 'system:serviceaccount:prod:a', namespace: 'prod' },
  { kind: 'ServiceAccount', name: 'a', namespace: 'prod', apiGroup: GROUP },
  { kind: 'Group', name: 'devs', apiGroup: 'v1' },
  { kind: 'Group', name: 5 },
  { kind: 'User', name: ['jane'] },
  { kind: 'User', name: 'jane', namespaces: ['prod'] },
]

const ODD_ROLE_REFS: readonly JsonData[] = [
  null,
  {},
  'view',
  [],
  { kind: 'Role', name: 'view' },
  { kind: 'role', name: 'view' },
  { kind: 'ClusterRole' },
  { kind: 'ClusterRole', name: '' },
  { kind: 'ClusterRole', name: 'a/b' },
  { kind: 'ClusterRole', name: '..' },
  { kind: 'ClusterRole', name: 'a%/b' },
  { name: 'view' },
  { apiGroup: GROUP, name: 'view', kind: 'ClusterRole', namespace: 'prod' },
  { apiGroup: 'rbac', kind: 'Rolle', name: '' },
  { apiGroup: null, kind: null, name: null },
]

const selector = (requirement: JsonData): JsonData => ({ clusterRoleSelectors: [{ matchExpressions: [requirement] }] })

const ODD_AGGREGATIONS: readonly JsonData[] = [
  {},
  null,
  { clusterRoleSelectors: [] },
  { clusterRoleSelectors: null },
  { clusterRoleSelectors: [null] },
  { clusterRoleSelectors: [{ matchLabels: { 'not a key': 'not a value!' } }] },
  { clusterRoleSelectors: [{ matchLabels: { 'a/b/c': 'x'.repeat(64) } }, ...SELECTORS.slice(0, 1)] },
  selector({ key: 'a', operator: 'in', values: ['b'] }),
  selector({ key: 'a', operator: 'In' }),
  selector({ key: 'a', operator: 'In', values: [] }),
  selector({ key: 'a', operator: 'Exists', values: ['b'] }),
  selector({ key: '', operator: 'Exists' }),
  selector({ key: 'not a key', operator: 'NotIn', values: ['not a value!', 'x'] }),
  selector({ key: 'a', operator: '', values: ['b', 5] }),
  selector({}),
  selector(null),
  { clusterRoleSelectors: { matchLabels: { a: 'b' } } },
  { clusterRoleSelectors: [{ matchLabel: { a: 'b' } }] },
  { ClusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
]

const ODD_VERSIONS: readonly JsonData[] = [
  'v1',
  `${GROUP}/v1beta1`,
  `${GROUP}/v1alpha1`,
  `${GROUP}/v2`,
  GROUP,
  `${GROUP}/`,
  `${GROUP}/v1/x`,
  '/v1',
  '',
  `rbac.authorization.k8s.io /v1`,
  'rbac.authorization/v1',
  'rbac.authorisation.k8s.io/v1',
  'authorization.k8s.io/v1',
  1,
  null,
]

const ODD_KINDS: readonly JsonData[] = [
  'role',
  'Roles',
  'Clusterrole',
  'ClusterRoles',
  'RoleBindings',
  'Rolebinding',
  'CLUSTERROLEBINDING',
  'Policy',
  '',
  'Role ',
  'Role/Binding',
  null,
  5,
  ['Role'],
]

function withMetadata(document: Node, name: string, value: JsonData): Node {
  return withField(document, ['metadata', name], value)
}

function withField(document: Node, [name, ...rest]: readonly string[], value: JsonData): Node {
  if (name === undefined) return nodeFrom(value)
  const entries = document.is === 'map' ? document.entries : []
  const at = entries.findIndex(([key]) => key.is === 'text' && key.text === name)
  const entry: NodeEntry = [text(name), withField(entries[at]?.[1] ?? map(), rest, value)]
  return map(...(at === -1 ? [...entries, entry] : entries.with(at, entry)))
}

function withItem(random: Random, document: Node, name: string, item: JsonData): Node {
  if (document.is !== 'map') return document
  const at = document.entries.findIndex(([key]) => key.is === 'text' && key.text === name)
  const items = document.entries[at]?.[1]
  const kept = items?.is === 'list' ? items.items : []
  const entry: NodeEntry = [text(name), list(...kept.toSpliced(random.between(0, kept.length), 0, nodeFrom(item)))]
  return map(...(at === -1 ? [...document.entries, entry] : document.entries.with(at, entry)))
}
