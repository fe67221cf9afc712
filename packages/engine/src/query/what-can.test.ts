import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rbac } from '../authorizers/index.ts'
import { ANY_VERSION, attributesFor, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf, userOf } from '../rights/index.ts'
import { BeyondLimit } from '../text/index.ts'
import { type AccessMatrix, accessMatrix, EXTENTS } from './access-matrix.ts'
import { subjectsOf } from './subjects.ts'
import { servedResources, type WhatCan, whatCan } from './what-can.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const role = (kind: 'Role' | 'ClusterRole', name: string, rules: readonly string[]) =>
  `${RBAC}\nkind: ${kind}\nmetadata: {name: ${name}${kind === 'Role' ? ', namespace: prod' : ''}}\nrules:\n${rules.map((one) => `- ${one}\n`).join('')}`
const binding = (name: string, ref: string, namespace = '', subject = 'kind: User, name: jane') =>
  `${RBAC}\nkind: ${namespace === '' ? 'Cluster' : ''}RoleBinding\nmetadata: {name: ${name}${namespace === '' ? '' : `, namespace: ${namespace}`}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, ${ref}}\nsubjects: [{${subject}}]\n`

const POLICY = readPolicy(
  [
    role('ClusterRole', 'reader', [
      '{apiGroups: [""], resources: [pods, nodes, namespaces], verbs: [list, get]}',
      '{nonResourceURLs: [/metrics], verbs: [get]}',
    ]),
    role('Role', 'writer', [
      '{apiGroups: [""], resources: [secrets], resourceNames: [b, a], verbs: [get, approve]}',
      '{apiGroups: ["*"], resources: ["*/scale"], verbs: ["*"]}',
    ]),
    role('ClusterRole', 'pods', ['{apiGroups: [""], resources: [pods], verbs: [get]}']),
    binding('in-prod', 'kind: ClusterRole, name: reader', 'prod'),
    binding('in-dev', 'kind: ClusterRole, name: reader', 'dev'),
    binding('writer', 'kind: Role, name: writer', 'prod'),
    binding('everywhere', 'kind: ClusterRole, name: pods'),
    binding('gone', 'kind: ClusterRole, name: gone', 'dev'),
  ].join('---\n'),
)
const bound = rightsOf(POLICY)
const JANE = userInfo({ username: 'jane' })
const served = ANY_VERSION.resources

const rowsIn = ({ resources }: WhatCan) =>
  resources.map(({ apiGroup, resource, verbs }) => [
    `${resource}.${apiGroup}`,
    ...verbs.map(
      ({ verb, extent, reaches }) =>
        `${verb} ${extent}: ${reaches.map(({ namespace, names, ways }) => `${namespace}${names === undefined ? '' : ` [${names}]`} (${ways.map((way) => way.binding?.name)})`).join('; ')}`,
    ),
  ])

describe('what a user can', () => {
  it('does not include identities in a namespace, as the API server checks all but service accounts in none', () => {
    const rules = [
      '{apiGroups: [""], resources: [users, groups, serviceaccounts], verbs: [impersonate]}',
      '{apiGroups: [authentication.k8s.io], resources: [users, uids, userextras/scopes], verbs: [impersonate, "impersonate:user-info"]}',
      '{apiGroups: [authentication.k8s.io], resources: [serviceaccounts], verbs: ["impersonate:serviceaccount"]}',
    ]
    const rowsOf = (namespace: string) => {
      const texts = [role('ClusterRole', 'imp', rules), binding('imp', 'kind: ClusterRole, name: imp', namespace)]
      return whatCan(rightsOf(readPolicy(texts.join('---\n'))), JANE, { served }).resources
    }
    expect(rowsOf('prod').map(({ resource, apiGroup }) => `${resource}.${apiGroup}`)).toEqual([
      'serviceaccounts.',
      'serviceaccounts.authentication.k8s.io',
    ])
    expect(rowsOf('')).toHaveLength(7)
  })

  it('is listed by group, resource and verb, with where, for which names, and by which bindings', () => {
    expect(rowsIn(whatCan(bound, JANE, { served }))).toEqual([
      ['*/scale.*', '* namespaces: prod (writer)'],
      ['namespaces.', 'get namespaces: dev (in-dev); prod (in-prod)', 'list namespaces: dev (in-dev); prod (in-prod)'],
      [
        'pods.',
        'get all:  (everywhere); dev (in-dev); prod (in-prod)',
        'list namespaces: dev (in-dev); prod (in-prod)',
      ],
      ['secrets.', 'get names: prod [a,b] (writer)', 'approve names: prod [a,b] (writer)'],
    ])
  })

  it('leaves out verbs of a rule with names whose requests name no object, as the matrix does', () => {
    const named = rightsOf(
      readPolicy(
        [
          role('Role', 'named', [
            '{apiGroups: [""], resources: [secrets], resourceNames: [db], verbs: [get, deletecollection]}',
            '{apiGroups: [""], resources: [pods], resourceNames: [db], verbs: [deletecollection]}',
          ]),
          binding('named', 'kind: Role, name: named', 'prod'),
        ].join('---\n'),
      ),
    )
    expect(rowsIn(whatCan(named, JANE))).toEqual([['secrets.', 'get names: prod [db] (named)']])
    const secrets = [{ apiGroup: '', resource: 'secrets' }]
    const verbs = ['get', 'deletecollection']
    const subjects = [{ kind: 'User', name: 'jane', namespace: '' }] as const
    expect([...finished(accessMatrix(named, subjects, secrets, verbs)).cells]).toEqual([EXTENTS.indexOf('names'), 0])
  })

  it('leaves out what no request can use: nodes and paths in a namespace', () => {
    const { paths, resources } = whatCan(bound, JANE, { served })
    expect(paths).toEqual([])
    expect(resources.some(({ resource }) => resource === 'nodes')).toBe(false)
    const known = whatCan(bound, JANE).resources
    expect(known.some(({ resource }) => resource === 'nodes')).toBe(true)
  })

  it('may be limited to a namespace, and reports roles that do not exist', () => {
    const { resources, errors } = whatCan(bound, JANE, { served, namespace: 'prod' })
    expect(
      resources.flatMap(({ verbs }) => verbs.flatMap(({ reaches }) => reaches)).some((one) => one.namespace === 'dev'),
    ).toBe(false)
    expect(errors).toEqual([])
    expect(whatCan(bound, JANE, { namespace: 'dev' }).errors).toEqual([
      'clusterrole.rbac.authorization.k8s.io "gone" not found',
    ])
  })

  it('names superusers', () => {
    expect(whatCan(bound, userInfo({ username: 'root', groups: ['system:masters'] })).superuser).toBe(true)
    expect(whatCan(bound, JANE).superuser).toBe(false)
  })

  it('lists the served resources that a wildcard covers', () => {
    const scale = servedResources({ apiGroup: '*', resource: '*/scale' }, served)
    expect(scale).toContainEqual({ apiGroup: 'apps', resource: 'deployments/scale' })
    expect(scale.every(({ resource }) => resource.endsWith('/scale'))).toBe(true)
    expect(servedResources({ apiGroup: 'batch', resource: '*' }, served).map(({ resource }) => resource)).toEqual([
      'cronjobs',
      'cronjobs/status',
      'jobs',
      'jobs/status',
    ])
    expect(servedResources({ apiGroup: '', resource: 'pods' }, served)).toEqual([{ apiGroup: '', resource: 'pods' }])
  })

  it('is refused where the combinations are too many', () => {
    const many = (prefix: string) => `[${Array.from({ length: 200 }, (_, i) => `${prefix}${i}`)}]`
    const wide = readPolicy(
      [
        role('ClusterRole', 'wide', [`{apiGroups: ${many('g')}, resources: ${many('r')}, verbs: ${many('v')}}`]),
        binding('b', 'kind: ClusterRole, name: wide'),
      ].join('---\n'),
    )
    expect(() => whatCan(rightsOf(wide), JANE)).toThrow(BeyondLimit)
  })
})

function finished(running: Generator<number, AccessMatrix, void>): AccessMatrix {
  for (;;) {
    const next = running.next()
    if (next.done) return next.value
  }
}

const CHECK = attributesFor(JANE, { verb: 'get' })

const VERBS = ['get', 'list', 'approve']
const RESOURCES = [
  { apiGroup: '', resource: 'pods', namespaced: true },
  { apiGroup: '', resource: 'nodes', namespaced: false },
  { apiGroup: 'apps', resource: 'deployments/scale', namespaced: true },
] as const
const somePart = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 })
const someRule = fc
  .record({
    apiGroups: somePart(['""', 'apps', '"*"']),
    resources: somePart(['pods', 'nodes', '"*"', '"*/scale"', 'deployments/scale']),
    verbs: somePart(['get', 'list', '"*"']),
    names: fc.constantFrom('', ', resourceNames: [a]'),
  })
  .map(
    ({ apiGroups, resources, verbs, names }) =>
      `{apiGroups: [${apiGroups}], resources: [${resources}], verbs: [${verbs}]${names}}`,
  )
const somePolicy = fc
  .array(
    fc.record({
      rules: fc.array(someRule, { minLength: 1, maxLength: 3 }),
      namespace: fc.constantFrom('', 'prod', 'dev'),
      subject: fc.constantFrom(
        'kind: User, name: jane',
        'kind: Group, name: "system:serviceaccounts:ci"',
        'kind: ServiceAccount, name: bot, namespace: ci',
        'kind: Group, name: devs',
      ),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) =>
    readPolicy(
      parts
        .flatMap(({ rules, namespace, subject }, at) => [
          role('ClusterRole', `r${at}`, rules),
          binding(`b${at}`, `kind: ClusterRole, name: r${at}`, namespace, subject),
        ])
        .join('---\n'),
    ),
  )

describe('the rows, verbs and reaches of a user', () => {
  it('cover exactly what the authorizer allows', () => {
    fc.assert(
      fc.property(somePolicy, (policy) => {
        const authorizer = rbac(rightsOf(policy))
        for (const subject of subjectsOf(policy)) {
          const user = userOf(subject)
          const { resources } = whatCan(rightsOf(policy), user, { served })
          for (const { apiGroup, resource: whole, namespaced } of RESOURCES) {
            const rows = resources.filter((row) =>
              servedResources(row, served).some((one) => one.apiGroup === apiGroup && one.resource === whole),
            )
            const [resource = '', subresource = ''] = whole.split('/')
            for (const verb of VERBS) {
              const reaches = rows
                .flatMap((row) => row.verbs.filter((one) => one.verb === verb || one.verb === '*'))
                .flatMap((one) => one.reaches)
              for (const namespace of namespaced ? ['', 'prod', 'dev'] : ['']) {
                for (const name of ['', 'a', 'b']) {
                  const check = { ...CHECK, user, verb, apiGroup, resource, subresource, namespace, name }
                  const covered = reaches.some(
                    (reach) =>
                      (reach.namespace === '' || reach.namespace === namespace) &&
                      (reach.names === undefined || reach.names.includes(name)),
                  )
                  expect(covered).toBe(authorizer.authorize(check).decision === 'Allow')
                }
              }
            }
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('the matrix of subjects, resources and verbs', () => {
  it('has in each cell what the authorizer answers for a name, a namespace, and everything', () => {
    fc.assert(
      fc.property(somePolicy, (policy) => {
        const subjects = subjectsOf(policy)
        const { cells } = finished(accessMatrix(rightsOf(policy), subjects, RESOURCES, VERBS, { served }))
        const authorizer = rbac(rightsOf(policy))
        const expected = subjects.flatMap((subject) =>
          RESOURCES.flatMap(({ apiGroup, resource: whole, namespaced }) =>
            VERBS.map((verb) => {
              const [resource = '', subresource = ''] = whole.split('/')
              const user = userOf(subject)
              const namespaces = namespaced ? ['', 'prod', 'dev'] : ['']
              const allowed = (namespace: string, name: string) =>
                authorizer.authorize({ ...CHECK, user, verb, apiGroup, resource, subresource, namespace, name })
                  .decision === 'Allow'
              if (allowed('', '')) return 'all'
              if (namespaces.some((one) => allowed(one, ''))) return 'namespaces'
              return namespaces.some((one) => allowed(one, 'a')) ? 'names' : 'none'
            }),
          ),
        )
        expect([...cells].map((one) => EXTENTS[one])).toEqual(expected)
      }),
    )
  })

  it('reports how many subjects are done, and counts one namespace where it is named', () => {
    const subjects = Array.from({ length: 600 }, (_, i) => ({ kind: 'User', name: `u${i}`, namespace: '' }) as const)
    expect([...accessMatrix(bound, subjects, RESOURCES, VERBS, { served })]).toEqual([0, 256, 512])
    const jane = { kind: 'User', name: 'jane', namespace: '' } as const
    const inDev = finished(
      accessMatrix(bound, [jane], [{ apiGroup: '', resource: 'secrets' }], ['get'], { namespace: 'dev' }),
    )
    const inProd = finished(
      accessMatrix(bound, [jane], [{ apiGroup: '', resource: 'secrets' }], ['get'], { namespace: 'prod' }),
    )
    expect([...inDev.cells, ...inProd.cells].map((one) => EXTENTS[one])).toEqual(['none', 'names'])
  })

  it('fills the row of superusers', () => {
    const masters = { kind: 'Group', name: 'system:masters', namespace: '' } as const
    const { cells } = finished(accessMatrix(bound, [masters], RESOURCES, VERBS, { served }))
    expect([...cells].every((one) => EXTENTS[one] === 'all')).toBe(true)
  })
})
