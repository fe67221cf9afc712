import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { serveSite } from './serve.mjs'

const servers: Server[] = []

async function serve(port: number, files?: string) {
  const served = await serveSite({ host: '127.0.0.1', port, ...(files !== undefined && { files }) })
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

  it('compresses text for those who take it, and says that it depends on them', async () => {
    const files = await mkdtemp(join(tmpdir(), 'site-'))
    const text = 'one rule, and another\n'.repeat(1000)
    await writeFile(join(files, 'rules.js'), text)
    const port = await serve(0, files)
    const coded = async (accepted: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/rules.js`, { headers: { 'Accept-Encoding': accepted } })
      return [answer.headers.get('content-encoding'), answer.headers.get('vary'), await answer.text()]
    }
    expect(await coded('identity')).toEqual([null, 'Accept-Encoding', text])
    expect(await coded('gzip')).toEqual(['gzip', 'Accept-Encoding', text])
    expect(await coded('gzip, br')).toEqual(['br', 'Accept-Encoding', text])
    await rm(files, { recursive: true })
  })

  it('gives nothing but files, and none from outside the site', async () => {
    const port = await serve(0)
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await fetch(`http://127.0.0.1:${port}/..%2fpackage.json`)).status).toBe(404)
  })
})
