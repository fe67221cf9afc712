import type { Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { answersOf } from './answer.ts'
import { contentOf } from './content.ts'
import { closed, listen } from './listen.ts'

const PAGE = 'one rule, and another\n'.repeat(50)
const answers = answersOf({
  contentAt: (path) => (path === 'index.html' ? contentOf(path, new TextEncoder().encode(PAGE)) : undefined),
  headers: { '/*': { 'X-Content-Type-Options': 'nosniff' } },
  onProblem: (_, problem) => {
    throw problem
  },
})

const servers = new Set<Server>()
afterEach(async () => {
  await Promise.all([...servers].map(closed))
  servers.clear()
})

async function listening(port: number, host = '127.0.0.1') {
  const { server, port: taken } = await listen(answers, { host, port })
  servers.add(server)
  return taken
}

describe('listening', () => {
  it('answers over HTTP, compressed, and with 304 to what a browser has', async () => {
    const address = `http://127.0.0.1:${await listening(0)}/`
    const page = await fetch(address)
    expect(await page.text()).toBe(PAGE)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    const known = await fetch(address, { headers: { 'If-None-Match': page.headers.get('etag') ?? '' } })
    expect([known.status, await known.text()]).toEqual([304, ''])
    const head = await fetch(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      page.headers.get('content-length'),
      '',
    ])
    const posted = await fetch(address, { method: 'POST', body: PAGE })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await fetch(`${address}..%2f..%2fpackage.json`)).status).toBe(404)
  })

  it('takes the next free port where one is taken', async () => {
    const first = await listening(0)
    const second = await listening(first)
    expect(second).toBeGreaterThan(first)
    expect((await fetch(`http://127.0.0.1:${second}/`)).status).toBe(200)
  })

  it('ends although browsers keep their connections', async () => {
    const { server, port } = await listen(answers, { host: '127.0.0.1', port: 0 })
    const address = `http://127.0.0.1:${port}/`
    await (await fetch(address)).text()
    await closed(server)
    await expect(fetch(address)).rejects.toThrow()
  })

  it('rejects with the error of the system where it cannot listen', async () => {
    // TEST-NET-1 (RFC 5737): the address of no machine.
    await expect(listen(answers, { host: '192.0.2.1', port: 0 })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
  })
})
