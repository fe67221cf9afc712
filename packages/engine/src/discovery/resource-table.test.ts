import { describe, expect, it } from 'vitest'
import { readPolicy } from '../policy/index.ts'
import { customResources, isResourceTable } from './index.ts'

const HEADER = 'NAME                SHORTNAMES   APIVERSION            NAMESPACED   KIND'
const TABLE = `${HEADER}
pods                po           v1                    true         Pod
clusterissuers      ciss         cert-manager.io/v1    false        ClusterIssuer
certificates        cert,certs   cert-manager.io/v1    true         Certificate
challenges                       acme.cert-manager.io/v1   true     Challenge
`
const WIDE = `NAME     SHORTNAMES   APIVERSION      NAMESPACED   KIND     VERBS                    CATEGORIES
foos     fo           example.com/v1  false        Foo      create,get,list          all,mine
bars                  example.com/v1  true         Bar      [delete get]
bazes                 example.com/v1  true         Baze
`

const summary = (text: string) =>
  customResources(text).map(({ apiGroup, versions, resource, singular, shortNames, namespaced }) =>
    [
      `${resource}.${apiGroup}`,
      versions.join(),
      singular,
      shortNames.join(),
      namespaced ? 'namespaced' : 'cluster',
    ].join(' '),
  )
const CERTIFICATES = [
  'clusterissuers.cert-manager.io v1 clusterissuer ciss cluster',
  'certificates.cert-manager.io v1 certificate cert,certs namespaced',
  'challenges.acme.cert-manager.io v1 challenge  namespaced',
]
const problems = (text: string) =>
  readPolicy(text).diagnostics.map(
    ({ severity, message, range }) => `${severity} ${range.line}:${range.column} ${message}`,
  )
const NOTE =
  'This is a table of 4 API resources. It does not affect decisions; commands get names, scope and versions from it.'

describe('a table of kubectl api-resources', () => {
  it('defines the resources that are not built in', () => {
    expect(summary(TABLE)).toEqual(CERTIFICATES)
  })

  it.each([
    ['without its header', TABLE.replace(`${HEADER}\n`, '')],
    ['without its alignment', TABLE.replaceAll(/ +/g, ' ')],
    ['with tabs', TABLE.replaceAll(/ {2,}/g, '\t')],
    ['with line ends of Windows', TABLE.replaceAll('\n', '\r\n')],
    ['indented', TABLE.replaceAll(/^/gm, '    ')],
    [
      'after a comment and an object',
      `apiVersion: v1\nkind: Namespace\nmetadata: {name: x}\n---\n# file: t.txt\n${TABLE}`,
    ],
  ])('is read %s', (_, text) => {
    expect(summary(text)).toEqual(CERTIFICATES)
    expect(readPolicy(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('has verbs and categories with -o wide', () => {
    expect(customResources(WIDE).map(({ verbs, categories }) => [verbs.join(), categories.join()])).toEqual([
      ['create,get,list', 'all,mine'],
      ['delete,get', ''],
      ['create,delete,deletecollection,get,list,patch,update,watch', ''],
    ])
  })

  it('is noted in a policy, and its roles count beside it', () => {
    const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r}\nrules: []\n'
    expect(problems(TABLE)).toEqual([`note 1:1 ${NOTE}`])
    expect(readPolicy(`${role}---\n${TABLE}`).roles).toHaveLength(1)
    expect(problems(`${role}---\n${TABLE}---\n${role}`)).toContain(`note 6:1 ${NOTE}`)
  })

  it.each([
    ['foos v1', 'error 6:1 “foos v1” is not a line of the table: it has too few columns.'],
    ['foos example.com true Foo', 'error 6:1 “example.com” is not an API version such as v1 or apps/v1.'],
    ['foos fo example.com/v1 yes Foo', 'error 6:1 NAMESPACED is true or false; this line has “yes” there.'],
    ['  Foos example.com/v1 true Foo', 'error 6:3 “Foos” is not the plural of a resource.'],
    ['foos example.com/v1 true foo', 'error 6:1 “foo” is not a kind.'],
    ['kind: Role', 'error 6:1 “kind: Role” is not a line of the table: it has too few columns.'],
  ])('has an error for the line %s', (line, error) => {
    expect(problems(`${TABLE}${line}\n`).filter((one) => one.startsWith('error'))).toEqual([error])
    expect(summary(`${TABLE}${line}\n`)).toEqual(CERTIFICATES)
  })

  it('has an error where it has no versions', () => {
    const old = 'NAME   SHORTNAMES   APIGROUP   NAMESPACED   KIND\n'
    expect(problems(old)).toContain(
      'error 1:1 This table has the column APIGROUP and no versions, as kubectl printed it before 1.20.',
    )
  })

  it.each(['', '# NAME', 'NAME   READY   STATUS', 'kind: Role', 'pods v1 true'])('is not %j', (text) => {
    expect(isResourceTable(text, { start: 0, end: text.length })).toBe(false)
  })
})

describe('discovery', () => {
  const LIST = {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'example.com/v1beta1',
    resources: [
      { name: 'foos', singularName: 'foo', namespaced: false, kind: 'Foo', verbs: ['get', 'list'], shortNames: ['fo'] },
      { name: 'foos/status', singularName: '', namespaced: false, kind: 'Foo', verbs: ['patch'] },
    ],
  }
  const AGGREGATED = {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [
      {
        metadata: { name: 'example.com', creationTimestamp: null },
        versions: ['v1', 'v1beta1'].map((version) => ({
          version,
          resources: [
            {
              resource: 'foos',
              responseKind: { group: 'example.com', version, kind: 'Foo' },
              scope: 'Cluster',
              singularResource: 'foo',
              verbs: ['get', 'list'],
              shortNames: ['fo'],
              subresources: [{ subresource: 'status', responseKind: { kind: 'Foo' }, verbs: ['patch'] }],
            },
          ],
        })),
      },
    ],
  }

  it.each([
    ['of one version', [LIST], 'v1beta1'],
    ['of two versions', [LIST, { ...LIST, groupVersion: 'example.com/v1' }], 'v1,v1beta1'],
    ['of all groups', [AGGREGATED], 'v1,v1beta1'],
  ])('%s defines its resources', (_, documents, versions) => {
    for (const text of [
      documents.map((one) => JSON.stringify(one)).join('\n---\n'),
      documents.map((one) => JSON.stringify(one)).join('\n'),
      documents.map((one) => JSON.stringify(one, null, 2)).join('\n---\n'),
    ]) {
      expect(summary(text)).toEqual([`foos.example.com ${versions} foo fo cluster`])
      expect(customResources(text)[0]?.subresources).toEqual(new Map([['status', ['patch']]]))
      expect(readPolicy(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  })

  it('that is no more than its kind defines nothing', () => {
    expect(customResources('{"kind":"APIResourceList","groupVersion":1,"resources":[{}]}')).toEqual([])
    expect(customResources('{"kind":"APIGroupDiscoveryList","items":[{"versions":[{"resources":[{}]}]}]}')).toEqual([])
  })
})
