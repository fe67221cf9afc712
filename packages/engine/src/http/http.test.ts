import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../text/index.ts'
import { readHTTP } from './http.ts'
import type { HTTPRequest } from './request.ts'

/** The request without the places of its headers. */
function requestOf(text: string): Omit<HTTPRequest, 'headers'> & { headers: readonly (readonly [string, string])[] } {
  const { request } = readHTTP(text)
  if (request === undefined) throw new Error(`no request in ${text}`)
  return { ...request, headers: request.headers.map(({ name, value }) => [name, value] as const) }
}

/** Severity, code, and the text of each problem's range. */
function problems(text: string): readonly string[] {
  return readHTTP(text).diagnostics.map((one) => `${one.severity} ${one.code}: ${placeOf(one, text)}`)
}

function placeOf({ range }: Diagnostic, text: string): string {
  return text.slice(range.start, range.end)
}

const GET = 'GET /api/v1/pods'

describe('a raw request', () => {
  it('has a request line, headers, a blank line and a body', () => {
    expect(
      readHTTP(
        'POST /api/v1/namespaces/prod/pods?dryRun=All HTTP/1.1\nImpersonate-User: jane\naccept:\t*/* \n\n{\n}\n',
      ),
    ).toEqual({
      request: {
        method: 'POST',
        target: '/api/v1/namespaces/prod/pods?dryRun=All',
        headers: [
          { name: 'Impersonate-User', value: 'jane', span: { start: 54, end: 76 } },
          { name: 'accept', value: '*/*', span: { start: 77, end: 88 } },
        ],
        body: '{\n}\n',
      },
      diagnostics: [],
    })
  })

  it.each([
    ['no HTTP version', GET],
    ['the version of another protocol', `${GET} HTTP/2`],
    ['a full URL', 'GET https://10.0.0.1:6443/api/v1/pods HTTP/1.1'],
    ['a full URL with a fragment', 'GET HTTPS://kubernetes/api/v1/pods#top'],
    ['blank lines and comments before it', `\n  \n# list the pods\n// as nobody\n${GET}`],
    ['a byte order mark', `\ufeff${GET}`],
    ['blanks around and between', `  GET \t /api/v1/pods   HTTP/1.1 `],
    ['line breaks after it', `${GET}\n\n\r\n\n`],
    ['a comment at the end', `${GET}\n# Impersonate-User: jane`],
  ])('may have %s', (_, text) => {
    expect(requestOf(text)).toEqual({ method: 'GET', target: '/api/v1/pods', headers: [], body: '' })
    expect(problems(text)).toEqual([])
  })

  it('may have Windows line ends, which stay in the body', () => {
    expect(requestOf(`${GET}\r\nImpersonate-User: jane\r\n\r\n{\r\n}`)).toMatchObject({
      headers: [['Impersonate-User', 'jane']],
      body: '{\r\n}',
    })
  })

  it('may be indented as a block', () => {
    expect(
      requestOf(`\n    ${GET}\n    Impersonate-User: jane\n    # as a developer\n    Impersonate-Group: devs\n`),
    ).toEqual({
      method: 'GET',
      target: '/api/v1/pods',
      headers: [
        ['Impersonate-User', 'jane'],
        ['Impersonate-Group', 'devs'],
      ],
      body: '',
    })
  })

  it('gives a URL without a path a slash', () => {
    expect(requestOf('GET https://kubernetes').target).toBe('/')
    expect(requestOf('GET https://kubernetes?watch=1').target).toBe('/?watch=1')
  })

  it('keeps target and method as they are written', () => {
    expect(requestOf('get //api/v1/pods/é?a=b;c&%zz').target).toBe('//api/v1/pods/é?a=b;c&%zz')
    expect(requestOf('get /').method).toBe('get')
  })

  it('keeps a value with colons and inner blanks, and an empty one', () => {
    expect(requestOf(`${GET}\nImpersonate-User: system:serviceaccount:a:b \nX:  a\t b\nY:`).headers).toEqual([
      ['Impersonate-User', 'system:serviceaccount:a:b'],
      ['X', 'a\t b'],
      ['Y', ''],
    ])
  })

  it('does not take # or // in the body for comments', () => {
    expect(requestOf(`${GET}\n\n# a\n// b`).body).toBe('# a\n// b')
  })

  it('has 10,000 groups', () => {
    const groups = Array.from({ length: 10_000 }, (_, index) => `Impersonate-Group: group-${index}`)
    const text = [GET, 'Impersonate-User: jane', ...groups, ''].join('\n')
    expect(requestOf(text).headers).toHaveLength(10_001)
    expect(problems(text)).toEqual([])
  })
})

describe('a request line that is not understood', () => {
  it.each([
    ['', 'empty-request', ''],
    ['\n# nothing yet\n', 'empty-request', ''],
    ['/api/v1/pods', 'missing-method', '/api/v1/pods'],
    ['https://kubernetes/api HTTP/1.1', 'missing-method', 'https://kubernetes/api HTTP/1.1'],
    ['GET', 'missing-target', 'GET'],
    ['GET HTTP/1.1', 'missing-target', 'GET HTTP/1.1'],
    ['G:T /api', 'invalid-method', 'G:T'],
    ['GET api/v1/pods', 'missing-slash', 'api/v1/pods'],
    ['GET ?watch=1', 'missing-slash', '?watch=1'],
    ['GET /api/v1/pods HTTP/1.1 now', 'space-in-target', '/api/v1/pods HTTP/1.1 now'],
    ['GET /pods?labelSelector=app in (a) HTTP/1.1', 'space-in-target', '/pods?labelSelector=app in (a)'],
    ['GET / HTTP/11', 'unknown-http-version', 'HTTP/11'],
    ['GET / http/1.1', 'unknown-http-version', 'http/1.1'],
    ['GET /a%zzb', 'invalid-escape', '%zz'],
    ['GET /a%4', 'invalid-escape', '%4'],
    ['GET https://kubernetes/a%4#%zz', 'invalid-escape', '%4'],
    ['GET /a\0b', 'control-character', '\0'],
    ['GET /a\x7fb', 'control-character', '\x7f'],
    ['GET /a\ud800b', 'lone-surrogate', '\ud800'],
    ['OPTIONS *', 'not-authorized-at-all', '*'],
    ['kubectl get pods', 'other-form', 'kubectl get pods'],
    ['curl https://kubernetes/api', 'other-form', 'curl https://kubernetes/api'],
    ['Impersonate-User: jane', 'missing-request-line', 'Impersonate-User: jane'],
  ])('%j: %s', (text, code, place) => {
    expect(problems(text)).toEqual([`error ${code}: ${place}`])
    expect(readHTTP(text)).not.toHaveProperty('request')
    expect(readHTTP(text).diagnostics[0]?.fix).not.toBe('')
  })

  it('proposes a line to type', () => {
    const fixOf = (text: string): string | undefined => readHTTP(text).diagnostics[0]?.fix
    expect(fixOf('/api/v1/pods')).toBe('GET /api/v1/pods')
    expect(fixOf('GET api/v1/pods')).toBe('GET /api/v1/pods')
    expect(fixOf('GET /pods?labelSelector=app in (a) HTTP/1.1')).toBe('GET /pods?labelSelector=app%20in%20(a)')
    expect(fixOf('OPTIONS *')).toBe('OPTIONS /')
  })

  it('does not keep the lines below it from being read', () => {
    expect(problems('GET\nImpersonate-User jane\nImpersonate Group: devs')).toEqual([
      'error missing-target: GET',
      'error missing-colon: Impersonate-User jane',
      'error invalid-header-name: Impersonate Group: devs',
    ])
  })
})

describe('a header line that is not understood', () => {
  it.each([
    ['Impersonate-User jane', 'missing-colon', 'Impersonate-User: jane'],
    ['jane', 'missing-colon', 'Put a colon after the name of the header, or # before the line to leave it out.'],
    ['Impersonate-User : jane', 'invalid-header-name', 'Impersonate-User: jane'],
    ['Impersonate User: jane', 'invalid-header-name', 'Impersonate-User: jane'],
    ['Impersonate-Extra-acme.io/a b: x', 'invalid-header-name', 'Impersonate-Extra-acme.io%2Fa%20b: x'],
    ['Impersonate-Extra-é: x', 'invalid-header-name', 'Impersonate-Extra-%C3%A9: x'],
    [': x', 'invalid-header-name', 'Impersonate-User: x'],
    [' Impersonate-Group: devs', 'folded-line', 'Impersonate-Group: devs'],
    ['\tmore of it', 'folded-line', 'Put the whole header on one line.'],
    ['Host: a b', 'invalid-host', 'Host: kubernetes.default.svc'],
  ])('%j: %s', (line, code, fix) => {
    const text = `${GET}\nImpersonate-User: bob\n${line}\nImpersonate-Uid: 7\n\nbody`
    expect(readHTTP(text).diagnostics).toMatchObject([{ severity: 'error', code, fix, range: { line: 3 } }])
    expect(requestOf(text)).toEqual({
      method: 'GET',
      target: '/api/v1/pods',
      headers: [
        ['Impersonate-User', 'bob'],
        ['Impersonate-Uid', '7'],
      ],
      body: 'body',
    })
  })

  it.each(['\0', '\x01', '\r', '\x7f', '\ud800'])('has the character %j, at its own range', (character) => {
    const text = `${GET}\nImpersonate-User: ja${character}ne`
    const [first] = readHTTP(text).diagnostics
    expect(first).toMatchObject({ severity: 'error', range: { line: 2, column: 21, endColumn: 22 } })
    expect(requestOf(text).headers).toEqual([])
  })

  it('may be a second Host, which net/http refuses', () => {
    expect(problems(`${GET}\nHost: a\nhost: b`)).toEqual(['error repeated-host: host: b'])
  })

  it('is named for each line, up to 500 of them', () => {
    const junk = (count: number): string => `${GET}\n${'x\n'.repeat(count)}`
    expect(problems(junk(499))).toHaveLength(499)
    const many = readHTTP(junk(100_000)).diagnostics
    expect(many).toHaveLength(501)
    expect(many.some(({ code }) => code === 'too-many-errors' || code === 'more-problems')).toBe(true)
  })
})

describe('a head that is too large', () => {
  it('is refused where the API server stops reading', () => {
    const text = (size: number): string => {
      const before = 'GET / HTTP/1.1\r\nX: '
      return `${before}${'a'.repeat(size - before.length - 4)}\r\n\r\nbody`
    }
    expect(problems(text((1 << 20) + 4096))).toEqual([])
    expect(readHTTP(text((1 << 20) + 4097)).diagnostics).toMatchObject([
      { severity: 'error', code: 'headers-too-large', detail: '431 Request Header Fields Too Large' },
    ])
  })

  it('is refused for its request line as well', () => {
    expect(readHTTP(`GET /${'a '.repeat(2_500_000)}`).diagnostics).toMatchObject([{ code: 'headers-too-large' }])
  })
})

describe('a body', () => {
  it('that begins with headers is warned about', () => {
    expect(problems(`${GET}\n\nimpersonate-user: jane\n`)).toEqual(['warning header-in-body: impersonate-user: jane'])
  })

  it('is measured against Content-Length', () => {
    expect(problems('POST /x\nContent-Length: 2\n\né')).toEqual([])
    expect(problems('POST /x\nContent-Length: 5\n\né')).toEqual(['warning content-length: Content-Length: 5'])
  })

  it('of 5 MB is kept', () => {
    const body = `{"a": "${'x'.repeat(5_000_000)}"}`
    expect(requestOf(`POST /x\n\n${body}`).body).toBe(body)
  })
})

describe('any text', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      GET,
      'Impersonate-User: jane',
      'impersonate-group: a',
      '',
      ' x: y',
      '#',
      '//',
      'GET https://h',
      'a\0: b',
      '\ud800',
    ),
  )
  const text = fc.array(line).map((lines) => lines.join('\n'))

  it('is read without throwing, and problems are inside it in its order', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const { request, diagnostics } = readHTTP(typed)
        if (request === undefined) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
        const starts = diagnostics.map(({ range }) => range.start)
        expect(starts).toEqual([...starts].sort((a, b) => a - b))
        for (const { range } of diagnostics) {
          expect(range.start).toBeLessThanOrEqual(range.end)
          expect(range.end).toBeLessThanOrEqual(typed.length)
        }
        for (const { name, value, span } of request?.headers ?? []) {
          const written = typed.slice(span?.start, span?.end)
          expect(written.startsWith(`${name}:`)).toBe(true)
          expect(written.endsWith(value)).toBe(true)
        }
      }),
    )
  })

  it('is the same request with a line added that is not understood', () => {
    const headers = fc.array(fc.constantFrom('Impersonate-User: jane', 'Accept: */*', 'Impersonate-Group: devs'))
    const bad = fc.constantFrom('what is this', ' folded: x', 'a b: c', '\0', 'Host: \\')
    fc.assert(
      fc.property(headers, headers, bad, (before, after, broken) => {
        const without = requestOf([GET, ...before, ...after, '', 'body'].join('\n'))
        expect(requestOf([GET, ...before, broken, ...after, '', 'body'].join('\n'))).toEqual(without)
      }),
    )
  })
})
