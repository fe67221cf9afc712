import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KubernetesVersion } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { completeAt } from './complete.ts'
import type { Completion } from './completion.ts'

/** Completions at `^`. */
function at(marked: string): readonly Completion[] {
  const cursor = marked.indexOf('^')
  const text = marked.slice(0, cursor) + marked.slice(cursor + 1)
  return completeAt(text, cursor, readPolicy(text))
}

function labels(marked: string): readonly string[] {
  return at(marked).map(({ label }) => label)
}

/** The text after applying the completion with this label, with its stops. */
function taken(marked: string, label: string): string {
  const cursor = marked.indexOf('^')
  const text = marked.slice(0, cursor) + marked.slice(cursor + 1)
  const completion = at(marked).find((one) => one.label === label)
  if (completion === undefined) throw new Error(`“${label}” is not offered, but ${labels(marked).join(', ')}`)
  const { replace, insert } = completion
  return text.slice(0, replace.start) + insert + text.slice(replace.end)
}

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
  namespace: prod
`
const CLUSTER_ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: impersonator
`
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: readers
  namespace: prod
`

test('verbs of the proposal are not offered where the released server decides', () => {
  const text = `${CLUSTER_ROLE}rules:\n- apiGroups: ["apps"]\n  resources: ["deployments"]\n  verbs: [""]\n`
  const offeredTo = (design?: string) =>
    completeAt(text, text.lastIndexOf('""') + 1, readPolicy(text), { ...(design && { design }) }).map(
      ({ label }) => label,
    )
  const proposed = ['impersonate-on:delete', 'impersonate:scheduled-node', 'impersonate:node']
  expect(offeredTo('proposal')).toEqual(offeredTo())
  expect(offeredTo()).toEqual(expect.arrayContaining(proposed))
  for (const design of ['constrained', 'legacy']) {
    const offered = offeredTo(design)
    expect(offered.filter((label) => proposed.includes(label))).toEqual([])
    expect(offered).toEqual(
      expect.arrayContaining(['delete', 'impersonate-on:user-info:delete', 'impersonate:user-info']),
    )
  }
})

test('resources and API groups are those of the version of Kubernetes', () => {
  const text = (list: string) => `${CLUSTER_ROLE}rules:\n- ${list}\n  verbs: [get]\n`
  const offered = (list: string, version?: KubernetesVersion) =>
    completeAt(text(list), text(list).indexOf('""') + 1, readPolicy(text(list)), { ...(version && { version }) }).map(
      ({ label }) => label,
    )
  const resources = 'apiGroups: ["scheduling.k8s.io"]\n  resources: [""]'
  expect(offered(resources)).toContain('compositepodgroups')
  expect(offered(resources, '1.37')).toContain('compositepodgroups')
  expect(offered(resources, '1.36')).toContain('podgroups')
  expect(offered(resources, '1.36')).not.toContain('compositepodgroups')
  expect(offered('apiGroups: [""]', '1.37')).toContain('lifecycle.k8s.io')
  expect(offered('apiGroups: [""]', '1.36')).not.toContain('lifecycle.k8s.io')
})

test('an empty document begins with a whole object, or with its first fields', () => {
  expect(labels('^').slice(0, 8)).toEqual([
    'ClusterRole',
    'Role',
    'ClusterRoleBinding',
    'RoleBinding',
    'Constrained impersonation',
    'ClusterAccessRule',
    'apiVersion',
    'kind',
  ])
  expect(labels(`${ROLE}---\n^`)).toContain('ClusterRoleBinding')
  expect(labels(`${ROLE}^`)).not.toContain('ClusterRoleBinding')
})

test('a skeleton with its stops filled in is read without a complaint', () => {
  for (const { insert, kind } of at('^')) {
    if (kind !== 'document') continue
    const text = insert
      .replace(/\$\{\d\|([^,|]+)[^}]*\}/g, '$1')
      .replace(/\$\{\d:([^}]*)\}/g, '$1')
      .replace(/\$\{?\d\}?/g, '')
    expect(readPolicy(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  }
})

test('fields are those of the kind, without the ones that are there', () => {
  expect(labels(`${ROLE}^`)).toEqual(['rules'])
  expect(labels(`${CLUSTER_ROLE}^`)).toEqual(['rules', 'aggregationRule'])
  expect(labels(`${BINDING}^`)).toEqual(['subjects', 'roleRef'])
  expect(labels(`kind: Role\n^`)).toEqual(['apiVersion', 'metadata', 'rules'])
})

test('metadata offers what people write before what the API server writes, and no namespace where there is none', () => {
  expect(labels('kind: Role\nmetadata:\n  ^').slice(0, 4)).toEqual(['name', 'namespace', 'labels', 'annotations'])
  expect(labels('kind: ClusterRole\nmetadata:\n  ^')).not.toContain('namespace')
})

test('a rule is about resources or about paths, and a Role about resources only', () => {
  expect(labels(`${CLUSTER_ROLE}rules:\n- ^`)).toEqual([
    'verbs',
    'apiGroups',
    'resources',
    'resourceNames',
    'nonResourceURLs',
  ])
  expect(labels(`${CLUSTER_ROLE}rules:\n- nonResourceURLs: ["/x"]\n  ^`)).toEqual(['verbs'])
  expect(labels(`${ROLE}rules:\n- ^`)).not.toContain('nonResourceURLs')
  expect(labels(`${ROLE}rules:\n- verbs: [get]\n  re^`)).toEqual(['apiGroups', 'resources', 'resourceNames'])
})

test('a field comes with the beginning of its value', () => {
  expect(taken(`${ROLE}ru^`, 'rules')).toBe(`${ROLE}rules:\n- $0`)
  expect(taken(`${ROLE}rules:\n- ve^`, 'verbs')).toBe(`${ROLE}rules:\n- verbs: ["$0"]`)
  expect(taken('kind: Role\nmeta^', 'metadata')).toBe('kind: Role\nmetadata:\n  $0')
  expect(taken('kind: Role\nmetadata:\n  na^', 'name')).toBe('kind: Role\nmetadata:\n  name: ')
  expect(taken(`${ROLE}rules:\n-^`, 'verbs')).toBe(`${ROLE}rules:\n- verbs: ["$0"]`)
})

test('a key that already has its colon is replaced without it', () => {
  expect(taken('kind: Role\nmetadata:\n  na^me: a', 'namespace')).toBe('kind: Role\nmetadata:\n  namespace: a')
})

test('a list offers its next entry, with its dash', () => {
  expect(taken(`${ROLE}rules:\n^`, '- apiGroups, resources, verbs')).toBe(
    `${ROLE}rules:\n- apiGroups: ["$1"]\n  resources: ["$2"]\n  verbs: ["$3"]`,
  )
  expect(labels(`${BINDING}subjects:\n- kind: User\n  name: jane\n^`)).toEqual(['- kind, name', 'roleRef'])
  expect(taken(`${ROLE}rules:\n- verbs:\n  - get\n  ^`, 'list')).toBe(`${ROLE}rules:\n- verbs:\n  - get\n  - list`)
})

test('kinds, and the version that goes with them', () => {
  expect(labels('kind: ^')).toEqual(['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding', 'ClusterAccessRule'])
  expect(taken('apiVersion:^', 'rbac.authorization.k8s.io/v1')).toBe('apiVersion: rbac.authorization.k8s.io/v1')
})

test('verbs: those that the resource knows come first, entries that are there not at all', () => {
  const verbs = labels(`${ROLE}rules:\n- apiGroups: [""]\n  resources: ["pods"]\n  verbs: ["get", "^"]`)
  expect(verbs.slice(0, 3)).toEqual(['list', 'watch', 'create'])
  expect(verbs).not.toContain('get')
  expect(verbs).toContain('*')
  expect(verbs).toContain('impersonate-on:user-info:list')
  expect(verbs).toContain('impersonate-on:list')
  const ofLog = labels(`${ROLE}rules:\n- apiGroups: [""]\n  resources: ["pods/exec"]\n  verbs: ["^"]`)
  expect(ofLog.slice(0, 2)).toEqual(['get', 'create'])
})

test('verbs of a rule about identities are those of its modes', () => {
  const verbsOn = (resource: string) =>
    labels(`${CLUSTER_ROLE}rules:\n- apiGroups: ["authentication.k8s.io"]\n  resources: ["${resource}"]\n  verbs: [^]`)
  expect(verbsOn('users')[0]).toBe('impersonate:user-info')
  expect(verbsOn('serviceaccounts')[0]).toBe('impersonate:serviceaccount')
  expect(verbsOn('nodes').slice(0, 2)).toEqual(['impersonate:arbitrary-node', 'impersonate:associated-node'])
  expect(verbsOn('userextras/example.com/scopes')[0]).toBe('impersonate:user-info')
})

test('verbs that only some resources know', () => {
  const verbs = labels(
    `${CLUSTER_ROLE}rules:\n- apiGroups: ["rbac.authorization.k8s.io"]\n  resources: ["roles"]\n  verbs: [^]`,
  )
  expect(verbs).toEqual(expect.arrayContaining(['escalate', 'bind']))
  expect(labels(`${ROLE}rules:\n- apiGroups: [""]\n  resources: [pods]\n  verbs: [^]`)).not.toContain('escalate')
})

test('every offered verb is marked when it is the proposal’s', () => {
  const proposed = at(`${CLUSTER_ROLE}rules:\n- verbs: [^]`).filter(({ detail }) => detail.startsWith('as proposed'))
  expect(proposed.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['impersonate:node', 'impersonate:scheduled-node', 'impersonate-on:get']),
  )
})

test('a verb that ends with a colon for now is still a verb', () => {
  expect(taken(`${ROLE}rules:\n- verbs: ["impersonate-on:user-info:^"]`, 'impersonate-on:user-info:list')).toContain(
    'verbs: ["impersonate-on:user-info:list"]',
  )
  expect(taken(`${ROLE}rules:\n- verbs:\n  - impersonate-on:^`, 'impersonate-on:user-info:list')).toContain(
    '  - impersonate-on:user-info:list',
  )
})

test('entries are quoted as their place and their neighbours want it', () => {
  const rule = `${ROLE}rules:\n- verbs: `
  expect(taken(`${rule}[^]`, 'get')).toContain('verbs: ["get"]')
  expect(taken(`${rule}[list, ^]`, 'get')).toContain('verbs: [list, get]')
  expect(taken(`${rule}["list", ^]`, 'get')).toContain('verbs: ["list", "get"]')
  expect(taken(`${rule}['^']`, 'get')).toContain("verbs: ['get']")
  expect(taken(`${rule}["^`, 'get')).toContain('verbs: ["get"')
  expect(taken(`${rule}[list, ^]`, '*')).toContain('verbs: [list, "*"]')
  expect(taken(`${rule}^`, 'get')).toContain('verbs: ["get"$0]')
  expect(taken(`${rule}\n  - ^`, 'get')).toContain('  - get')
  expect(taken(`${ROLE}rules:\n- apiGroups:\n  - ^`, '""')).toContain('  - ""')
})

test('resources of the groups that are named, with their subresources', () => {
  const core = labels(`${ROLE}rules:\n- apiGroups: [""]\n  resources: ["^"]`)
  expect(core).toEqual(expect.arrayContaining(['pods', 'pods/log', 'secrets', '*', '*/status']))
  expect(core).not.toContain('deployments')
  expect(labels(`${ROLE}rules:\n- apiGroups: ["apps"]\n  resources: ["^"]`)).toContain('deployments/scale')
  const identities = labels(`${CLUSTER_ROLE}rules:\n- apiGroups: ["authentication.k8s.io"]\n  resources: ["^"]`)
  expect(identities.slice(0, 5)).toEqual(['users', 'groups', 'uids', 'serviceaccounts', 'nodes'])
  expect(identities).toEqual(expect.arrayContaining(['userextras/', 'userextras/*']))
  expect(new Set(identities).size).toBe(identities.length)
})

test('the older verb asks for users and groups in the core group', () => {
  expect(
    labels(`${CLUSTER_ROLE}rules:\n- verbs: [impersonate]\n  apiGroups: [""]\n  resources: ["^"]`).slice(0, 2),
  ).toEqual(['users', 'groups'])
})

const OTHERS = `${ROLE}rules: []
---
${CLUSTER_ROLE}rules:
- apiGroups: [authentication.k8s.io]
  resources: [users]
  resourceNames: [jane]
  verbs: ["impersonate:user-info"]
---
${BINDING}roleRef: {kind: Role, name: reader, apiGroup: rbac.authorization.k8s.io}
subjects:
- {kind: ServiceAccount, name: ctl, namespace: system}
- {kind: Group, name: "on"}
---
`

test('roleRef names roles that are in the text, of the kind and in the namespace', () => {
  expect(labels(`${OTHERS}${BINDING}roleRef:\n  kind: Role\n  name: ^`)).toEqual(['reader'])
  expect(labels(`${OTHERS}${BINDING}roleRef:\n  kind: ClusterRole\n  name: ^`)).toEqual(['impersonator'])
  expect(labels(`${OTHERS}${BINDING.replace('prod', 'test')}roleRef:\n  kind: Role\n  name: ^`)).toEqual([])
  expect(labels(`${OTHERS}${BINDING.replace('RoleB', 'ClusterRoleB')}roleRef:\n  kind: ^`)).toEqual(['ClusterRole'])
})

test('subjects and names that are elsewhere in the text', () => {
  const subject = (kind: string) => `${OTHERS}${BINDING}subjects:\n- kind: ${kind}\n  `
  expect(labels(`${subject('ServiceAccount')}name: ^`)).toEqual(['ctl'])
  expect(labels(`${subject('User')}name: ^`)).toEqual(['jane'])
  expect(labels(`${subject('Group')}name: ^`)[0]).toBe('on')
  expect(labels(`${subject('ServiceAccount')}namespace: ^`)).toEqual(['prod', 'system'])
  expect(
    labels(
      `${OTHERS}${CLUSTER_ROLE}rules:\n- apiGroups: [authentication.k8s.io]\n  resources: [users]\n  resourceNames: [^]`,
    ),
  ).toEqual(['jane'])
})

test('a name that YAML would read as a boolean is quoted', () => {
  expect(taken(`${OTHERS}${BINDING}subjects:\n- kind: Group\n  name: ^`, 'on')).toContain('name: "on"')
})

test('labels by which the default roles aggregate', () => {
  expect(
    taken('kind: ClusterRole\nmetadata:\n  labels:\n    ^', 'rbac.authorization.k8s.io/aggregate-to-view'),
  ).toContain(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a stop of the editor's snippets
    '    rbac.authorization.k8s.io/aggregate-to-view: "${1:true}"',
  )
})

test.each([
  '# ^',
  'kind: Role ^',
  'kind: Role # ^',
  `${ROLE}rules:\n- verbs: ["get"^]`,
  `${ROLE}rules:\n- verbs: ["get" ^]`,
  'kind: ConfigMap\ndata:\n  ^',
  'kind: Role\n-^--\n',
])('nothing is offered where nothing can stand: %j', (marked) => {
  expect(labels(marked)).toEqual([])
})

test('objects inside a List are objects', () => {
  expect(labels('kind: List\nitems:\n- kind: Role\n  ^')).toEqual(['apiVersion', 'metadata', 'rules'])
})

test('any text can be asked about at any place, and what is offered replaces the word at the cursor', () => {
  const texts = fc.string({
    unit: fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '\n  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '#',
      '|',
      '---\n',
      '\t',
      '\r\n',
      'kind: Role\n',
      'rules:',
      'verbs:',
      'subjects:\n',
      '\0',
      '\ud800',
    ),
    maxLength: 30,
  })
  fc.assert(
    fc.property(texts, fc.nat(60), (text, offset) => {
      for (const { replace } of completeAt(text, offset, readPolicy(text))) {
        expect(replace.start).toBeLessThanOrEqual(offset)
        expect(replace.end).toBeGreaterThanOrEqual(offset)
        expect(text.slice(replace.start, replace.end)).not.toContain('\n')
      }
    }),
    { numRuns: 1000 },
  )
})

test('a kind that is half-typed is completed like one that is not begun', () => {
  expect(labels('kind: Cl^')).toEqual(labels('kind: ^'))
  expect(labels('apiVersion: rbac.authorization.k8s.io/v1\nkind: Cl^\nrules: []\n')).toContain('ClusterRole')
})

test.each([
  [
    'a CustomResourceDefinition',
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec: {group: example.com, names: {kind: Widget, plural: widgets}, scope: Cluster, versions: [{name: v1, served: true}]}
`,
  ],
  ['a table of resources', 'widgets  example.com/v1  false  Widget\n'],
])('resources that %s in the text defines are offered, with their group', (_, definition) => {
  expect(labels(`${ROLE}rules:\n- apiGroups: [example.com]\n  resources: [^]\n---\n${definition}`)[0]).toBe('widgets')
  expect(labels(`${ROLE}rules:\n- apiGroups: [^]\n---\n${definition}`)).toContain('example.com')
})
