import type { Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { serveSite } from './serve.mjs'

const servers: Server[] = []

async function serve(port: number) {
  const served = await serveSite({ host: '127.0.0.1', port })
  servers.push(served.server)
  return served.port
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

describe('serving the site', () => {
  it('takes another port when the one asked for is taken', async () => {
    const first = await serve(0)
    const second = await serve(first)
    expect(second).not.toBe(first)
    expect((await fetch(`http://127.0.0.1:${second}/no-such-file`)).status).toBe(404)
  })

  it('says so when it cannot listen there at all', async () => {
    // TEST-NET-1 (RFC 5737): no machine's own address.
    await expect(serveSite({ host: '192.0.2.1', port: 0 })).rejects.toThrow('EADDRNOTAVAIL')
  })

  it('gives nothing but files, and none from outside the site', async () => {
    const port = await serve(0)
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await fetch(`http://127.0.0.1:${port}/..%2fpackage.json`)).status).toBe(404)
  })
})
