import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KubernetesVersion } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { hoverAt } from './hover.ts'
import type { Prose } from './prose.ts'

/** The paragraphs at `^`, as plain text. */
function at(marked: string): readonly string[] {
  const cursor = marked.indexOf('^')
  const text = marked.slice(0, cursor) + marked.slice(cursor + 1)
  return hoverAt(readPolicy(text), cursor)?.paragraphs.map(words) ?? []
}

function words(prose: Prose): string {
  return prose.map((piece) => (typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.link)).join('')
}

/** A policy of the documentation, with the cursor before a word. */
function inDocs(word: string, from = 0): string {
  const index = DOCS.indexOf(word, from)
  if (index === -1) throw new Error(`no ${word}`)
  return `${DOCS.slice(0, index)}^${DOCS.slice(index)}`
}

const DOCS = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: impersonate-list-watch-pods
  namespace: default
rules:
- apiGroups: [""]
  resources: ["pods"]
  verbs:
  - "impersonate-on:user-info:list"
  - "impersonate-on:user-info:watch"
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: impersonate-list-watch-pods
  namespace: default
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: impersonate-list-watch-pods
subjects:
- kind: ServiceAccount
  name: my-controller
- kind: User
  name: jane
  apiGroup: rbac.authorization.k8s.io
`

test('a rule says what it grants, to whom, and through what', () => {
  expect(at(inDocs('resources:'))).toEqual([
    expect.stringMatching(/^resources: Resources in plural/),
    'Grants impersonate-on:user-info:list and impersonate-on:user-info:watch on pods.',
    'To ServiceAccount default/my-controller, User jane, in namespace default, through RoleBinding impersonate-list-watch-pods (line 16).',
  ])
})

test('a verb says what it means, and where to read on', () => {
  const [verb, alone, docs] = at(inDocs('impersonate-on:user-info:watch'))
  expect(verb).toBe(
    'impersonate-on:user-info:watch: Allow watch while impersonating a user who is neither a node nor a service account, with groups, UID and extra fields if they are requested. Group, resource, name and namespace are those of the request.',
  )
  expect(alone).toContain('It grants nothing alone')
  expect(docs).toBe('Constrained impersonation')
})

test('a binding says what it grants', () => {
  expect(at(inDocs('subjects:'))).toEqual([
    'subjects: Who is granted the role.',
    'Grants Role impersonate-list-watch-pods (line 4) to ServiceAccount default/my-controller, User jane, in namespace default:',
    'impersonate-on:user-info:list and impersonate-on:user-info:watch on pods.',
  ])
})

const CLUSTER = (name: string, rest: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: ${name}, labels: {for: all}}
${rest}`

test('a binding to a role that is not there grants nothing', () => {
  const text = DOCS.replace('  name: impersonate-list-watch-pods\nsubjects', '  name: other\nsubjects')
  const cursor = text.indexOf('subjects:')
  expect(at(`${text.slice(0, cursor)}^${text.slice(cursor)}`)[1]).toBe(
    'Grants nothing: this text has no Role other in namespace default.',
  )
})

test('a role without a binding says so', () => {
  expect(at(CLUSTER('free', 'rules:\n- {apiGroups: ["*"], resources: ["*"], verbs: ["^*"]}'))).toEqual([
    expect.stringMatching(/^\*: Every verb/),
    expect.stringMatching(/^No other wildcard/),
    'Grants every verb on every resource of every API group.',
    'Granted to no subject: no binding in this text refers to ClusterRole free.',
  ])
})

test('rules are followed into the ClusterRoles that aggregate them', () => {
  const text = `${CLUSTER('part', 'rules:\n- {apiGroups: [""], resources: [secrets], resourceNames: [a], verbs: [^get]}')}
---
${CLUSTER('whole', 'aggregationRule: {clusterRoleSelectors: [{matchLabels: {for: all}}]}')}
`
  expect(at(text).slice(-2)).toEqual(['Grants get on secrets named a.', 'Aggregated into ClusterRole whole (line 9).'])
  const whole = text.replace('^', '').replace('aggregationRule', 'aggregation^Rule')
  expect(at(whole)).toContain('ClusterRole whole has 1 rule, by aggregation from other ClusterRoles.')
})

test('a rule for paths, and one that grants nothing', () => {
  const rule = (inside: string) =>
    at(CLUSTER('r', `rules:\n- {^${inside}}`)).find((paragraph) => paragraph.startsWith('Grants'))
  expect(rule('nonResourceURLs: ["/healthz"], verbs: [get]')).toBe('Grants get on /healthz.')
  expect(rule('verbs: [get], apiGroups: [apps, ""], resources: [deployments, "pods/log"]')).toBe(
    'Grants get on deployments and pods/log of apps and the core group.',
  )
})

test.each([
  ['apiGroups: ["^"]', /^The core group/],
  ['apiGroups: [^authentication.k8s.io]', /^Resources: selfsubjectreviews and tokenreviews/],
  ['apiGroups: [^example.com]', /^A group that the API server does not serve by itself/],
  ['apiGroups: [""], resources: [^pods]', /^Pod objects, in namespaces, short po/],
  ['apiGroups: [""], resources: [^pods/log]', /^A subresource of pods/],
  ['apiGroups: [""], resources: ["^*/scale"]', /^The subresource scale of every resource/],
  ['apiGroups: [authentication.k8s.io], resources: [^users]', /^Users, by name/],
  ['apiGroups: [example.com], resources: [^widgets]', /^The API server serves no widgets/],
  [
    'apiGroups: [apps], resources: [^deployment]',
    /^No version of Kubernetes from .* serves “deployment” .*Did you mean/,
  ],
  ['resourceNames: [^a]', /^The rule matches only objects named a/],
  ['apiGroups: [""], resources: [pods], resourceNames: ["^*"]', /^Not a wildcard: only an object with the name \*/],
  [
    'apiGroups: [authentication.k8s.io], resources: [nodes], resourceNames: ["^*"]',
    /^Not a wildcard, but the name that/,
  ],
  ['nonResourceURLs: [^/healthz]', /^The path \/healthz, and none below it/],
  ['nonResourceURLs: ["^/api/*"]', /^Every path that begins with \/api\//],
  ['verbs: [^frobnicate]', /^frobnicate: The API server itself never checks frobnicate/],
  ['verbs: ["^impersonate-on:*"]', /never checks impersonate-on:\*/],
  ['verbs: ["^impersonate-on:get"]', /as the proposal spells it/],
  ['verbs: [^impersonate]', /^impersonate: Act as another user/],
])('words of a rule: %s', (rule, expected) => {
  expect(at(`kind: ClusterRole\nrules:\n- {${rule}}`)[0]).toMatch(expected)
})

test('where nothing stands, nothing is said', () => {
  expect(at('^')).toEqual([])
  expect(at('# ^comment')).toEqual([])
  expect(at('kind: ConfigMap\ndata: {a: ^b}')).toEqual([])
})

test('words of the text become nouns, whatever they contain', () => {
  const [first] = hoverAt(readPolicy('kind: Role\nrules: [{verbs: ["*<b>`"]}]'), 30)?.paragraphs ?? []
  expect(first?.[0]).toEqual({ code: '*<b>`' })
})

test('any text can be pointed at in any place', () => {
  const texts = fc.string({
    unit: fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      '#',
      '*a',
      '&a',
      '---\n',
      'kind: Role\n',
      'rules:',
      DOCS,
    ),
    maxLength: 30,
  })
  fc.assert(
    fc.property(texts, fc.nat(60), (text, offset) => {
      const hover = hoverAt(readPolicy(text), offset)
      if (hover === undefined) return
      expect(hover.paragraphs.length).toBeGreaterThan(0)
      expect(hover.range.start).toBeLessThanOrEqual(offset)
    }),
    { numRuns: 1000 },
  )
})

test('a resource that the text defines is known', () => {
  const rule = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules: [{apiGroups: [example.com], resources: [^widgets], verbs: [get]}]
`
  expect(at(rule)[0]).toContain('The API server serves no widgets in this group by itself')
  const table = '---\nNAME SHORTNAMES APIVERSION NAMESPACED KIND\nwidgets wd example.com/v1 false Widget\n'
  expect(at(rule + table)[0]).toBe('Widget objects, for the whole cluster, short wd.')
})

test('a resource that only other versions of Kubernetes serve is said to be that', () => {
  const text = 'kind: Role\nrules: [{apiGroups: [scheduling.k8s.io], resources: [podgroups], verbs: [get]}]'
  const words = (version: KubernetesVersion) =>
    JSON.stringify(hoverAt(readPolicy(text), text.indexOf('podgroups'), version)?.paragraphs)
  expect(words('1.35')).toContain('from 1.36 on; this cluster is 1.35.')
  expect(words('1.36')).toContain('PodGroup')
})
