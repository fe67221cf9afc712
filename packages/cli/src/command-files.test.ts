import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: edit-maps}
rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, create]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: edit-maps}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: edit-maps}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ci}]
`
const object = (kind: string, name: string) =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: prod}\n`
const run = (command: string, files: Readonly<Record<string, string>> = {}, stdin = '') =>
  runArguments(
    ['run', '--policy', 'policy.yaml', '--user', 'ci', '--', ...command.split(' ')],
    { 'policy.yaml': POLICY, ...files },
    { stdin },
  )
const requests = (out: string) =>
  [...out.matchAll(/^(?:Request \d+: )?([A-Z]+) ([^?\s]+)/gm)].map(([, method, path]) => `${method} ${path}`)
const MAPS = '/api/v1/namespaces/prod/configmaps'

describe('files of a kubectl command', () => {
  it('are read beside the command line, and each object is sent', async () => {
    const files = { 'a.yaml': object('ConfigMap', 'a'), 'b.yaml': object('Secret', 'b') }
    const { status, out, err } = await run('kubectl apply -f a.yaml -f b.yaml', files)
    expect(requests(out)).toEqual([`GET ${MAPS}/a`, `POST ${MAPS}`, 'GET /api/v1/namespaces/prod/secrets/b'])
    expect(err).toContain('Error from server (Forbidden): secrets "b" is forbidden')
    expect(status).toBe(0)
  })

  it('may be a folder, whose own folders need -R', async () => {
    const files = {
      'maps/a.yaml': object('ConfigMap', 'a'),
      'maps/more/b.yaml': object('ConfigMap', 'b'),
      'maps/readme.md': '',
    }
    expect(requests((await run('kubectl get -f maps/', files)).out)).toEqual([`GET ${MAPS}/a`])
    expect(requests((await run('kubectl get -R -f maps', files)).out)).toEqual([`GET ${MAPS}/a`, `GET ${MAPS}/b`])
  })

  it('may be a kustomization that only lists resources', async () => {
    const files = {
      'base/kustomization.yaml': 'resources: [a.yaml]\n',
      'base/a.yaml': object('ConfigMap', 'a'),
      'overlays/prod/kustomization.yaml': 'kind: Kustomization\nresources:\n- ../../base\n- b.yaml\n',
      'overlays/prod/b.yaml': object('ConfigMap', 'b'),
      'overlays/test/kustomization.yaml': 'resources: [../../base]\nnamePrefix: x-\n',
    }
    expect(requests((await run('kubectl get -k overlays/prod', files)).out)).toEqual([`GET ${MAPS}/a`, `GET ${MAPS}/b`])
    const { status, err } = await run('kubectl apply -k overlays/test', files)
    expect(err).toBe(
      'overlays/test/kustomization.yaml: error: This kustomization does more than list resources, and kustomize is not run here. Run kubectl kustomize overlays/test and pipe its output into this command, with -f - in place of -k.\n',
    )
    expect(status).toBe(2)
  })

  it('may be standard input', async () => {
    const { out } = await run('kubectl create -f -', {}, `${object('ConfigMap', 'a')}---\n${object('ConfigMap', 'b')}`)
    expect(requests(out)).toEqual([`POST ${MAPS}`, `POST ${MAPS}`])
  })

  it('are refused where there are none, and on the network', async () => {
    expect((await run('kubectl apply -f a.yaml')).err).toContain('a.yaml: error: There is no such file or folder.')
    expect((await run('kubectl apply -f https://example.org/a.yaml')).err).toContain(
      'Nothing is loaded from the network.',
    )
    expect((await run('kubectl logs -f web')).err).not.toContain('error')
  })
})

describe('a table of kubectl api-resources', () => {
  const TABLE = 'NAME SHORTNAMES APIVERSION NAMESPACED KIND\nwidgets wd example.com/v1beta1 false Widget\n'
  const get = (table: string) =>
    runArguments(
      ['run', '--policy', 'policy.yaml', '--policy', 'table.txt', '--user', 'ci', '--', 'kubectl', 'get', 'wd'],
      { 'policy.yaml': POLICY, 'table.txt': table },
    )

  it('is a file of the policy that gives commands their resources', async () => {
    const { out, err } = await get(TABLE)
    expect(requests(out)).toEqual(['GET /apis/example.com/v1beta1/widgets'])
    expect(err).toMatch(/^table\.txt:1:1: note: This is a table of 1 API resource\./m)
  })

  it('is refused with the place of a line that is not one of it', async () => {
    const { status, err } = await get(`${TABLE}gadgets example.com yes Gadget\n`)
    expect(err).toContain('table.txt:3:1: error: “example.com” is not an API version such as v1 or apps/v1.')
    expect(status).toBe(2)
  })
})
