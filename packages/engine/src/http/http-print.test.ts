import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHTTP } from './http.ts'
import { printHTTP } from './http-print.ts'
import type { HTTPRequest } from './request.ts'

const LIST: HTTPRequest = {
  method: 'GET',
  target: '/api/v1/pods?limit=5',
  headers: [
    { name: 'Impersonate-User', value: 'jane' },
    { name: 'impersonate-extra-acme.io%2Fteam', value: '' },
  ],
  body: '',
}

/** The request read back without the places of headers, and whether the whole text was read. */
function readBack(text: string): { readonly request: HTTPRequest | undefined; readonly understood: boolean } {
  const { request, diagnostics } = readHTTP(text)
  return {
    request: request && { ...request, headers: request.headers.map(({ name, value }) => ({ name, value })) },
    understood: diagnostics.every(({ severity }) => severity !== 'error'),
  }
}

describe('a printed request', () => {
  it('prints the request as it is sent', () => {
    expect(printHTTP(LIST)).toEqual({
      text: 'GET /api/v1/pods?limit=5 HTTP/1.1\nImpersonate-User: jane\nimpersonate-extra-acme.io%2Fteam: \n',
    })
    expect(printHTTP({ ...LIST, method: 'POST', headers: [], body: '{}' })).toEqual({
      text: 'POST /api/v1/pods?limit=5 HTTP/1.1\n\n{}',
    })
  })

  it.each([
    [{ name: 'X', value: 'two\nlines' }, '# left out: "X": "two\\nlines"'],
    [{ name: 'X', value: ' blank' }, '# left out: "X": " blank"'],
    [{ name: 'X', value: 'half \ud800' }, '# left out: "X": "half \ufffd"'],
    [{ name: 'a b', value: 'x' }, '# left out: "a b": "x"'],
    [{ name: 'a:b', value: 'x' }, '# left out: "a:b": "x"'],
    [{ name: '#a', value: 'x' }, '# left out: "#a": "x"'],
  ])('leaves out %j and says so', (header, comment) => {
    const { text, gap } = printHTTP({ ...LIST, headers: [header, ...LIST.headers] })
    expect(gap).toBe('Raw HTTP cannot carry 1 of its headers, which the text leaves out.')
    expect(text).toContain(`\n${comment}\n`)
    expect(readBack(text)).toEqual({ request: LIST, understood: true })
  })

  it('leaves out a second Host', () => {
    const hosts = ['a', 'b'].map((value) => ({ name: 'host', value }))
    expect(printHTTP({ ...LIST, headers: hosts }).gap).toMatch('1 of its headers')
  })

  it.each([
    { method: 'G T', target: '/' },
    { method: '#GET', target: '/' },
    { method: 'GET', target: 'api' },
    { method: 'GET', target: '/a b' },
    { method: 'GET', target: '/\n' },
    { method: 'OPTIONS', target: '*' },
  ])('is not a request when its first line is $method $target', (line) => {
    const { text, gap } = printHTTP({ ...LIST, ...line })
    expect(gap).toMatch('the method or the target')
    expect(readBack(text)).toEqual({ request: undefined, understood: false })
  })

  it('leaves out a body of line breaks only', () => {
    const { text, gap } = printHTTP({ ...LIST, body: '\r\n\n' })
    expect(gap).toMatch('a body of line breaks only')
    expect(readBack(text).request).toEqual(LIST)
  })

  it('reads back as it was, or names its gap and reads back as less', () => {
    const token = fc.string({ unit: fc.constantFrom(...'abXY-_.%!#'), minLength: 1, maxLength: 12 })
    const name = fc.oneof(token, fc.constantFrom('Impersonate-User', 'Host', 'curl', 'a b', 'é'))
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a\r\nb: c', '\ud800', '# x', '// x'),
    )
    const target = fc.oneof(
      fc.webPath().map((path) => `/${path}`),
      value,
      fc.constant('/a%2Fb?c=d%zz;e'),
    )
    const request = fc.record({
      method: fc.oneof(token, fc.constantFrom('GET', 'POST', 'kubectl', 'curl')),
      target,
      headers: fc.array(fc.record({ name, value })),
      body: fc.oneof(value, fc.constantFrom('\n', '# a\n', 'Impersonate-User: x')),
    })
    fc.assert(
      fc.property(request, (original) => {
        const { text, gap } = printHTTP(original)
        const { request: read, understood } = readBack(text)
        if (gap === undefined) expect({ read, understood }).toEqual({ read: original, understood: true })
        const headers = original.headers.map((header) => JSON.stringify(header))
        for (const header of read?.headers ?? []) expect(headers).toContain(JSON.stringify(header))
        if (read !== undefined) expect([read.method, read.target]).toEqual([original.method, original.target])
      }),
    )
  })
})
