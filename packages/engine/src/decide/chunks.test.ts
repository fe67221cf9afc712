import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { ANY_VERSION, type APIResource } from '../kube/index.ts'
import { chunksFor, needsResources } from './chunks.ts'
import { ScenarioDecider } from './decide.ts'
import { decider } from './decider.ts'
import { loadChunks } from './load.ts'
import type { Scenario } from './scenario.ts'

const GROUP = 'rbac.authorization.k8s.io'
const ROLES = `/apis/${GROUP}/v1/namespaces/prod/roles`

const HTTP: Scenario = {
  version: 2,
  policy: '',
  request: { form: 'http', text: 'GET /api/v1/pods HTTP/1.1' },
  requestor: { username: 'jane' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}
const asks = (form: Scenario['request']['form'], text: string): Scenario => ({ ...HTTP, request: { form, text } })
const on = (cluster: Partial<Scenario['cluster']>): Scenario => ({ ...HTTP, cluster: { ...HTTP.cluster, ...cluster } })

it.each<[string, Scenario, readonly string[]]>([
  ['raw HTTP and RBAC', HTTP, []],
  ['a kubectl command', asks('kubectl', 'kubectl get pods'), ['kubectl', 'resources']],
  ['a curl command', asks('curl', 'curl https://localhost/api'), ['curl']],
  ['a review', asks('review', 'kind: SubjectAccessReview'), ['review', 'resources']],
  ['an earlier command', { ...HTTP, earlier: [asks('kubectl', 'kubectl get pods')] }, ['kubectl', 'resources']],
  [
    'a resource that not every version serves',
    asks('http', 'GET /apis/apps/v1/namespaces/prod/robots HTTP/1.1'),
    ['resources'],
  ],
  ['a role that is read', asks('http', `GET ${ROLES} HTTP/1.1`), []],
  ['a role that is written', asks('http', `POST ${ROLES} HTTP/1.1\n\nkind: Role`), ['roleWrites']],
  [
    'a role that a command creates',
    asks('kubectl', 'kubectl create role r --verb=get --resource=pods'),
    ['kubectl', 'resources', 'roleWrites'],
  ],
  ['a design that reads changes', { ...HTTP, design: 'fine-grained' }, ['changes']],
  ['the Node authorizer', on({ authorizationModes: ['Node', 'RBAC'] }), ['cluster']],
  ['a webhook', on({ authorizationModes: ['Webhook'] }), ['cluster']],
  ['the default roles', on({ defaultRoles: true }), ['defaultRoles']],
  ['access rules', on({ authorizationModes: ['AccessRules'] }), ['conditions']],
  ['a design with conditions', { ...HTTP, design: 'compiled' }, ['conditions']],
  ['a template', { ...HTTP, policy: 'kind: {{ .Values.kind }}\n' }, ['templates']],
  ['a kustomization', { ...HTTP, policy: 'resources: [a.yaml]\n' }, ['templates']],
  ['a design that there is not', { ...HTTP, design: 'constructor' }, []],
])('%s', async (_, scenario, chunks) => {
  expect([...chunksFor(scenario)]).toEqual(chunks)
  const loaded = await loadChunks(scenario)
  expect(Object.keys(loaded).sort()).toEqual([...chunks, 'designs'].sort())
  if (loaded.designs.length === 0) return
  const { state, trace, errors } = new ScenarioDecider().decide(scenario, loaded, { cel: CEL })
  const { state: sameState, trace: sameTrace, errors: sameErrors } = (await decider())(scenario, { cel: CEL })
  expect([state, errors, plain(trace)]).toEqual([sameState, sameErrors, plain(sameTrace)])
})

/** A trace without its functions. */
function plain(trace: unknown): unknown {
  return trace === undefined ? undefined : JSON.parse(JSON.stringify(trace))
}

it('throws where a chunk is missing', async () => {
  const { design } = (await decider())(HTTP)
  expect(() => new ScenarioDecider().decide(asks('kubectl', 'kubectl get pods'), { designs: [design] })).toThrow(
    'the chunk resources is not loaded',
  )
})

describe('a path that is read without the table of resources', () => {
  const needsTable = (path: string) => needsResources({ form: 'http', text: `GET ${path} HTTP/1.1` })

  it('has the group, version and scope that the table has for its resource', () => {
    const plurals = new Set(ANY_VERSION.resources.map(({ resource }) => resource))
    const groupVersions = new Set(
      ANY_VERSION.resources.flatMap((one) => one.versions.map((version) => rootOf(one, version))),
    )
    const everyPath = [...groupVersions].flatMap((root) =>
      [...plurals].flatMap((plural) => [`${root}/${plural}`, `${root}/namespaces/prod/${plural}`]),
    )
    const served = new Set(ANY_VERSION.resources.flatMap(pathsOf))
    const common = everyPath.filter((path) => !needsTable(path))
    expect(common.filter((path) => !served.has(path))).toEqual([])
    expect(common).toEqual(
      expect.arrayContaining(['/api/v1/namespaces', '/api/v1/nodes', '/api/v1/namespaces/prod/pods']),
    )
  })

  it.each([
    ['/api/v1/namespaces/prod', false],
    ['/api/v1/namespaces/prod/pods/web/log?follow=true', false],
    ['/api/v1/pods?watch=1', false],
    ['/apis/apps/v1/namespaces/prod/deployments/web/scale', false],
    ['/healthz', false],
    ['/api/v1/podsets', true],
    ['/api/v1/namespaces/prod/nodes', true],
    ['/apis/example.com/v1/namespaces/prod/pods', true],
    ['/apis/example.com/v1/widgets HTTP/1.1\n\n/api/v1/pods', true],
  ])('%s: %s', (path, needed) => {
    expect(needsTable(path)).toBe(needed)
  })
})

function rootOf({ apiGroup }: APIResource, version: string): string {
  return apiGroup === '' ? `/api/${version}` : `/apis/${apiGroup}/${version}`
}

function pathsOf(one: APIResource): readonly string[] {
  const { namespaced, resource, versions } = one
  return versions.flatMap((version) => {
    const root = rootOf(one, version)
    return [`${root}/${resource}`, ...(namespaced ? [`${root}/namespaces/prod/${resource}`] : [])]
  })
}
