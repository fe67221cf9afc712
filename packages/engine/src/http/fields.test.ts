import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_VERSION } from '../kube/index.ts'
import { type FieldChanges, fieldProblem, fieldsOf, type ResourceFields, withFields } from './fields.ts'
import { targetOf } from './impersonation.ts'
import type { HTTPHeader, HTTPRequest } from './request.ts'
import { attributesOf, METHOD_OF_VERB } from './request-line.ts'

function request(line: string, headers: readonly HTTPHeader[] = [], body = ''): HTTPRequest {
  const [method = '', target = ''] = line.split(' ')
  return { method, target, headers, body }
}

function changed(line: string, changes: FieldChanges): string {
  const { method, target } = withFields(request(line), changes)
  return `${method} ${target}`
}

const PODS = 'GET /api/v1/namespaces/prod/pods'

describe('the fields of a request', () => {
  it('are those of its path, query and method', () => {
    expect(fieldsOf(request(`${PODS}?labelSelector=a%3Db&fieldSelector=x%3Dy&limit=5`)).resource).toEqual({
      verb: 'list',
      apiGroup: '',
      apiVersion: 'v1',
      namespace: 'prod',
      resource: 'pods',
      name: '',
      subresource: '',
      labelSelector: 'a=b',
      fieldSelector: 'x=y',
    })
    expect(fieldsOf(request('PUT /apis/apps/v1/namespaces/prod/deployments/web/scale')).resource).toMatchObject({
      verb: 'update',
      apiGroup: 'apps',
      name: 'web',
      subresource: 'scale',
    })
  })

  it('show a namespace by its name', () => {
    expect(fieldsOf(request('GET /api/v1/namespaces/prod')).resource).toMatchObject({ namespace: '', name: 'prod' })
  })

  it('are a path for requests that are about no resource', () => {
    expect(fieldsOf(request('GET /healthz?verbose'))).toMatchObject({ method: 'GET', path: '/healthz' })
    expect(fieldsOf(request('GET /healthz')).resource).toBeUndefined()
    expect(fieldsOf(request('GET /api/v1/watch')).resource).toBeUndefined()
  })

  it('show whom the request impersonates, decoded, also where the API server would answer 400', () => {
    const headers = [
      { name: 'impersonate-group', value: 'a' },
      { name: 'Impersonate-Extra-Example.com%2FScopes', value: 'x' },
      { name: 'Impersonate-Extra-%zz', value: '' },
      { name: 'Impersonate-Uid', value: '7' },
    ]
    expect(fieldsOf(request(PODS, headers)).impersonate).toEqual({
      username: '',
      uid: '7',
      groups: ['a'],
      extra: [
        { key: 'example.com/scopes', value: 'x' },
        { key: '%zz', value: '' },
      ],
    })
  })

  it('name the parts that they do not show', () => {
    expect(fieldsOf(request(PODS)).unshown).toEqual([])
    expect(fieldsOf(request('HEAD /api/v1/pods')).unshown).toEqual(['The method is HEAD.'])
    expect(fieldsOf(request('GET /api/v1/watch/pods')).unshown).toHaveLength(1)
    expect(fieldsOf(request('GET /api/v1/pods/')).unshown).toHaveLength(1)
    const twice = [
      { name: 'Impersonate-User', value: 'a' },
      { name: 'impersonate-user', value: 'b' },
    ]
    expect(fieldsOf(request(PODS, twice)).unshown).toEqual(['Of 2 Impersonate-User headers the first counts.'])
  })
})

describe('a changed field', () => {
  it('changes nothing else in the request line', () => {
    const line = `${PODS}?limit=5&x=%2f`
    expect(changed(line, { resource: { namespace: 'dev' } })).toBe('GET /api/v1/namespaces/dev/pods?limit=5&x=%2f')
    expect(changed(line, { resource: { namespace: '' } })).toBe('GET /api/v1/pods?limit=5&x=%2f')
    expect(changed(line, { resource: { verb: 'watch' } })).toBe(`${line}&watch=true`)
    expect(changed(`${line}&watch=1`, { resource: { verb: 'list' } })).toBe(line)
    expect(changed(line, { resource: { labelSelector: 'a in (b)' } })).toBe(`${line}&labelSelector=a+in+%28b%29`)
    expect(changed(`${PODS}?labelSelector=a&limit=5&labelSelector=b`, { resource: { labelSelector: 'c' } })).toBe(
      `${PODS}?labelSelector=c&limit=5`,
    )
    expect(changed(`${PODS}?labelSelector=a&limit=5`, { resource: { labelSelector: '' } })).toBe(`${PODS}?limit=5`)
    expect(changed('HEAD /api/v1/namespaces/prod/pods/web', { resource: { namespace: 'dev' } })).toBe(
      'HEAD /api/v1/namespaces/dev/pods/web',
    )
    expect(changed('GET /api/v1/namespaces/prod/pods/web', { resource: { name: 'a b%' } })).toBe(
      'GET /api/v1/namespaces/prod/pods/a%20b%25',
    )
  })

  it('may need another to give way', () => {
    expect(changed('GET /api/v1/namespaces/prod/pods/web/log', { resource: { verb: 'list' } })).toBe(PODS)
    expect(changed(PODS, { resource: { verb: 'delete' } })).toBe('DELETE /api/v1/namespaces/prod/pods/example')
    expect(changed(PODS, { resource: { verb: 'deletecollection' } })).toBe('DELETE /api/v1/namespaces/prod/pods')
    expect(changed(PODS, { resource: { verb: 'get', name: 'web', subresource: 'log' } })).toBe(
      'GET /api/v1/namespaces/prod/pods/web/log',
    )
    expect(changed('GET /api/v1/namespaces/prod/pods/web', { resource: { verb: 'create' } })).toBe(
      'POST /api/v1/namespaces/prod/pods',
    )
  })

  it('may replace a resource that the path cannot carry without a name after it', () => {
    const list = { resource: { verb: 'list' } }
    expect(changed('GET /api///;', { resource: { verb: 'create' } })).toBe('POST /api//pods')
    expect(changed('GET /api/v1/namespaces/prod//web', list)).toBe('GET /api/v1/namespaces/prod/pods')
    expect(changed('GET /api/v1//web', { resource: { verb: 'update' } })).toBe('PUT /api/v1//web')
    expect(changed('GET /api/v1/watch/watch', list)).toBe('GET /api/v1/pods')
    expect(changed('GET /api/v1/namespaces/prod/watch/a', list)).toBe('GET /api/v1/namespaces/prod/watch')
  })

  it('may need a subresource to give way that would be read as a resource in a namespace', () => {
    const get = { resource: { verb: 'get' } }
    expect(changed('PUT /api/v1/namespaces/prod/namespaces/prod/x', get)).toBe('GET /api/v1/namespaces/prod')
    expect(changed('PUT /api/v1/namespaces/prod/status', get)).toBe('GET /api/v1/namespaces/prod/status')
  })

  it('turns a path into a resource, and back', () => {
    expect(changed('GET /healthz?verbose', { resource: { resource: 'secrets' } })).toBe(
      'GET /api/v1/namespaces/default/secrets',
    )
    expect(changed(`${PODS}?limit=5`, { path: '/healthz' })).toBe('GET /healthz?limit=5')
    expect(changed('GET /healthz', { path: 'a b#%zz?x' })).toBe('GET /a%20b%23%25zz?x')
    expect(changed('GET /healthz', { method: 'POST' })).toBe('POST /healthz')
  })

  it('that no path can carry changes nothing', () => {
    expect(fieldProblem('name', 'a/b')).toMatch(/slash/)
    expect(fieldProblem('resource', '')).toBe('is needed')
    expect(fieldProblem('verb', 'fly')).toMatch(/none of/)
    const before = request(PODS)
    expect(withFields(before, { resource: { namespace: 'a/b', resource: '', verb: 'fly' } })).toBe(before)
  })
})

describe('a changed impersonation', () => {
  const headers: readonly HTTPHeader[] = [
    { name: 'Accept', value: '*/*' },
    { name: 'impersonate-user', value: 'jane' },
    { name: 'X-Between', value: '1' },
    { name: 'Impersonate-Group', value: 'a' },
    { name: 'impersonate-group', value: 'b' },
    { name: 'Impersonate-Extra-Example.com%2fK', value: '1' },
    { name: 'Content-Type', value: 'x' },
  ]

  function sentWith(impersonate: NonNullable<FieldChanges['impersonate']>): readonly string[] {
    return withFields(request(PODS, headers, 'body'), { impersonate }).headers.map(
      ({ name, value }) => `${name}: ${value}`,
    )
  }

  it('stays in its place, and keeps the other headers', () => {
    expect(sentWith({ username: 'joe' })).toEqual([
      'Accept: */*',
      'impersonate-user: joe',
      'X-Between: 1',
      'Impersonate-Group: a',
      'impersonate-group: b',
      'Impersonate-Extra-Example.com%2fK: 1',
      'Content-Type: x',
    ])
    expect(sentWith({ username: '' })).not.toContain('impersonate-user: jane')
    expect(sentWith({ groups: ['a', 'b', 'c'] }).slice(3, 6)).toEqual([
      'Impersonate-Group: a',
      'impersonate-group: b',
      'Impersonate-Group: c',
    ])
    expect(sentWith({ groups: ['b'] }).slice(3, 5)).toEqual([
      'Impersonate-Group: b',
      'Impersonate-Extra-Example.com%2fK: 1',
    ])
    expect(sentWith({ uid: '7' })[6]).toBe('Impersonate-Uid: 7')
  })

  it('sends keys of extras so that they arrive as they were typed', () => {
    const extra = [
      { key: 'example.com/k', value: '2' },
      { key: 'Scopes ü', value: '' },
    ]
    const { headers: sent } = withFields(request(PODS, headers), { impersonate: { extra } })
    expect(sent.slice(5, 7).map(({ name }) => name)).toEqual([
      'Impersonate-Extra-Example.com%2fK',
      'Impersonate-Extra-%53copes%20%C3%BC',
    ])
    const target = targetOf(sent)
    expect(target.kind === 'target' && [...target.wantedUser.extra.keys()]).toEqual(['example.com/k', 'Scopes ü'])
  })

  it('goes after the last impersonation header, else to the end', () => {
    const accept = [{ name: 'Accept', value: '*/*' }]
    expect(withFields(request(PODS, accept), { impersonate: { username: 'jane' } }).headers).toEqual([
      ...accept,
      { name: 'Impersonate-User', value: 'jane' },
    ])
  })
})

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }
const HEADERS = fc.array(
  fc.record({
    name: fc.constantFrom(
      'Impersonate-User',
      'impersonate-group',
      'Impersonate-Uid',
      'Impersonate-Extra-a%2Fb',
      'impersonate-extra-%zz',
      'Accept',
    ),
    value: fc.string({ maxLength: 3 }),
  }),
  { maxLength: 6 },
)
/** Paths made of the parts of resource paths, some of them empty. */
const PARTS = fc
  .array(fc.constantFrom('', 'v1', 'namespaces', 'prod', 'pods', 'watch', 'proxy', 'status', ';'), { maxLength: 6 })
  .map((parts) => `/${parts.join('/')}`)
const ANY_REQUEST = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get'),
  target: fc.oneof(
    fc.stringMatching(/^\/(?:apis?\/)?[a-z/%.?&=;+#0-9A-F]{0,20}$/),
    fc.tuple(fc.constantFrom('/api', '/apis', '/apis/apps'), PARTS).map((both) => both.join('')),
  ),
  headers: HEADERS,
  body: fc.string(),
})

it('without a change a request stays the very same', () => {
  fc.assert(
    fc.property(ANY_REQUEST, (one) => {
      expect(withFields(one, fieldsOf(one))).toBe(one)
      expect(withFields(one, {})).toBe(one)
    }),
  )
})

const USUAL_REQUEST = fc
  .record({
    known: fc.constantFrom(...ANY_VERSION.resources),
    namespace: fc.constantFrom('', 'prod'),
    verb: fc.constantFrom(...METHOD_OF_VERB.keys()),
    name: fc.constantFrom('web', 'a b'),
    query: fc.constantFrom('', 'limit=5', 'x=%2f&labelSelector=a'),
    headers: HEADERS,
  })
  .map(({ known, namespace, verb, name, query, headers }) => {
    const empty = request(`GET /healthz${query === '' ? '' : `?${query}`}`, headers)
    const { apiGroup, resource, versions } = known
    const apiVersion = versions[0] ?? 'v1'
    return withFields(empty, { resource: { apiGroup, apiVersion, resource, namespace, verb, name } })
  })

it('only one field changes for the API server, where that is possible', () => {
  const changes: readonly Partial<ResourceFields>[] = [
    { namespace: 'dev' },
    { apiGroup: 'example.com' },
    { apiVersion: 'v2' },
    { resource: 'things' },
    { labelSelector: 'c=d' },
    { fieldSelector: 'spec.x=y' },
  ]
  fc.assert(
    fc.property(USUAL_REQUEST, fc.constantFrom(...changes), (before, change) => {
      const fields = fieldsOf(before).resource
      // A request for a namespace has no other namespace.
      fc.pre(
        fields !== undefined && !(fields.resource === 'namespaces' && ('namespace' in change || 'resource' in change)),
      )
      const after = withFields(before, { resource: change })
      expect(fieldsOf(after)).toMatchObject({
        resource: { ...fields, ...change },
        impersonate: fieldsOf(before).impersonate,
        unshown: fieldsOf(before).unshown,
      })
      expect(after.headers).toBe(before.headers)
      const read = attributesOf(after, NOBODY)
      expect(read.ok && read.attributes.verb).toBe(fields?.verb)
    }),
  )
})

it('any verb can be chosen for any request, and is what the API server reads', () => {
  fc.assert(
    fc.property(ANY_REQUEST, fc.constantFrom(...METHOD_OF_VERB.keys()), (before, verb) => {
      const read = attributesOf(withFields(before, { resource: { verb } }), NOBODY)
      expect(read.ok && read.attributes.verb).toBe(verb)
    }),
  )
})

describe('what a request sends', () => {
  const PATCH = 'PATCH /api/v1/namespaces/prod/pods/web'
  const type = { name: 'content-type', value: 'application/merge-patch+json' }

  it('is its body and the type that it gives', () => {
    expect(fieldsOf(request(PATCH, [type], '{}')).sends).toEqual({ contentType: type.value, body: '{}' })
    expect(fieldsOf(request(PODS)).sends).toEqual({ contentType: '', body: '' })
  })

  it('changes and everything else stays', () => {
    const other = { name: 'Accept', value: '*/*' }
    const before = request(PATCH, [type, other], '{}')
    const patched = withFields(before, { sends: { contentType: 'application/json-patch+json' } })
    expect(patched).toEqual({
      ...before,
      headers: [{ name: 'content-type', value: 'application/json-patch+json' }, other],
    })
    expect(withFields(before, { sends: { contentType: '' } }).headers).toEqual([other])
    expect(withFields(request(PATCH, [other]), { sends: { contentType: 'a/b' } }).headers).toEqual([
      other,
      { name: 'Content-Type', value: 'a/b' },
    ])
    expect(withFields(before, { sends: { body: 'spec: {}' } })).toEqual({ ...before, body: 'spec: {}' })
    expect(withFields(before, { sends: { contentType: type.value, body: '{}' } })).toBe(before)
  })

  it('keeps the length that it gives, in bytes', () => {
    const before = request(PATCH, [{ name: 'Content-Length', value: '2' }], '{}')
    expect(withFields(before, { sends: { body: '"é"' } }).headers).toEqual([{ name: 'Content-Length', value: '4' }])
  })

  it('is nothing where only line breaks are left', () => {
    expect(withFields(request(PATCH, [], '{}'), { sends: { body: '\n\r\n' } }).body).toBe('')
  })
})
