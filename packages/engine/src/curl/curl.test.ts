import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HTTPRequest } from '../http/index.ts'
import { readCurl } from './curl.ts'
import { printCurl } from './print.ts'

interface Sent {
  readonly method: string
  readonly target: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
}

const recorded = readFileSync(new URL('./testdata/curl-7.88.1.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line) as { readonly command: string; readonly requests: readonly Sent[] })

/** Without `Accept`, which the recording leaves out. */
function plain({ method, target, headers, body }: HTTPRequest): Sent {
  return {
    method,
    target: sameCase(target),
    headers: headers.filter(({ name }) => !/^accept$/i.test(name)).map(({ name, value }) => [name, value] as const),
    body,
  }
}

/** Hexadecimal digits compare without case. */
function sameCase(target: string): string {
  return target.replace(/%[0-9a-f]{2}/gi, (digits) => digits.toUpperCase())
}

function errors(text: string): readonly string[] {
  return readCurl(text)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, range }) => `${code}: ${text.slice(range.start, range.end)}`)
}

function problems(text: string): readonly string[] {
  return readCurl(text).diagnostics.map(
    ({ severity, code, range }) => `${severity} ${code}: ${text.slice(range.start, range.end)}`,
  )
}

describe('a curl command is the request that curl sends', () => {
  for (const { command, requests } of recorded) {
    it(command, () => {
      const [sent, ...others] = requests
      const { request } = readCurl(command)
      if (sent === undefined || others.length > 0) {
        expect(errors(command)).not.toEqual([])
      } else if (request === undefined) {
        // Globbing is not supported, even where it results in one URL.
        expect(errors(command)).toEqual([expect.stringMatching(/^url-globbing/)])
      } else {
        const { headers = [], body = '', method, target } = sent
        expect(plain(request)).toEqual({ method, target: sameCase(target), headers, body })
      }
    })
  }
})

describe('a curl command', () => {
  it('is understood as Kubernetes documents write it', () => {
    const text = `curl -sSk --cacert ca.crt -X DELETE $APISERVER/api/v1/namespaces/prod/pods/web?dryRun=All \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Impersonate-User: jane' -o /dev/null -w '%{http_code}'`
    expect(problems(text)).toEqual(['note credentials: -H "Authorization: Bearer $TOKEN"'])
    expect(readCurl(text).request).toMatchObject({
      method: 'DELETE',
      target: '/api/v1/namespaces/prod/pods/web?dryRun=All',
      headers: [{ name: 'Authorization' }, { name: 'Impersonate-User', value: 'jane' }],
    })
  })

  it('has the place of each -H', () => {
    const text = `curl -H 'Impersonate-User: jane' "https://h/x" --header "Impersonate-Group: a"`
    const spans = readCurl(text).request?.headers.map(({ span }) => span && text.slice(span.start, span.end))
    expect(spans).toEqual([`-H 'Impersonate-User: jane'`, `--header "Impersonate-Group: a"`])
  })

  it('sends an empty header for "Name;" and none for "Name:"', () => {
    expect(readCurl(`curl -H 'Impersonate-User;' https://h/x`).request?.headers).toMatchObject([
      { name: 'Impersonate-User', value: '' },
    ])
    expect(readCurl(`curl -H 'Impersonate-User:' https://h/x`).request?.headers).toEqual([])
    expect(problems(`curl -H 'Impersonate-User:' https://h/x`)).toEqual([
      `warning header-left-out: -H 'Impersonate-User:'`,
    ])
  })

  it('is marked where it is not understood, and the rest is read', () => {
    expect(errors('curl https://h/x --wiede')).toEqual(['unknown-flag: --wiede'])
    expect(errors(`curl https://h/x -H @headers.txt`)).toEqual(['headers-in-file: -H @headers.txt'])
    expect(errors(`curl https://h/x -H 'Impersonate-User jane'`)).toEqual([`missing-colon: -H 'Impersonate-User jane'`])
    expect(errors('curl https://h/a https://h/b')).toEqual(['several-requests: https://h/b'])
    expect(errors('curl https://h/a --request=PUT')).toEqual(['unknown-flag: --request=PUT'])
    expect(readCurl('curl https://h/a --request=PUT').diagnostics[0]).toMatchObject({ fix: '--request PUT' })
    expect(errors('curl -K file https://h/a')).toEqual(['option-not-followed: -K file'])
    expect(errors('curl https://h/api/v1/pods?limit=5&watch=1')).toEqual(['unquoted-ampersand: &'])
    expect(readCurl('curl https://h/api/v1/pods?limit=5&watch=1').request?.target).toBe('/api/v1/pods?limit=5&watch=1')
    expect(errors('curl https://h/api/$VERSION/pods')).toEqual(['shell-variable: $VERSION'])
    expect(errors('curl $URL')).toEqual(['shell-variable: $URL'])
    expect(errors(`curl https://\${HOST:-http://x/y}/z`)).toEqual([])
  })

  it('is not a request without a URL that a server accepts', () => {
    expect(errors('curl')).toEqual(['missing-url: '])
    expect(errors('curl ftp://h/x')).toEqual(['not-http: ftp://h/x'])
    // curl 7.88 exits with 3, “URL using bad/illegal format”.
    for (const host of ['[::1', '[x]', '::1', 'h:99999', 'h:abc', 'h:-1', '"a b"', ':80', "'a<b'", 'a@b@h']) {
      expect(errors(`curl https://${host}/api`)).toEqual([expect.stringMatching(/^malformed-host/)])
    }
    for (const host of ['[::1]', '[::1]:6443', 'h:', 'h:065', 'a_b', '10.0.0.1:6443', '$HOST:$PORT']) {
      expect(errors(`curl https://${host}/api`)).toEqual([])
    }
    expect(errors('curl /api/v1/pods')).toEqual(['missing-host: /api/v1/pods'])
    expect(errors('curl https://h/%zz')).toEqual(['invalid-escape: https://h/%zz'])
    expect(errors(`curl 'https://h/a b'`)).toEqual([`space-in-url: 'https://h/a b'`])
    expect(errors('kubectl get pods')).toEqual(['not-curl: kubectl'])
    expect(errors('')).toEqual(['empty-request: '])
  })

  it('says that the requestor is set separately, and does not repeat passwords', () => {
    expect(problems('curl -u me:secret https://h/x')).toEqual(['note who-asks: -u me:secret'])
    expect(readCurl('curl -u me:secret https://h/x').request?.headers).toEqual([])
    expect(problems('curl https://me:secret@h/x')).toEqual(['note who-asks: https://me:secret@h/x'])
  })

  it('notes that the playground has no files', () => {
    expect(problems('curl https://h/x -d @body.json')).toEqual(['note body-not-here: -d @body.json'])
    expect(readCurl(`curl https://h/x --json @- <<'EOF'\n{}\nEOF`).request).toMatchObject({
      method: 'POST',
      body: '{}\n',
    })
    expect(readCurl('curl -T pod.json https://h/pods/').request).toMatchObject({
      method: 'PUT',
      target: '/pods/pod.json',
    })
  })
})

describe('a request printed as curl', () => {
  it('has an option a line', () => {
    const headers = [
      { name: 'Impersonate-User', value: "o'neil" },
      { name: 'Impersonate-Group', value: '' },
      { name: 'Content-Type', value: 'application/json' },
    ]
    expect(printCurl({ method: 'POST', target: '/api/v1/namespaces', headers, body: '{"a":1}' })).toEqual({
      text: `curl 'https://localhost:6443/api/v1/namespaces' \\
  -H 'Impersonate-User: o'\\''neil' \\
  -H 'Impersonate-Group;' \\
  -H 'Content-Type: application/json' \\
  --data-raw '{"a":1}'`,
    })
    expect(printCurl({ method: 'HEAD', target: '/x', headers: [], body: '' }).text).toBe(
      `curl 'https://localhost:6443/x' \\\n  --head`,
    )
  })

  it('sends targets as they are, also those that curl would change', () => {
    expect(printCurl({ method: 'OPTIONS', target: '/a/../{b}#c', headers: [], body: '' }).text).toBe(
      `curl --request-target '/a/../{b}#c' https://localhost:6443 \\\n  -X OPTIONS`,
    )
  })

  it('says what it leaves out, or that nothing can send it', () => {
    const headers = [{ name: 'Impersonate-User', value: 'a\nb' }]
    expect(printCurl({ method: 'GET', target: '/x', headers, body: '' }).gap).toMatch(/1 of the headers/)
    expect(printCurl({ method: 'HEAD', target: '/x', headers: [], body: 'x' }).gap).toMatch(/body of a HEAD request/)
    for (const [method, target, body] of [
      ['A B', '/x', ''],
      ['GET', 'x', ''],
      ['GET', '/a b', ''],
      ['GET', '/x', '\0'],
    ] as const) {
      const { text, gap } = printCurl({ method, target, headers: [], body })
      expect(text).toBe(`# ${gap}`)
    }
  })

  it('reads back as it was, wherever there is no gap', () => {
    const targets = fc.oneof(
      fc.stringMatching(/^\/[a-z%#?&=;+./0-9A-F{}[\]'"\\é]{0,20}$/),
      fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => `/${text}`),
    )
    const headers = fc.array(
      fc.record({
        name: fc.constantFrom(
          'Impersonate-User',
          'impersonate-group',
          'X-a',
          'Content-Type',
          'Host',
          'Impersonate-Extra-%zz',
        ),
        value: fc.oneof(fc.constantFrom('', 'a: b', ';', '@x'), fc.string({ unit: 'grapheme', maxLength: 8 })),
      }),
      { maxLength: 4 },
    )
    const requests = fc.record({
      method: fc.oneof(fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE', 'OPTIONS', 'get'), fc.string({ maxLength: 4 })),
      target: targets,
      headers,
      body: fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 20 })),
    })
    fc.assert(
      fc.property(requests, (request) => {
        const { text, gap } = printCurl(request)
        if (gap !== undefined) return
        const read = readCurl(text)
        expect(read.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
        const { headers: readHeaders = [], ...line } = read.request ?? {}
        expect({ ...line, headers: readHeaders.map(({ name, value }) => ({ name, value })) }).toEqual(request)
      }),
      { numRuns: 1000 },
    )
  })
})
