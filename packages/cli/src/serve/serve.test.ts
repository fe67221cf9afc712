import { gunzipSync } from 'node:zlib'
import { yamlOf } from '@authz-playground/engine/internal/yaml'
import { describe, expect, it } from 'vitest'
import { runArguments } from '../testing.ts'
import type { ListenOn, World } from '../world.ts'
import type { SiteAnswer, SiteRequest } from './answer.ts'

const HEADERS = {
  '/*': { 'X-Content-Type-Options': 'nosniff' },
  '/': { 'Cache-Control': 'no-cache', 'Permissions-Policy': 'camera=()' },
  '/assets/*': { 'Cache-Control': 'public, max-age=31536000, immutable' },
  '/courses/*': { 'Cache-Control': 'no-cache' },
}
const SCRIPT = 'export const rule = "a rule, and another"\n'.repeat(100)
const SITE = {
  'site/index.html': '<!doctype html><title>Playground</title>',
  'site/headers.json': JSON.stringify(HEADERS),
  'site/assets/first-B2x9.js': SCRIPT,
  'site/icon.png': new Uint8Array([137, 80, 78, 71]),
  'site/courses/built-in.yaml': 'lessons: []',
}
const LESSON = {
  title: 'A lesson',
  text: 'Let jane in.',
  start: { requestor: { username: 'jane' }, request: { http: 'GET /healthz' } },
  goals: ['jane can get /healthz'],
  solution: { policy: '' },
}
const VALUE = {
  version: 1,
  course: 'rbac',
  title: 'RBAC from nothing',
  for: 'People who have used kubectl.',
  lessons: [
    { id: 'first', ...LESSON },
    { id: 'second', ...LESSON },
  ],
}
const COURSE = yamlOf(VALUE)

type Ask = (request: Partial<SiteRequest>) => Promise<SiteAnswer>

/** Runs the command, and asks while it serves. */
function serving(
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>>,
  asks: (ask: Ask) => Promise<void>,
) {
  const serve: World['serve'] = async (answers, { port }) => ({
    port,
    ended: asks((request) => answers({ method: 'GET', url: '/', headers: {}, ...request })),
  })
  return runArguments(['serve', ...args], files, { serve })
}

/** The answers to requests, with the site alone. */
async function answersTo(...requests: readonly Partial<SiteRequest>[]): Promise<readonly SiteAnswer[]> {
  const answers: SiteAnswer[] = []
  const { status, err } = await serving([], SITE, async (ask) => {
    for (const request of requests) answers.push(await ask(request))
  })
  expect({ status, err }).toEqual({ status: 0, err: '' })
  return answers
}

const textOf = ({ body = new Uint8Array() }: SiteAnswer) => new TextDecoder().decode(body)

describe('serving the site', () => {
  it('answers with its files, their types and the headers of the build', async () => {
    const [page, file, script, icon] = await answersTo(
      {},
      { url: '/index.html?x=1' },
      { url: '/assets/first-B2x9.js' },
      { url: '/icon.png' },
    )
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': '40',
        'Cache-Control': 'no-cache',
        'Permissions-Policy': 'camera=()',
        'X-Content-Type-Options': 'nosniff',
      },
    })
    expect(page && textOf(page)).toBe(SITE['site/index.html'])
    expect(file && textOf(file)).toBe(SITE['site/index.html'])
    expect(script?.headers).toMatchObject({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': HEADERS['/assets/*']['Cache-Control'],
    })
    expect(icon?.headers).toMatchObject({ 'Content-Type': 'image/png' })
    expect(icon?.headers).not.toHaveProperty('Vary')
  })

  it('compresses for those who take it, and says that the answer depends on that', async () => {
    const accepting = (accepted: string, method = 'GET') => ({
      method,
      url: '/assets/first-B2x9.js',
      headers: { 'accept-encoding': accepted },
    })
    const [packed, refused, other, head] = await answersTo(
      accepting('deflate, gzip;q=0.8'),
      accepting('br, gzip;q=0'),
      accepting('x-gzip'),
      accepting('gzip', 'HEAD'),
    )
    expect(packed?.headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
    expect(packed?.headers['Content-Length']).toBe(String(packed?.body?.length))
    expect(packed?.body?.length).toBeLessThan(SCRIPT.length / 10)
    expect(gunzipSync(packed?.body ?? '').toString()).toBe(SCRIPT)
    for (const plain of [refused, other]) {
      expect(plain?.headers).toMatchObject({ 'Content-Length': String(SCRIPT.length), Vary: 'Accept-Encoding' })
      expect(plain?.headers).not.toHaveProperty('Content-Encoding')
    }
    expect(head).toEqual({ status: 200, headers: packed?.headers })
  })

  it('answers 304 to a browser that has this version', async () => {
    const [first] = await answersTo({})
    const etag = first?.headers.ETag ?? ''
    const knowing = (known: string) => ({ headers: { 'if-none-match': known } })
    const answers = await answersTo(knowing(etag), knowing(`"old", ${etag}`), knowing('*'), knowing('"old"'))
    expect(answers.map(({ status }) => status)).toEqual([304, 304, 304, 200])
    expect(answers[0]).toEqual({
      status: 304,
      headers: { ...HEADERS['/*'], ...HEADERS['/'], ETag: etag },
    })
  })

  it('has another version where the content is another, whatever its size and time', async () => {
    const etags: unknown[] = []
    for (const title of ['one', 'two']) {
      await serving([], { ...SITE, 'site/index.html': title }, async (ask) => {
        etags.push((await ask({})).headers.ETag)
      })
    }
    expect(new Set(etags).size).toBe(2)
  })

  it.each([
    '/no-such-file',
    '/assets/',
    '/assets',
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fsecret.yaml',
    '/%2e%2e/secret.yaml',
    '//secret.yaml',
    '/site/index.html',
    '/assets/..\\..\\secret.yaml',
    '/index.html%00',
    '/constructor',
    '/courses/index.json',
  ])('finds no file at %s', async (url) => {
    const { status } = await serving([], { ...SITE, 'secret.yaml': 'secret' }, async (ask) => {
      const answer = await ask({ url })
      expect(answer).toMatchObject({ status: 404, headers: { 'Cache-Control': 'no-store' } })
      expect(textOf(answer)).toBe('There is no such file.\n')
      const { body, ...rest } = answer
      expect(await ask({ url, method: 'HEAD' })).toEqual(rest)
    })
    expect(status).toBe(0)
  })

  it('refuses other methods, and what is not a path', async () => {
    const [post, options, malformed, star] = await answersTo(
      { method: 'POST' },
      { method: 'OPTIONS', url: '*' },
      { url: '/%zz' },
      { url: '*' },
    )
    expect(post).toMatchObject({ status: 405, headers: { Allow: 'GET, HEAD' } })
    expect([options?.status, malformed?.status, star?.status]).toEqual([405, 400, 400])
  })
})

describe('serving a folder of courses', () => {
  const listOf = async (ask: Ask) => JSON.parse(textOf(await ask({ url: '/courses/index.json' })))
  const listed = { course: 'rbac', title: 'RBAC from nothing', for: 'People who have used kubectl.', lessons: 2 }

  it('lists its courses and sends them, in each form, and nothing else', async () => {
    const files = {
      ...SITE,
      'rooms/b.yml': COURSE,
      'rooms/a.yaml': COURSE,
      'rooms/c.json': JSON.stringify(VALUE),
      'rooms/index.json': COURSE,
      'rooms/plays.yaml': 'version: 1\nlessons: {first: {mistakes: []}}\n',
      'rooms/scenario.yaml': 'version: 1\nrequest: {http: GET /healthz}\n',
      'rooms/config.yaml': 'apiVersion: v1\nkind: Config\nusers: [{user: {token: secret}}]\n',
      'rooms/.hidden.yaml': COURSE,
      'rooms/notes.txt': COURSE,
      'rooms/deep/d.yaml': COURSE,
    }
    const { status, out, err } = await serving(['rooms'], files, async (ask) => {
      expect(await listOf(ask)).toEqual([
        { file: 'a.yaml', ...listed },
        { file: 'b.yml', ...listed },
        { file: 'c.json', ...listed },
      ])
      const course = await ask({ url: '/courses/a.yaml' })
      expect(course).toMatchObject({
        status: 200,
        headers: { 'Content-Type': 'text/yaml; charset=utf-8', 'Cache-Control': 'no-cache' },
      })
      expect(textOf(course)).toBe(COURSE)
      const known = { 'if-none-match': course.headers.ETag ?? '' }
      expect(await ask({ url: '/courses/a.yaml', headers: known })).toMatchObject({ status: 304 })
      expect((await ask({ url: '/courses/c.json' })).headers['Content-Type']).toBe('application/json')
      const others = [
        'plays.yaml',
        'scenario.yaml',
        'config.yaml',
        '.hidden.yaml',
        'notes.txt',
        'deep/d.yaml',
        '..%2fa.yaml',
        '',
      ]
      for (const name of [...others, 'built-in.yaml']) {
        expect([name, (await ask({ url: `/courses/${name}` })).status]).toEqual([name, 404])
      }
    })
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('  a.yaml: RBAC from nothing (2 lessons)\n')
  })

  it('says in the page that it has a list, and only where it has one', async () => {
    const page = '<!doctype html><html><head><title>Playground</title></head><body></body></html>'
    const files = { ...SITE, 'site/index.html': page, 'rooms/a.yaml': COURSE }
    const pages: string[] = []
    for (const args of [['rooms'], []]) {
      await serving(args, files, async (ask) => {
        pages.push(textOf(await ask({})), textOf(await ask({ url: '/index.html' })))
      })
    }
    const mark = '<meta name="authz-playground-courses" content="courses/index.json" />'
    const marked = page.replace('</head>', `${mark}</head>`)
    expect(pages).toEqual([marked, marked, page, page])
  })

  it('sends a course as it is now, and reports one that broke once', async () => {
    const files: Record<string, string | Uint8Array> = { ...SITE, 'rooms/a.yaml': COURSE, 'rooms/b.yaml': COURSE }
    const { err } = await serving(['rooms/'], files, async (ask) => {
      files['rooms/a.yaml'] = COURSE.replace('RBAC', 'Everything')
      expect(textOf(await ask({ url: '/courses/a.yaml' }))).toBe(files['rooms/a.yaml'])
      expect(await listOf(ask)).toMatchObject([{ title: 'Everything from nothing' }, { file: 'b.yaml' }])
      files['rooms/a.yaml'] = COURSE.replace('title:', 'titel:')
      const problem = expect.stringMatching(/^a\.yaml:1:1 “title” is missing\. /)
      for (let again = 0; again < 2; again++) {
        expect(await listOf(ask)).toEqual([
          { file: 'a.yaml', problem },
          { file: 'b.yaml', ...listed },
        ])
      }
      expect(textOf(await ask({ url: '/courses/a.yaml' }))).toBe(files['rooms/a.yaml'])
      delete files['rooms/a.yaml']
      expect(await listOf(ask)).toEqual([{ file: 'b.yaml', ...listed }])
      expect((await ask({ url: '/courses/a.yaml' })).status).toBe(404)
    })
    expect(err.match(/^rooms\/a\.yaml:1:1: error: /gm)).toHaveLength(1)
  })

  it('lists files that cannot be read, with the reason', async () => {
    const files = {
      ...SITE,
      'rooms/bytes.yaml': new Uint8Array([0x6c, 0xff]),
      'rooms/cut.yaml': COURSE.slice(0, COURSE.indexOf('first') - 2),
      'rooms/newer.yaml': COURSE.replace('version: 1', 'version: 99'),
      'rooms/two.yaml': `${COURSE}---\n${COURSE}`,
    }
    const { status, out, err } = await serving(['rooms'], files, async (ask) => {
      expect(await listOf(ask)).toEqual([
        { file: 'bytes.yaml', problem: 'bytes.yaml:1 This is not UTF-8 text. Save it as UTF-8.' },
        { file: 'cut.yaml', problem: expect.stringMatching(/^cut\.yaml:6:5 “lessons\[0\]” is /) },
        { file: 'newer.yaml', problem: expect.stringMatching(/^newer\.yaml:1:10 The document has version 99, /) },
        { file: 'two.yaml', problem: expect.stringMatching(/^two\.yaml:31:1 A file contains one document, /) },
      ])
      expect((await ask({ url: '/courses/cut.yaml' })).status).toBe(200)
      const unreadable = await ask({ url: '/courses/bytes.yaml' })
      expect([unreadable.status, textOf(unreadable)]).toEqual([
        500,
        'This file cannot be read. The terminal of the server says why.\n',
      ])
    })
    expect(status).toBe(0)
    expect(out).toContain('  bytes.yaml: cannot be read\n')
    expect(err).toContain('rooms/newer.yaml:1:10: error: The document has version 99')
  })

  it('prints titles without characters that control a terminal', async () => {
    const title = 'Red \u001b[31m'
    const files = { ...SITE, 'rooms/a.json': JSON.stringify({ ...VALUE, title, lessons: VALUE.lessons.slice(1) }) }
    const { out } = await runArguments(['serve', 'rooms'], files)
    expect(out).not.toContain('\u001b')
    expect(out).toMatch(/^ {2}a\.json: Red .* \(1 lesson\)$/m)
  })

  it('goes on where the folder is gone', async () => {
    const files: Record<string, string | Uint8Array> = { ...SITE, 'rooms/a.yaml': COURSE }
    const { status, err } = await serving(['rooms'], files, async (ask) => {
      delete files['rooms/a.yaml']
      expect((await ask({ url: '/courses/index.json' })).status).toBe(500)
      expect((await ask({})).status).toBe(200)
    })
    expect({ status, err }).toEqual({ status: 0, err: 'rooms: error: There is no such file or folder.\n' })
  })
})

describe('the command', () => {
  const printed = async (args: readonly string[], files: Readonly<Record<string, string>> = {}) => {
    const { status, out, err } = await runArguments(['serve', ...args], { ...SITE, ...files })
    return { status, out, err }
  }

  it('prints the address of this machine alone', async () => {
    expect(await printed([])).toEqual({
      status: 0,
      out: 'The playground is at\n  http://localhost:4173/\nOnly this machine can open it; --host 0.0.0.0 is for others in the room.\nCtrl-C ends it.\n',
      err: '',
    })
  })

  it('prints every address that others can type', async () => {
    const addresses = [
      { address: '192.168.1.7', name: 'wlan0' },
      { address: '2001:db8::7', name: 'wlan0' },
    ]
    const at = async (host: string) => {
      const { out } = await runArguments(['serve', '--host', host, '--port', '80'], SITE, { addresses })
      return out.match(/^ {2}http.*$/gm)
    }
    expect(await at('0.0.0.0')).toEqual(['  http://localhost:80/', '  http://192.168.1.7:80/  (wlan0)'])
    expect(await at('::')).toHaveLength(3)
    expect(await at('::1')).toEqual(['  http://[::1]:80/'])
    expect(await at('192.168.1.7')).toEqual(['  http://192.168.1.7:80/'])
  })

  it('listens where it was asked to, and says when it got another port', async () => {
    const wanted: ListenOn[] = []
    const serve: World['serve'] = (_, where) => {
      wanted.push(where)
      return Promise.resolve({ port: where.port + 2, ended: Promise.resolve() })
    }
    const { out } = await runArguments(['serve', '--port', '80', '--host', '0.0.0.0'], SITE, { serve })
    expect(wanted).toEqual([{ host: '0.0.0.0', port: 80 }])
    expect(out).toMatch(/^Port 80 is taken\.\nThe playground is at\n {2}http:\/\/localhost:82\/\n/)
  })

  it.each([
    [['--port', '65536'], '--port: error: “65536” is not a port. Write a whole number from 0 to 65535.'],
    [['--port', 'http'], '“http” is not a port.'],
    [['none'], 'none: error: There is no such file or folder.'],
    [['rooms/a.yaml'], 'rooms/a.yaml: error: This is not a folder.'],
    [['empty'], 'empty: error: This folder holds no course: '],
    [['rooms', 'others'], 'others: error: One folder of courses is served.'],
  ])('refuses %j', async (args, message) => {
    const { status, out, err } = await printed(args, { 'rooms/a.yaml': COURSE, 'empty/policy.yaml': 'kind: Role\n' })
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })

  it('names the command that builds the site where it was not built', async () => {
    const { status, err } = await runArguments(['serve'])
    expect({ status, err }).toEqual({
      status: 2,
      err: 'site: error: The built site is not there. Run pnpm build in the checkout.\n',
    })
  })

  it('says why it cannot listen', async () => {
    const refused = async (code: string) => {
      const serve = () => Promise.reject(Object.assign(new Error(code), { code }))
      return (await runArguments(['serve'], SITE, { serve })).err
    }
    expect(await refused('EADDRINUSE')).toContain('--port 4173: error: This port and the next ones are taken.')
    expect(await refused('EADDRNOTAVAIL')).toContain('--host localhost: error: This is not an address of this machine.')
  })
})
