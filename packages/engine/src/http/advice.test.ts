import { describe, expect, it } from 'vitest'
import { adviceOn } from './advice.ts'

const LINE = { start: 0, end: 10 }

function codes(line: string, ...headers: readonly string[]): readonly string[] {
  const [method = '', target = ''] = line.split(' ')
  const request = {
    method,
    target,
    headers: headers.map((header, index) => ({
      name: header.slice(0, header.indexOf(':')),
      value: header.slice(header.indexOf(':') + 1).trim(),
      span: { start: 20 + index, end: 21 + index },
    })),
    body: '',
  }
  return adviceOn(request, LINE).map(({ code, severity, span }) => `${severity} ${code} at ${span.start}`)
}

describe('a request line gets advice', () => {
  it.each([
    ['get /api/v1/pods', 'method-case'],
    ['Options /healthz', 'method-case'],
    ['OPTIONS /api/v1/pods', 'method-without-verb'],
    ['FOO /api/v1/pods', 'method-without-verb'],
    ['GET /api/v1/pods#web', 'fragment'],
    ['GET /api/v1/pods?a=1;b=2', 'query-part-dropped'],
    ['GET /api/v1/pods?a=%zz', 'query-part-dropped'],
    [`GET /api/v1/pods?${'&'.repeat(10_000)}`, 'query-dropped'],
    ['GET /api/v1/pods?fieldSelector=bad', 'selector-not-parsed'],
    ['DELETE /api/v1/pods?labelSelector=%21%21', 'selector-not-parsed'],
    ['GET /api/v1/pods?limit=', 'not-an-integer'],
    ['GET /api/v1/pods?watch=1&watch=0', 'repeated-parameter'],
  ])('%s: %s', (line, code) => {
    expect(codes(line)).toEqual([`warning ${code} at 0`])
  })

  it.each([
    'GET /api/v1/pods?fieldSelector=a%3Db&limit=5&watch=',
    'OPTIONS /healthz',
    'PUT /api/v1/namespaces/prod/pods/web?fieldSelector=bad&limit=x',
    'GET /api/v1/watch',
  ])('unless there is none to give: %s', (line) => {
    expect(codes(line)).toEqual([])
  })

  it('with the words of the parser that gave up', () => {
    const request = { method: 'GET', target: '/api/v1/pods?fieldSelector=bad', headers: [], body: '' }
    expect(adviceOn(request, LINE)[0]?.detail).toBe("invalid selector: 'bad'; can't understand 'bad'")
  })
})

it('gives no advice about a group with a name of a directory', () => {
  expect(codes('GET /', 'Impersonate-Group: CN=k8s-admins,CN=Users,DC=example,DC=com')).toEqual([])
  expect(codes('GET /', 'Impersonate-Group: CN=a,devs')).toEqual(['warning comma-in-group at 20'])
})

describe('a header gets advice', () => {
  it.each([
    ['Impersonate-User:', 'warning empty-header'],
    ['Impersonate-Groups: devs', 'warning unknown-impersonation-header'],
    ['impersonate: jane', 'warning unknown-impersonation-header'],
    ['Impersonate-Extra: x', 'warning unknown-impersonation-header'],
    ['impersonate-group: a,b', 'warning comma-in-group'],
    ['Impersonate-Extra-acme%2: x', 'warning extra-key-escape'],
    ['Impersonate-User: ja\u200bne', 'warning invisible-character'],
    ['Impersonate-User: ja\tne', 'warning invisible-character'],
    ['Impersonate-User: j\u0430ne', 'warning mixed-scripts'],
    ['Authorization: Bearer abc', 'note credentials'],
  ])('%j: %s', (header, advice) => {
    expect(codes('GET /', header)).toEqual([`${advice} at 20`])
  })

  it('where it comes twice and counts once', () => {
    expect(
      codes('GET /', 'Impersonate-User: a', 'impersonate-user: b', 'Impersonate-Group: g', 'Impersonate-Group: h'),
    ).toEqual(['warning repeated-header at 21'])
  })

  it('unless there is none to give', () => {
    const plain = ['Impersonate-User: a b', 'Impersonate-Extra-acme.io%2Fx: y', 'Impersonate-Group:', 'Accept: a,b']
    expect(codes('GET /', ...plain)).toEqual([])
  })
})
