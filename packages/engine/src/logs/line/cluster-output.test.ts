import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseClusterOutput } from './cluster-output.ts'
import type { ObservedRequest } from './observed-request.ts'
import { distinctRequests, placeInWords } from './repeated-requests.ts'

const MESSAGE = 'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "prod"'
const LOG = readFileSync(new URL('../testdata/filters-1.36.3.log', import.meta.url), 'utf8')

const EVENT = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  auditID: 'a1',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/prod/pods?limit=500',
  verb: 'list',
  user: { username: 'deputy', uid: 'u-7', groups: ['ops', 'system:authenticated'], extra: { 'example.com/k': ['v'] } },
  impersonatedUser: { username: 'jane', groups: ['devs', 'system:authenticated'] },
  authenticationMetadata: { impersonationConstraint: 'impersonate:user-info' },
  objectRef: { resource: 'pods', namespace: 'prod', apiVersion: 'v1' },
  responseStatus: { metadata: {}, status: 'Failure', message: MESSAGE, reason: 'Forbidden', code: 403 },
  requestReceivedTimestamp: '2026-11-22T01:50:46.000000Z',
  annotations: { 'authorization.k8s.io/decision': 'forbid', 'authorization.k8s.io/reason': '' },
}

/** The only request of a text. */
function only(text: string): ObservedRequest {
  const { requests, problems } = parseClusterOutput(text)
  expect(problems).toEqual([])
  expect(requests).toHaveLength(1)
  return requests[0] as ObservedRequest
}

describe('an audit event', () => {
  const line = JSON.stringify(EVENT)

  it('reports requestor, request, target without the groups that the server adds, and the answer', () => {
    expect(only(line)).toEqual({
      source: 'audit-event',
      lines: [1],
      at: EVENT.requestReceivedTimestamp,
      requestor: EVENT.user,
      impersonation: {
        kind: 'reported',
        mode: 'user-info',
        target: { username: 'jane', uid: '', groups: ['devs'], extra: {} },
      },
      request: { method: 'GET', target: EVENT.requestURI },
      answer: {
        code: 403,
        message: MESSAGE,
        authorization: 'forbidden',
        reason: '',
        constraint: 'impersonate:user-info',
      },
    })
  })

  it.each([
    ['printed over several lines', JSON.stringify(EVENT, undefined, 2)],
    ['inside of a line of a log', `2026-11-22T01:50:46Z stdout F ${line}`],
    ['in a list', JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items: [EVENT] })],
    ['in a log file of Docker', JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: 'now' })],
    ['as CloudWatch exports it', JSON.stringify({ events: [{ timestamp: 1, message: line }] })],
    ['as YAML', yamlOf(EVENT)],
    [
      'with comments, as KEP-5284 prints one',
      JSON.stringify(EVENT, undefined, 2).replace(/"verb".*/, '$& // "http://x": {'),
    ],
  ])('is read %s', (_, text) => {
    expect(only(text)).toEqual(only(line))
  })

  it('of some fields, as documentation prints one, reports those alone', () => {
    const { kind, apiVersion, verb, authenticationMetadata, objectRef } = EVENT
    const user = { username: 'deputy' }
    const abridged = {
      kind,
      apiVersion,
      verb,
      user,
      objectRef,
      authenticationMetadata,
      impersonatedUser: { username: 'jane' },
    }
    expect(only(JSON.stringify(abridged, undefined, 2))).toEqual({
      source: 'audit-event',
      lines: [1],
      at: '',
      requestor: user,
      impersonation: { kind: 'reported', mode: 'user-info', target: { username: 'jane', groups: [] } },
      request: {
        method: 'GET',
        attributes: {
          verb: 'list',
          isResourceRequest: true,
          apiGroup: '',
          apiVersion: 'v1',
          resource: 'pods',
          subresource: '',
          namespace: 'prod',
          name: '',
          path: '',
        },
      },
      answer: { constraint: 'impersonate:user-info' },
    })
  })

  it('is kept for the last stage of a request', () => {
    const early = { ...EVENT, stage: 'RequestReceived', impersonatedUser: undefined, responseStatus: undefined }
    expect(only([early, EVENT].map((one) => JSON.stringify(one)).join('\n')).answer.code).toBe(403)
    expect(only([EVENT, early].map((one) => JSON.stringify(one)).join('\n')).answer.code).toBe(403)
  })

  it('among others has its line', () => {
    const other = { ...EVENT, auditID: 'a2' }
    const text = `${JSON.stringify(EVENT, undefined, 2)}\n\nnoise\n${JSON.stringify(other)}\n`
    const lines = JSON.stringify(EVENT, undefined, 2).split('\n').length
    expect(parseClusterOutput(text).requests.map((observed) => observed.lines)).toEqual([[1], [lines + 3]])
  })

  it('refused by the impersonation filter reports the target as its message does', () => {
    const message =
      'users.authentication.k8s.io "jane" is forbidden: User "deputy" cannot impersonate:user-info resource "users" in API group "authentication.k8s.io" at the cluster scope'
    const { impersonatedUser: _, authenticationMetadata: __, annotations: ___, ...refused } = EVENT
    const text = JSON.stringify({ ...refused, responseStatus: { ...EVENT.responseStatus, message } })
    expect(only(text).impersonation).toEqual({ kind: 'reported', mode: 'user-info', target: { username: 'jane' } })
  })

  it('refused by admission was allowed by authorization', () => {
    const text = JSON.stringify({
      ...EVENT,
      responseStatus: { code: 403, message: 'pods "web" is forbidden: exceeded quota: q' },
      annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': 'RBAC: allowed by …' },
    })
    expect(only(text).answer).toMatchObject({ authorization: 'allowed', code: 403 })
  })
})

describe('a 403 message', () => {
  const attributes = {
    verb: 'list',
    isResourceRequest: true,
    apiGroup: '',
    resource: 'pods',
    subresource: '',
    namespace: 'prod',
    name: '',
    path: '',
  }

  it.each([
    ['alone', MESSAGE],
    ['as kubectl prints it', `Error from server (Forbidden): ${MESSAGE}`],
    [
      'of a reflector',
      `E1122 01:44:10.123456       1 reflector.go:158] pkg/x.go:9: failed to list *v1.Pod: ${MESSAGE}`,
    ],
    [
      'of a reflector, structured',
      `E1122 01:44:10.123456       1 reflector.go:205] "Failed to watch" err="failed to list *v1.Pod: ${MESSAGE.replaceAll('"', '\\"')}" logger="UnhandledError" reflector="pkg/x.go:9" type="*v1.Pod"`,
    ],
    ['in a controller’s JSON', JSON.stringify({ level: 'error', ts: 1, msg: 'Reconciler error', error: MESSAGE })],
    ['in a key of a log', `time="now" level=error msg="cannot list: ${MESSAGE.replaceAll('"', '\\"')}"`],
    ['in a Status', JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: MESSAGE, code: 403 }, undefined, 2)],
  ])('is read %s', (_, text) => {
    expect(only(text)).toMatchObject({
      requestor: { username: 'jane' },
      impersonation: { kind: 'not-reported' },
      request: { method: 'GET', attributes },
      answer: { code: 403, message: MESSAGE, reason: '' },
    })
  })

  it('has a name, a subresource and a reason of several lines', () => {
    const reason = 'RBAC: role.rbac.authorization.k8s.io "r" not found\nwebhook: no'
    const text = `deployments.apps "a\\"b" is forbidden: User "j&lt;\\u202e" cannot patch resource "deployments/scale" in API group "apps" at the cluster scope: ${reason}`
    expect(only(`Error from server (Forbidden): ${text}\n`)).toMatchObject({
      requestor: { username: 'j<\u202e' },
      request: {
        method: 'PATCH',
        attributes: { apiGroup: 'apps', resource: 'deployments', subresource: 'scale', namespace: '', name: 'a"b' },
      },
      answer: { message: text, reason },
    })
  })

  const NODES = 'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope'
  it.each([
    ['of an aggregate of Go', `[${MESSAGE}, ${NODES}]`],
    ['in a line of klog', `E0412 09:53:35.123456       1 x.go:1] ${MESSAGE}; ${NODES}`],
    ['in a value of klog', `E0412 09:53:35.123456       1 x.go:1] "x" err=${JSON.stringify(`[${MESSAGE}, ${NODES}]`)}`],
    ['in JSON', JSON.stringify({ msg: `a: ${MESSAGE}, b: ${NODES}` })],
    ['in a Status', JSON.stringify({ kind: 'Status', code: 403, message: `[${MESSAGE}, ${NODES}]` })],
    ['in a dictionary of Python', `{'a': {'message': '${MESSAGE}'}, 'b': {'message': '${NODES}'}}`],
    ['in the values of cut JSON', `{"a":${JSON.stringify(MESSAGE)},"b":${JSON.stringify(NODES)}}"}`],
    ['the first twice', `x: ${MESSAGE}: y: ${MESSAGE}, ${NODES}`],
  ])('is read beside another on one line, %s', (_, text) => {
    const { requests, problems } = parseClusterOutput(text)
    expect(problems).toEqual([])
    expect(requests.map(({ request, answer }) => [request.attributes?.resource, answer.message])).toEqual([
      ['pods', MESSAGE],
      ['nodes', NODES],
    ])
  })

  it('has the reason up to the next message on the line', () => {
    const { requests } = parseClusterOutput(`[${MESSAGE}: RBAC: role "r" not found, ${NODES}: no policy]`)
    expect(requests.map(({ answer }) => answer.reason)).toEqual(['RBAC: role "r" not found', 'no policy]'])
  })

  it('about a path', () => {
    const text = 'forbidden: User "system:anonymous" cannot get path "/metrics"'
    expect(only(text).request).toMatchObject({
      method: 'GET',
      attributes: { isResourceRequest: false, path: '/metrics' },
    })
  })

  it('about an action in a mode reports the request, and one about an identity a part of the target', () => {
    const action = MESSAGE.replace('list', 'impersonate-on:user-info:list')
    expect(only(action)).toMatchObject({
      impersonation: { kind: 'reported', mode: 'user-info', target: {} },
      request: { attributes },
    })
    const identity =
      'serviceaccounts "sa" is forbidden: User "ctl" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "dev"'
    expect(only(identity)).toMatchObject({
      impersonation: { kind: 'reported', mode: 'legacy', target: { username: 'system:serviceaccount:dev:sa' } },
      request: {},
    })
  })

  it('about a role that grants too much reports the groups, but not whether the role existed', () => {
    const text =
      'roles.rbac.authorization.k8s.io "r" is forbidden: user "jane" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["list"]}'
    const observed = only(`Error from server (Forbidden): error when creating "STDIN": ${text}`)
    expect(observed).toMatchObject({
      requestor: { username: 'jane', groups: ['devs', 'system:authenticated'] },
      request: {},
      answer: { message: text },
    })
  })
})

describe('equal requests', () => {
  it('are one with a count and all lines, whenever they were sent', () => {
    const lines = [1, 2, 3].map((second) => `E1122 01:44:0${second}.1 1 x.go:1] ${MESSAGE}`)
    const { requests } = parseClusterOutput([...lines, MESSAGE.replace('prod', 'test')].join('\n'))
    const distinct = distinctRequests(requests)
    expect(distinct.map(({ times, lines }) => [times, lines])).toEqual([
      [3, [1, 2, 3]],
      [undefined, [4]],
    ])
    expect(distinct.map(placeInWords)).toEqual(['3 times, lines 1 to 3', 'line 4'])
  })
})

describe('other logs', () => {
  const status = JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: MESSAGE, code: 403 })
  const klog = (words: string) => `I1128 10:11:12.123456   23776 x.go:246] ${words}`

  it.each([
    ['kubectl -v=9', klog(`Response Body: ${status}`)],
    ['kubectl -v=9 from 1.33', klog(`"Response Body" body=<\n\t${status}\n >`)],
    ['AKS', JSON.stringify({ records: [{ properties: { log: status } }] })],
    ['Splunk', JSON.stringify({ preview: false, result: { _raw: status } })],
    ['Google Cloud', JSON.stringify({ protoPayload: { response: { code: 403, message: MESSAGE } } })],
    [
      'Rancher',
      `Error from server (Forbidden): ${JSON.stringify({ Code: { Status: 403 }, Message: MESSAGE })} (get pods)`,
    ],
  ])('of %s wrap the message', (_, text) => {
    expect(only(text).answer.message).toBe(MESSAGE)
  })

  const EVENT = {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    auditID: 'a',
    stage: 'ResponseComplete',
    requestURI: '/api/v1/namespaces/prod/pods',
    verb: 'list',
    user: { username: 'jane' },
    impersonatedUser: { username: 'system:serviceaccount:prod:bot' },
    objectRef: { resource: 'pods', namespace: 'prod', apiVersion: 'v1' },
    responseStatus: { status: 'Failure', code: 403, message: MESSAGE, reason: 'Forbidden' },
  }

  it.each([
    [
      'Loki',
      { data: { result: [{ stream: { job: 'audit' }, values: [['1763633472000000000', JSON.stringify(EVENT)]] }] } },
    ],
    ['CloudWatch', { results: [[{ field: '@message', value: JSON.stringify(EVENT) }]] }],
    ['Elasticsearch', { hits: { hits: [{ _source: { kubernetes: { audit: EVENT } } }] } }],
  ])('of %s keep the whole event, which says who was impersonated', (_, kept) => {
    for (const text of [JSON.stringify(kept), JSON.stringify(kept, undefined, 2)]) {
      expect(only(text)).toMatchObject({
        requestor: { username: 'jane' },
        impersonation: { kind: 'reported' },
        answer: { message: MESSAGE },
      })
    }
  })

  it.each([
    [
      'OpenTelemetry',
      JSON.stringify({
        resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: JSON.stringify(EVENT) } }] }] }],
      }),
    ],
    ['CSV', `_time,_raw\n2026-11-20,"${JSON.stringify(EVENT).replaceAll('"', '""')}"\n`],
    ['logfmt', `ts=1 audit=${JSON.stringify(JSON.stringify(EVENT))} level=info`],
  ])('of %s keep the event escaped', (_, text) => {
    expect(only(text).requestor).toMatchObject({ username: 'jane' })
  })

  it('of a Rust client end with its own words, which are not a reason of the server', () => {
    for (const more of [
      `Forbidden (ErrorResponse { status: "Failure", message: ${JSON.stringify(MESSAGE)}, reason: "Forbidden", code: 403 })`,
      `Forbidden (Status { status: Some(Failure), code: 403, message: ${JSON.stringify(MESSAGE)} })`,
    ]) {
      expect(only(`Error: ApiError: ${MESSAGE}: ${more}\n\nCaused by:\n    0: ApiError`).answer.message).toBe(MESSAGE)
    }
  })

  it('of a kubelet name the user, and what it asked kube-apiserver about its node', () => {
    const { requestor, request, answer } = only(
      'Error from server (Forbidden): Forbidden (user=kubelet-client, verb=get, resource=nodes, subresource(s)=[stats proxy])',
    )
    expect(requestor).toEqual({ username: 'kubelet-client' })
    expect(request.attributes).toMatchObject({ verb: 'get', resource: 'nodes', subresource: 'proxy' })
    expect(answer.message).toBeUndefined()
  })

  it.each([
    [
      'in a log',
      'request failed - "403 Forbidden", response: "Forbidden (user=agent, verb=get, resource=nodes, subresource=stats)"',
    ],
    [
      'in a value',
      'E0709 21:22:20.135447       1 x.go:1] "x" err="Forbidden (user=agent, verb=get, resource=nodes, subresource=stats)"',
    ],
    ['without blanks', 'Forbidden (user=agent,verb=get,resource=nodes,subresource=stats)'],
  ])('of an older kubelet name one subresource: %s', (_, text) => {
    const { requestor, request } = only(text)
    expect(requestor).toEqual({ username: 'agent' })
    expect(request.attributes).toMatchObject({ verb: 'get', resource: 'nodes', subresource: 'stats' })
  })

  it.each([
    ['"list" resource "nodes" cluster-wide', { verb: 'list', resource: 'nodes', namespace: '' }],
    [
      '"create" resource "tokenreviews.authentication.k8s.io" cluster-wide',
      { verb: 'create', resource: 'tokenreviews', apiGroup: 'authentication.k8s.io' },
    ],
    [
      '"get" resource "pods/log" named "web-0" in namespace "prod"',
      { verb: 'get', resource: 'pods', subresource: 'log', name: 'web-0', namespace: 'prod' },
    ],
    ['"get" nonResourceURL "/metrics" cluster-wide', { verb: 'get', isResourceRequest: false, path: '/metrics' }],
  ])('of RBAC in older servers name the user, the groups and %s', (asked, attributes) => {
    for (const groups of ['[devs system:authenticated]', '["devs" "system:authenticated"]']) {
      const { requestor, request } = only(
        `I0430 07:06:44.719022       7 rbac.go:87] RBAC DENY: user "kim" groups ${groups} cannot ${asked}`,
      )
      expect(requestor).toEqual({ username: 'kim', groups: ['devs', 'system:authenticated'] })
      expect(request.attributes).toMatchObject(attributes)
    }
  })

  it('of the Node authorizer name the node, and the attributes', () => {
    const text = klog(
      `NODE DENY: 'n1' authorizer.AttributesRecord{User:(*user.DefaultInfo)(0xc0), Verb:"list", Namespace:"a", APIGroup:"", APIVersion:"v1", Resource:"secrets", Subresource:"", Name:"", ResourceRequest:true, Path:"/api/v1/namespaces/a/secrets"}`,
    )
    expect(only(text).requestor.username).toBe('system:node:n1')
    expect(only(text).request.attributes).toMatchObject({ verb: 'list', resource: 'secrets', namespace: 'a' })
  })

  it.each([
    ['GET /api/v2/namespaces/prod/pods?limit=500', 'v2'],
    ['Failure executing: GET at: https://10.0.0.1/api/v2/pods.', 'v2'],
    ['/api/v2/pods and /api/v3/pods', undefined],
    ['/api/v2/podsets', undefined],
    ['/apis/apps/v2/pods', undefined],
  ])('have the version that a line beside them names: %s', (line, version) => {
    expect(only(`${line}\n${MESSAGE}`).request.attributes?.apiVersion).toBe(version)
    const ofGroup = MESSAGE.replace('pods is', 'pods.x.example.io is').replace('group ""', 'group "x.example.io"')
    const own = line.replaceAll('/api/', '/apis/x.example.io/')
    expect(
      only(`${own} -- ${ofGroup.replace('API group ""', 'API group "x.example.io"')}`).request.attributes?.apiVersion,
    ).toBe(version)
  })

  it.each(['*v2beta1.Pod', 'example.io/v2beta1, Resource=pods'])('of a reflector have the version: %s', (type) => {
    const { request } = only(klog(`Failed to list ${type}: ${MESSAGE}`))
    expect(request.attributes?.apiVersion).toBe('v2beta1')
  })
})

describe('kubectl auth can-i with its answer', () => {
  it.each(['no - no RBAC policy matched', 'no', '\nno', 'yes', "Warning: resource 'x' is not namespace scoped\nno"])(
    '%s: is a command, which decides here as a request',
    (answer) => {
      const { requests, problems } = parseClusterOutput(`$ kubectl -n prod auth can-i list pods --as=kim\n${answer}`)
      expect(requests).toEqual([])
      expect(problems.join()).toContain('give the command itself as the request')
    },
  )
})

describe('the table of kubectl auth can-i --list', () => {
  it('is said to have no roles, whatever is before it', () => {
    const table =
      'Resources          Non-Resource URLs   Resource Names   Verbs\npods               []    []    [get]\n'
    for (const text of [table, `$ kubectl auth can-i --list\n${table}`]) {
      expect(parseClusterOutput(text).problems.join()).toMatch(/^This is what kubectl auth can-i --list prints/)
    }
  })
})

describe('a 403 of a client that keeps no message', () => {
  const WITHOUT_WORDS = 'The text reports a 403 without the message of the server'

  it.each([
    ['kubectl', 'Error from server (Forbidden): unknown'],
    ['Java', 'io.kubernetes.client.openapi.ApiException: Forbidden\n\tat io.kubernetes.client.ApiClient.execute'],
    ['Python', 'kubernetes.client.exceptions.ApiException: (403)\nReason: Forbidden\nHTTP response headers: x'],
    ['.NET', "k8s.Autorest.HttpOperationException: Operation returned an invalid status code 'Forbidden'"],
    ['JavaScript', 'Error: Forbidden\n    at Request.<anonymous> (/app/watch.js:24:35)'],
    ['axios', 'AxiosError: Request failed with status code 403'],
    ['fabric8', "due to:Forbidden!Configured service account doesn't have access."],
  ])('of %s is said to be that', (_, text) => {
    const { requests, problems } = parseClusterOutput(text)
    expect(requests).toEqual([])
    expect(problems.join()).toContain(WITHOUT_WORDS)
  })

  it.each([
    [
      "ClientResponseError: 403, message='Forbidden', url=URL('https://10.0.0.1:443/api/v1/namespaces')",
      'The request is in the text: /api/v1/namespaces. Give it as the request with its method',
    ],
    [
      'I1201 10:53:43.57 1 round_trippers.go:443] GET https://10.0.0.1:443/apis/apps/v1/deployments?limit=500 403 Forbidden in 0 milliseconds',
      'The request is in the text: GET /apis/apps/v1/deployments. Give it',
    ],
    [
      `curl -v -XGET -H "Impersonate-User: kim" 'https://k/api/v1/pods'\nGET https://k/api/v1/pods 403 Forbidden`,
      'text: GET /api/v1/pods. Give it as the request with the Impersonate headers of the text, and say who sent it.',
    ],
    [
      "403, message='Forbidden', url='https://k/api/v1/pods'\n403, message='Forbidden', url='https://k/api/v1/nodes'",
      'Requests are in the text: /api/v1/pods, /api/v1/nodes.',
    ],
  ])('has the request where its address is beside it', (text, words) => {
    expect(parseClusterOutput(text).problems.join()).toContain(words)
  })

  it.each([
    [
      '.NET',
      "k8s.Autorest.HttpOperationException: Operation returned an invalid status code 'Forbidden'",
      'Response.Content',
    ],
    ['Java', 'io.kubernetes.client.openapi.ApiException: Forbidden', 'getResponseBody()'],
    ['fabric8', 'Message: Forbidden!Configured account. Service account may have been revoked.', 'getStatus()'],
    ['a program', 'AxiosError: Request failed with status code 403', 'may have it in its log'],
  ])('says where %s has it', (_, text, words) => {
    expect(parseClusterOutput(text).problems.join()).toContain(words)
  })

  it.each([
    [
      'a WebSocket',
      "ApiException: (0)\nReason: Handshake status 403 Forbidden\nurl = 'wss://k:6443/api/v1/namespaces/dev/pods/web/exec?command=ls'",
      'GET /api/v1/namespaces/dev/pods/web/exec.',
    ],
    [
      'a path alone',
      'Error: Failed to get resource /api/v1/namespaces/dev/pods/web/exec?stdout=1, status code: 403',
      ': /api/v1/namespaces/dev/pods/web/exec.',
    ],
    [
      'an API server until 1.5',
      'msg="kubernetes.go:179: Failed to list *v1.Endpoints: Forbidden: \\"/api/v1/endpoints?resourceVersion=0\\" (get endpoints)"',
      ': /api/v1/endpoints.',
    ],
    [
      'fabric8',
      'Error accessing: https://k/api/v1/namespaces/dev/services/web,due to:Forbidden!Configured account',
      ': /api/v1/namespaces/dev/services/web.',
    ],
  ])('has the request of %s', (_, text, words) => {
    expect(parseClusterOutput(text).problems.join()).toContain(
      `The request is in the text: ${words.replace(/^: /, '')}`,
    )
  })

  it.each(['Error: Forbidden fruit', 'The word forbidden', 'statusCode: 404'])('is not any such word: %s', (text) => {
    expect(parseClusterOutput(text).problems.join()).not.toContain(WITHOUT_WORDS)
  })
})

describe('a message from which words were left out', () => {
  it('is said to name its object where the rest of it is gone', () => {
    const body = '{"kind":"Status","message":"deployments.extensions "web-1" Forbidden","code":403}'
    const { problems, refused } = parseClusterOutput(
      `ApiException: (403)\nReason: Forbidden\nHTTP response body: ${body}`,
    )
    expect(refused).toEqual({ apiGroup: 'extensions', resource: 'deployments', name: 'web-1' })
    expect(problems.join()).toContain('This 403 is not whole: it names deployments.extensions named web-1')
  })

  it('is said to be not in a form that is read', () => {
    const { requests, problems } = parseClusterOutput(
      // Two API groups have it, and the text names neither.
      'User "kim" cannot patch\n resource "events" ... at the cluster scope',
    )
    expect(requests).toEqual([])
    expect(problems.join()).toContain('not in a form that is read here')
  })

  it('is said to be cut by a pager', () => {
    const { requests, problems } = parseClusterOutput(
      'Nov 28 00:00:41 m1 kubelet[4115]: E1128 00:00:41.851126    4115 controller.go:144] failed to ensure lease exists, error: leases.coordination.k8s.io "m1" is forbidden: User "system:node:m>\nNov 28 00:00:42 m1 kubelet[4115]: I1128 other',
    )
    expect(requests).toEqual([])
    expect(problems.join()).toContain('journalctl --no-pager')
  })

  it('is said to be a table of kubectl', () => {
    const { problems } = parseClusterOutput(
      'NAMESPACE   NAME        ROLE          AGE   USERS   GROUPS   SERVICEACCOUNTS\nprod        deployers   Role/deploy   9d    jane    devs     ci/deployer\n',
    )
    expect(problems.join()).toContain('a table that kubectl prints, and not a refused request')
  })

  it('is said to be printed by Go with addresses in place of what was asked', () => {
    const { requests, problems } = parseClusterOutput(
      'I1128 10:11:12.123456 1 auth.go:10] v1.SubjectAccessReviewSpec{ResourceAttributes:(*v1.ResourceAttributes)(0xc0001a2b40), NonResourceAttributes:(*v1.NonResourceAttributes)(nil), User:"kim"}',
    )
    expect(requests).toEqual([])
    expect(problems.join()).toContain('with %#v: it has an address in place of what was asked')
  })
})

describe('a command beside a message', () => {
  const refused = 'pods is forbidden: User "kim" cannot list resource "pods" in API group "" in the namespace "prod"'

  it.each([
    ['--as kim --as-group=devs --as-group "ops"', ['devs', 'ops', 'system:authenticated']],
    ['--as-group devs --as kim', ['devs', 'system:authenticated']],
    ['--as=kim', undefined],
    ['--as max --as-group devs', undefined],
  ])('%s: has the groups of the user that it asks as', (flags, groups) => {
    expect(only(`$ kubectl get pods -n prod ${flags}\n${refused}`).requestor).toEqual({
      username: 'kim',
      ...(groups && { groups }),
    })
  })
})

describe('an error that decides nothing', () => {
  it.each([
    [
      'of Terraform without a user',
      '│ Error: Unauthorized\n│\n│   with module.a.kubernetes_namespace_v1.this[0],',
      'no user was authenticated',
    ],
    [
      'of a reflector without a user',
      'E1201 10:53:43.570000       1 reflector.go:138] Failed to list *v1.Pod: Unauthorized',
      'no user was authenticated',
    ],
    [
      'of fabric8 without a user',
      "GET at: https://k/api/v1/pods. Message: Unauthorized! Configured service account doesn't have access.",
      'no user was authenticated',
    ],
    [
      'of kubectl create clusterrole itself',
      "error: can not perform 'impersonate' on 'serviceaccounts' in group ''",
      'Write the rule as YAML',
    ],
    [
      'of a kubelet that could not ask',
      'Error from server (InternalError): Internal error occurred: Authorization error (user=kim, verb=get, resource=nodes, subresource=proxy)',
      'nothing was decided about the user',
    ],
    [
      'of a proxy on the way to the kubelet',
      'Error from server: Get "https://10.0.0.7:10250/containerLogs/prod/web/app?follow=true": Forbidden',
      'an HTTP proxy refuses the connection',
    ],
    ['of a proxy before the API server', 'error: unable to upgrade connection: Forbidden', 'kubectl proxy'],
    ['of a proxy, in older words', 'Get https://10.0.0.7:10250/containerLogs/prod/web/app: Forbidden', 'HTTPS_PROXY'],
  ])('%s is said to be that', (_, text, words) => {
    const { requests, problems } = parseClusterOutput(text)
    expect(requests).toEqual([])
    expect(problems.join()).toContain(words)
  })
})

describe('the log of kube-apiserver', () => {
  const read = parseClusterOutput(LOG)
  const requests = read.requests.map(({ requestor, impersonation, request, answer }) => ({
    who: requestor.username,
    whom: impersonation.kind === 'reported' ? impersonation.target : impersonation.kind,
    what: request.target,
    verb: request.attributes?.verb,
    message: answer.message,
  }))

  it('results in one request for all entries about it', () => {
    expect(read.problems).toEqual([])
    expect(requests).toEqual([
      {
        who: 'ctl',
        whom: { username: 'jane', groups: ['devs'] },
        what: '/api/v1/namespaces/prod/pods?labelSelector=app%3Dx&fieldSelector=spec.nodeName%3Dn1',
        verb: 'list',
        message: expect.stringMatching(/^groups.authentication.k8s.io "devs" is forbidden/),
      },
      { who: 'ctl', whom: { username: 'jane' }, what: '/api/v1/namespaces/prod/pods', verb: 'list' },
      {
        who: 'eve',
        whom: { username: 'jane' },
        what: '/metrics',
        verb: 'get',
        message: 'forbidden: User "eve" cannot impersonate-on:user-info:get path "/metrics"',
      },
      {
        who: 'system:serviceaccount:a:b',
        whom: { username: 'system:node:n1' },
        what: '/api/v1/pods',
        verb: 'list',
        message: expect.stringContaining('impersonate-on:associated-node:list'),
      },
      { who: 'eve', whom: 'not-reported', what: '/metrics', verb: 'get' },
      {
        who: 'ctl',
        whom: { username: 'system:serviceaccount:dev:sa' },
        what: '/apis/apps/v1/namespaces/prod/deployments/web/scale',
        verb: 'patch',
        message: expect.stringContaining('impersonate-on:serviceaccount:patch'),
      },
    ])
  })

  it('reports the whole requestor, with the real extras', () => {
    expect(read.requests[0]?.requestor).toEqual({
      username: 'ctl',
      uid: 'u1',
      groups: ['ops'],
      extra: { 'example.com/k': ['v<'] },
    })
    expect(read.requests[3]?.requestor.extra).toEqual({ 'authentication.kubernetes.io/node-name': ['n1'] })
    expect(read.requests[4]?.requestor).toEqual({ username: 'eve', groups: ['a', 'b "c"'] })
  })

  it('reports selectors as in a query', () => {
    const [action = ''] = LOG.split('\n')
    const { request } = only(action)
    expect(request.attributes).toMatchObject({ fieldSelector: 'spec.nodeName=n1', labelSelector: 'app=x' })
  })

  it('reports the method, the users and the code of a request', () => {
    const line =
      'I1122 01:44:10.123456   1 httplog.go:134] "HTTP" verb="LIST" URI="/api/v1/pods" latency="1.2ms" userAgent="k" audit-ID="a" srcIP="127.0.0.1:1" resp=200 addedInfo="ctl[ops] is impersonating jane[devs,system:authenticated]"'
    expect(only(line)).toMatchObject({
      requestor: { username: 'ctl', groups: ['ops'] },
      impersonation: { kind: 'reported', target: { username: 'jane', groups: ['devs'] } },
      request: { method: 'GET', target: '/api/v1/pods' },
      answer: { code: 200, authorization: 'allowed' },
    })
  })

  it('is read as JSON, too', () => {
    const text = JSON.stringify({
      ts: 1,
      caller: 'impersonation/mode.go:284',
      msg: 'Impersonation authorization check',
      v: 5,
      username: 'ctl',
      groups: ['ops'],
      isResourceRequest: true,
      verb: 'impersonate:user-info',
      group: 'authentication.k8s.io',
      version: 'v1',
      resource: 'users',
      name: 'jane',
      decision: 'Allow',
    })
    expect(only(text)).toMatchObject({
      requestor: { username: 'ctl', groups: ['ops'] },
      impersonation: { target: { username: 'jane' } },
    })
  })

  it('has values of several lines', () => {
    const text = [
      'I1122 02:08:12.463876     408 authorization.go:93] "Forbidden" URI="/api/v1/pods" reason=<',
      '\tRBAC: one',
      '\tother: two',
      ' >',
    ].join('\n')
    expect(only(text).answer.reason).toBe('RBAC: one\nother: two')
  })
})

describe('any text', () => {
  it.each([
    ['', /no text/],
    ['hello', /neither an audit event/],
    ['pods "web" is forbidden: exceeded quota: q', /^ResourceQuota refused/],
    ['pods "web" is forbidden: not today', /names no user/],
    [JSON.stringify({ kind: 'Status', code: 401, message: 'Unauthorized' }), /no user was authenticated/],
    [JSON.stringify({ kind: 'Status', code: 404, message: 'pods "x" not found' }), /404/],
  ])('that reports no request gets a reason: %j', (text, reason) => {
    const { requests, problems } = parseClusterOutput(text)
    expect(requests).toEqual([])
    expect(problems.join()).toMatch(reason)
  })

  const pieces = fc.constantFrom(
    ...['{', '}', '[', ']', '"', '\\', '\n', '\t', ' >', '=<\n', '="', ' ', ':', 'forbidden: User "', ' cannot '],
    ...['I1122 02:08:12.463876     408 a.go:93] ', '"Forbidden" URI="', 'RBAC: no rules authorize user "', MESSAGE],
    ...['kind: Event\n', JSON.stringify(EVENT), '"log":', ' is forbidden: user "', '" (groups=["a"]) is', '\ud800'],
  )

  it('is read without an exception, and every request has a line of the text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (all) => {
        const text = all.join('')
        const count = text.split('\n').length
        for (const { lines } of parseClusterOutput(text).requests) {
          expect(lines.length).toBeGreaterThan(0)
          for (const line of lines) expect(line).toSatisfy((one: number) => one >= 1 && one <= count)
        }
      }),
    )
  })

  it.each(['{', '["', '"', 'forbidden: User "', '{\n', 'forbidden: User "a" cannot ', ' is forbidden: user "', '\\"'])(
    'of many times %j is read in time that grows with its length',
    (piece) => {
      expect(parseClusterOutput(piece.repeat(200_000)).requests).toEqual([])
    },
  )
})

function yamlOf(value: unknown, indent = ''): string {
  return Object.entries(value as object)
    .map(([key, one]) =>
      typeof one === 'object' && !Array.isArray(one) && Object.keys(one).length > 0
        ? `${indent}${JSON.stringify(key)}:\n${yamlOf(one, `${indent}  `)}`
        : `${indent}${/[./]/.test(key) ? JSON.stringify(key) : key}: ${JSON.stringify(one)}\n`,
    )
    .join('')
}
