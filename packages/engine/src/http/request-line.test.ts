import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attributes } from '../kube/index.ts'
import { attributesOf } from './request-line.ts'

const JANE = { username: 'jane', uid: '', groups: [], extra: new Map() }

function read(line: string): ReturnType<typeof attributesOf> {
  const [method = '', target = ''] = line.split(' ')
  return attributesOf({ method, target, headers: [], body: '' }, JANE)
}

/** The attributes that are not empty, without the user and the path. */
function asked(line: string): Partial<Attributes> {
  const result = read(line)
  if (!result.ok) throw new Error(result.message)
  const { user: _user, path: _path, isResourceRequest: _is, ...rest } = result.attributes
  return Object.fromEntries(
    Object.entries(rest).filter(([, value]) => (typeof value === 'boolean' ? value : value.length !== 0)),
  )
}

describe('a request line on resources', () => {
  it.each([
    ['GET /api/v1/namespaces/prod/pods/web', { verb: 'get', namespace: 'prod', resource: 'pods', name: 'web' }],
    ['HEAD /api/v1/pods', { verb: 'list', resource: 'pods' }],
    ['GET /api/v1/pods?watch=1', { verb: 'watch', resource: 'pods' }],
    ['GET /api/v1/pods?watch=FALSE', { verb: 'list', resource: 'pods' }],
    ['GET /api/v1/pods?watch=&limit=5', { verb: 'watch', resource: 'pods' }],
    ['POST /api/v1/namespaces/prod/pods', { verb: 'create', namespace: 'prod', resource: 'pods' }],
    ['DELETE /api/v1/namespaces/prod/pods', { verb: 'deletecollection', namespace: 'prod', resource: 'pods' }],
    ['PUT /api/v1/nodes/n1/status', { verb: 'update', resource: 'nodes', name: 'n1', subresource: 'status' }],
    ['OPTIONS /api/v1/pods', { resource: 'pods' }],
    ['get /api/v1/pods', { resource: 'pods' }],
  ])('%s', (line, expected) => {
    expect(asked(line)).toEqual({ apiVersion: 'v1', ...expected })
  })

  it('gives a namespace both itself as name and itself as namespace', () => {
    expect(asked('GET /api/v1/namespaces/prod')).toMatchObject({
      resource: 'namespaces',
      namespace: 'prod',
      name: 'prod',
    })
    expect(asked('PUT /api/v1/namespaces/prod/finalize')).toMatchObject({ namespace: 'prod', subresource: 'finalize' })
  })

  it('reads the deprecated verbs in the path, without selectors', () => {
    expect(asked('GET /api/v1/watch/namespaces/prod/pods?fieldSelector=metadata.name%3Da')).toEqual({
      verb: 'watch',
      apiVersion: 'v1',
      namespace: 'prod',
      resource: 'pods',
    })
    expect(asked('POST /api/v1/proxy/namespaces/prod/pods/web/log')).toEqual({
      verb: 'proxy',
      apiVersion: 'v1',
      namespace: 'prod',
      resource: 'pods',
      name: 'web',
    })
  })

  it('decodes the path before it splits it', () => {
    expect(asked('GET /api/v1/namespaces/prod/pods/a%2Fb+c')).toMatchObject({ name: 'a', subresource: 'b+c' })
  })

  it('does not count slashes around the path, and does count those inside', () => {
    expect(asked('GET //api/v1/pods//')).toMatchObject({ verb: 'list', resource: 'pods' })
    expect(asked('GET /api/v1//pods')).toEqual({ verb: 'get', apiVersion: 'v1', name: 'pods' })
  })

  it('answers 500 when only a verb is left of the path', () => {
    expect(read('GET /apis/apps/v1/watch/?a=<b>&"')).toEqual({
      ok: false,
      code: 500,
      message:
        'Internal Server Error: "/apis/apps/v1/watch/?a=&lt;b&gt;&amp;\\"": failed to create RequestInfo: ' +
        'unable to determine kind and namespace from url, /apis/apps/v1/watch/?a=&lt;b&gt;&amp;"',
    })
  })

  it('answers 400 to an invalid target', () => {
    for (const target of ['api/v1/pods', '/%zz', '/a\0']) {
      expect(read(`GET ${target}`)).toEqual({ ok: false, code: 400, message: '400 Bad Request' })
    }
  })
})

describe('selectors', () => {
  const web = { field: 'metadata.name', operator: '=', value: 'web' }

  it('name the object when they ask for metadata.name, on nameless GET and HEAD', () => {
    expect(asked('GET /api/v1/pods?fieldSelector=metadata.name%3Dweb')).toMatchObject({
      verb: 'list',
      name: 'web',
      fieldSelector: [web],
    })
    expect(asked('DELETE /api/v1/pods?fieldSelector=metadata.name%3Dweb')).toEqual({
      verb: 'deletecollection',
      apiVersion: 'v1',
      resource: 'pods',
      fieldSelector: [web],
    })
  })

  it.each(['a%2Fb', '..', '.', '%25'])('do not make %s a name, because a path cannot contain it', (name) => {
    expect(asked(`GET /api/v1/pods?fieldSelector=metadata.name%3D${name}`)).not.toHaveProperty('name')
  })

  it.each(['limit=abc', 'timeoutSeconds=', 'labelSelector=%21%21'])('do not name the object beside %s', (broken) => {
    const attributes = asked(`GET /api/v1/pods?${broken}&fieldSelector=metadata.name%3Dweb`)
    expect(attributes).not.toHaveProperty('name')
    expect(attributes).toMatchObject({ verb: 'list', fieldSelector: [web] })
  })

  it('still let watch be watch when other options are broken', () => {
    expect(asked('GET /api/v1/pods?watch=maybe&limit=abc')).toMatchObject({ verb: 'watch' })
  })

  it('are dropped when they do not parse, each for itself', () => {
    expect(asked('GET /api/v1/pods?fieldSelector=bad&labelSelector=app')).toEqual({
      verb: 'list',
      apiVersion: 'v1',
      resource: 'pods',
      labelSelector: [{ key: 'app', operator: 'exists', values: [] }],
      selectorNotParsed: true,
    })
  })

  it('do not count on other verbs', () => {
    expect(asked('GET /api/v1/pods/web?fieldSelector=bad')).toEqual({
      verb: 'get',
      apiVersion: 'v1',
      resource: 'pods',
      name: 'web',
    })
  })
})

describe('a request line on other paths', () => {
  it.each([
    ['GET /', 'get'],
    ['POST /healthz/etcd', 'post'],
    ['OPTIONS /api/v1/', 'options'],
    ['GET /apis/apps/v1', 'get'],
    ['FOO /Api/v1/pods', 'foo'],
  ])('%s has the verb %s and the path as it is', (line, verb) => {
    const result = read(line)
    expect(result).toMatchObject({
      ok: true,
      attributes: { user: JANE, verb, isResourceRequest: false, path: line.split(' ')[1], resource: '' },
    })
  })
})

it('reads any target without throwing', () => {
  const piece = fc.constantFrom(
    '/',
    'api',
    'apis',
    'v1',
    'namespaces',
    'watch',
    '%2F',
    '%zz',
    '?',
    '&',
    '=',
    'fieldSelector',
    '\0',
    '\ud800',
  )
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (pieces, method) => {
      const result = attributesOf({ method, target: pieces.join(''), headers: [], body: '' }, JANE)
      expect(result.ok ? result.attributes.user : result.message).toBeTruthy()
    }),
  )
})

it('reads a long path of slashes and a query of a million parts', () => {
  expect(read(`GET /a${'/'.repeat(1_000_000)}b`).ok).toBe(true)
  expect(asked(`GET /api/v1/pods?${'a=1&'.repeat(1_000_000)}watch=1`)).toMatchObject({ verb: 'list' })
})
