import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customResources } from '../../discovery/index.ts'
import type { HTTPHeader, HTTPRequest } from '../../http/index.ts'
import { attributesOf, targetOf } from '../../http/index.ts'
import { ANY_VERSION, Discovery } from '../../kube/index.ts'
import { readKubectl } from '../kubectl.ts'
import { printKubectl } from './print.ts'

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }

function request(
  line: string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  body = '',
): HTTPRequest {
  const [method = '', target = ''] = line.split(' ')
  const list = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))
  return { method, target, headers: list, body }
}

function printed(...parts: Parameters<typeof request>): string {
  const { text, gap } = printKubectl(request(...parts))
  return gap === undefined ? text : `GAP ${text}`
}

describe('the command that people would use', () => {
  it('reads objects', () => {
    expect(printed('GET /api/v1/namespaces/prod/pods?limit=500')).toBe('kubectl get pods -n prod')
    expect(printed('GET /api/v1/pods')).toBe('kubectl get pods -A')
    expect(printed('GET /api/v1/nodes/n1')).toBe('kubectl get nodes n1')
    expect(printed('GET /api/v1/namespaces/prod')).toBe('kubectl get namespaces prod')
    expect(printed('GET /apis/apps/v1/namespaces/prod/deployments/web/scale')).toBe(
      'kubectl get deployments web -n prod --subresource=scale',
    )
    expect(printed('GET /api/v1/namespaces/prod/pods?labelSelector=a+in+%28b%29&fieldSelector=x%3Dy&limit=5')).toBe(
      `kubectl get pods -n prod -l 'a in (b)' --field-selector=x=y --chunk-size=5`,
    )
    expect(printed('GET /api/v1/namespaces/prod/pods?watch=1')).toBe('kubectl get pods -n prod -w')
  })

  it('names groups and versions where they are needed', () => {
    expect(printed('GET /apis/autoscaling/v1/namespaces/prod/horizontalpodautoscalers/web')).toBe(
      'kubectl get horizontalpodautoscalers.v1.autoscaling web -n prod',
    )
    expect(printed('GET /apis/events.k8s.io/v1/namespaces/prod/events')).toBe(
      'kubectl get events.events.k8s.io -n prod',
    )
    expect(printed('GET /apis/example.com/v1/namespaces/prod/foos/x')).toBe('kubectl get foos.v1.example.com x -n prod')
  })

  it('names what the cluster serves', () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: issuers.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {kind: Issuer, plural: issuers}
  versions: [{name: v2, served: true, storage: true}]`
    const get = (target: string, discovery: Discovery) =>
      printKubectl(request(`GET ${target}`), discovery).text.replace('kubectl get ', '')
    const groups = '/apis/scheduling.k8s.io/v1alpha2/namespaces/prod/podgroups'
    expect(get(groups, new Discovery('1.36'))).toBe('podgroups -n prod')
    expect(get(groups, new Discovery('1.37'))).toBe('podgroups.v1alpha2.scheduling.k8s.io -n prod')
    expect(get(groups.replace('v1alpha2', 'v1beta1'), new Discovery('1.37'))).toBe('podgroups -n prod')
    const issuers = new Discovery('1.37', customResources(definition))
    expect(get('/apis/example.com/v2/issuers/ca', issuers)).toBe('issuers ca')
    expect(get('/apis/example.com/v1/issuers/ca', issuers)).toBe('issuers.v1.example.com ca')
  })

  it('changes objects', () => {
    expect(printed('DELETE /api/v1/namespaces/prod/pods/web')).toBe('kubectl delete pods web -n prod')
    const merge = { 'Content-Type': 'application/merge-patch+json' }
    const deployment = '/apis/apps/v1/namespaces/prod/deployments/web'
    expect(printed(`PATCH ${deployment}`, merge, '{"a":1}')).toBe(
      `kubectl patch deployments web -n prod --type=merge -p '{"a":1}'`,
    )
    expect(printed(`PATCH ${deployment}/scale`, merge, '{"spec":{"replicas":3}}')).toBe(
      'kubectl scale deployments web -n prod --replicas=3',
    )
    expect(
      printed(`PATCH ${deployment}?fieldManager=kubectl-label`, merge, '{"metadata":{"labels":{"a":"b","c":null}}}'),
    ).toBe('kubectl label deployments web -n prod a=b c-')
    expect(printed('POST /api/v1/namespaces/prod/serviceaccounts/bot/token')).toBe('kubectl create token bot -n prod')
    expect(printed('POST /apis/authentication.k8s.io/v1/selfsubjectreviews')).toBe('kubectl auth whoami')
  })

  it('connects to pods', () => {
    const pod = '/api/v1/namespaces/prod/pods/web'
    expect(printed(`GET ${pod}/log?container=main&follow=true&tailLines=10&sinceSeconds=300`)).toBe(
      'kubectl logs web -n prod -c=main -f --tail=10 --since=300s',
    )
    expect(printed(`GET ${pod}/exec?command=sh&command=-c&command=echo+hi&stdin=true&stdout=true&tty=true`)).toBe(
      `kubectl exec web -n prod -i -t -- sh -c 'echo hi'`,
    )
    expect(printed(`GET ${pod}/portforward`)).toBe('kubectl port-forward web -n prod 8080:80')
  })

  it('is raw for all else', () => {
    expect(printed('GET /healthz')).toBe('kubectl get --raw=/healthz')
    expect(printed('DELETE /api/v1/namespaces/prod/pods?labelSelector=a%3Db')).toBe(
      "kubectl delete --raw='/api/v1/namespaces/prod/pods?labelSelector=a%3Db'",
    )
    expect(printed('POST /api/v1/namespaces/prod/pods')).toBe(
      'kubectl create --raw=/api/v1/namespaces/prod/pods -f /dev/null',
    )
    expect(printed('PUT /api/v1/namespaces/prod/pods/web', {}, '{"a":\n"EOF"}\nEOF')).toBe(
      `kubectl replace --raw=/api/v1/namespaces/prod/pods/web -f - <<'EOF_'\n{"a":\n"EOF"}\nEOF\nEOF_`,
    )
    expect(printed('GET /api/v1/namespaces/ns/services/x/proxy/a/b')).toBe(
      'kubectl get --raw=/api/v1/namespaces/ns/services/x/proxy/a/b',
    )
  })

  it('impersonates with flags, on lines of their own when they are many', () => {
    expect(printed('GET /api/v1/nodes', { 'Impersonate-User': 'jane' })).toBe('kubectl get nodes --as=jane')
    expect(
      printed('GET /api/v1/namespaces/prod/pods', {
        'impersonate-user': "o'neil",
        'Impersonate-Group': ['dev team', ''],
        'Impersonate-Uid': '7',
        'Impersonate-Extra-Example.com%2fScopes': 'view all',
      }),
    ).toBe(
      [
        'kubectl get pods -n prod',
        `--as='o'\\''neil'`,
        '--as-uid=7',
        "--as-group='dev team'",
        '--as-group=',
        "--as-user-extra='example.com/scopes=view all'",
      ].join(' \\\n  '),
    )
    expect(
      printed('GET /api/v1/namespaces/p/pods/w/exec?command=ls&stdout=true&stderr=true', { 'Impersonate-User': 'j' }),
    ).toBe('kubectl exec w -n p --as=j -- ls')
  })
})

describe('what kubectl cannot send', () => {
  it('becomes a comment that says why', () => {
    for (const [line, headers] of [
      ['OPTIONS /api/v1/pods', {}],
      ['HEAD /api/v1/pods', {}],
      ['get /api/v1/pods', {}],
      ['PATCH /api/v1/pods', {}],
      ['GET /api/v1//pods', {}],
      ['GET /a/../b', {}],
      ['GET /%zz', {}],
      ['GET /x', { 'Impersonate-User': '' }],
      ['GET /x', { 'Impersonate-User': ['a', 'b'] }],
      ['GET /x', { 'Impersonate-User': 'a', 'Impersonate-Uid': '' }],
      ['GET /x', { 'Impersonate-Uid': '1' }],
      ['GET /x', { 'Impersonate-Group': 'g' }],
      ['GET /x', { 'Impersonate-User': 'a', 'Impersonate-Extra-%41': 'x' }],
      ['GET /x', { 'Impersonate-User': 'a', 'Impersonate-Extra-a%3Db': 'x' }],
      ['GET /x', { 'Impersonate-User': 'a\nb' }],
    ] as const) {
      const { text, gap } = printKubectl(request(line, headers))
      expect(gap, line).toBeDefined()
      expect(text, line).toBe(`# ${gap}`)
    }
  })

  it('is left out of the command where no check reads it, and said', () => {
    const apply = { 'Content-Type': 'application/apply-patch+yaml' }
    const { text, gap } = printKubectl(request('PATCH /api/v1/namespaces/p/pods/w?force=true', apply, '{}'))
    expect(text).toBe("kubectl patch pods w -n p -p '{}'")
    expect(gap).toMatch(/content type .* and some of its parameters/)
    expect(printKubectl(request('GET /healthz', {}, 'x')).gap).toMatch(/no body with GET/)
  })

  it('does not include a malformed escape in the key of an extra, which asks for the same as the escape itself', () => {
    expect(printed('GET /x', { 'Impersonate-User': 'a', 'Impersonate-Extra-%zz': 'v' })).toBe(
      'kubectl get --raw=/x --as=a --as-user-extra=%zz=v',
    )
  })
})

const TARGETS = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        resource: fc.constantFrom(...ANY_VERSION.resources),
        version: fc.nat(2),
        namespace: fc.constantFrom('', 'prod', 'default'),
        name: fc.constantFrom('', 'web', 'system:x', 'a%20b', '-x', '..'),
        subresource: fc.constantFrom('', '', 'scale', 'status', 'log', 'exec', 'attach', 'token', 'portforward', 'x/y'),
      })
      .map(({ resource: { apiGroup, versions, resource }, version, namespace, name, subresource }) => {
        const group = apiGroup === '' ? '/api' : `/apis/${apiGroup}`
        const place = namespace === '' ? '' : `/namespaces/${namespace}`
        const object = name === '' ? '' : `/${name}${subresource === '' ? '' : `/${subresource}`}`
        return `${group}/${versions[version % versions.length]}${place}/${resource}${object}`
      }),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^\/(?:apis?\/)?[a-z/%.?&=;+#0-9A-F]{0,16}$/) },
)

const QUERIES = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'limit',
        'watch',
        'labelSelector',
        'fieldSelector',
        'command',
        'stdin',
        'stdout',
        'stderr',
        'tty',
        'container',
        'follow',
        'tailLines',
        'fieldManager',
        'dryRun',
        'resourceVersion',
        'x',
      ),
      fc.constantFrom(
        '500',
        '5',
        '0',
        'true',
        'All',
        'a=b',
        'a in (b,c)',
        '-x',
        'metadata.name=web',
        'kubectl-label',
        'é;&',
        '',
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&'))

const VALUES = fc.oneof(fc.constantFrom('', 'a,b', "it's", '$x', '-x'), fc.string({ unit: 'grapheme', maxLength: 6 }))
const OTHER_HEADERS: fc.Arbitrary<HTTPHeader> = fc.record({
  name: fc.constantFrom(
    'Impersonate-Group',
    'impersonate-extra-Example.com%2fX',
    'Impersonate-Extra-',
    'Impersonate-Extra-%zz',
    'Impersonate-Extra-%c3%a9',
    'Impersonate-Extra-%ff',
    'Impersonate-Uid',
    'Content-Type',
    'Accept',
  ),
  value: VALUES,
})

const REQUESTS = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
  target: fc
    .tuple(TARGETS, QUERIES, fc.boolean())
    .map(([path, query, bare]) => (bare || query === '' ? path : `${path}?${query}`)),
  headers: fc.oneof(
    fc.constant<readonly HTTPHeader[]>([]),
    fc
      .tuple(VALUES, fc.array(OTHER_HEADERS, { maxLength: 3 }))
      .map(([value, others]) => [{ name: 'Impersonate-User', value }, ...others]),
  ),
  body: fc.constantFrom('', '{}', '{"spec":{"replicas":3}}', '{"metadata":{"labels":{"a":"b","c":null}}}', 'EOF\nx'),
})

/** All that is decided on: verb, resource or path, selectors, and the wanted user. */
function meaning(one: HTTPRequest): unknown {
  const read = attributesOf(one, NOBODY)
  const asked = read.ok
    ? { ...read.attributes, path: read.attributes.isResourceRequest ? '' : read.attributes.path }
    : read.code
  const target = targetOf(one.headers)
  return [
    one.method,
    asked,
    target.kind === 'target' ? { ...target.wantedUser, extra: [...target.wantedUser.extra] } : target.kind,
  ]
}

it('asks for the same when it is read back, wherever there is no gap', () => {
  fc.assert(
    fc.property(
      REQUESTS,
      fc.constantFrom(ANY_VERSION, new Discovery('1.34'), new Discovery('1.37')),
      (one, discovery) => {
        const { text, gap } = printKubectl(one, discovery)
        if (gap !== undefined && text.startsWith('#')) return
        const read = readKubectl(text, discovery)
        expect(read.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(read.request && meaning(read.request)).toEqual(meaning(one))
      },
    ),
    { numRuns: 2000 },
  )
})
