import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runArguments, SCENARIO_TEXT } from './testing.ts'

const BASE = ['--base', 'https://example.org/playground/#old']

describe('link', () => {
  it('prints the address with the scenario in its hash', async () => {
    const { status, out, err } = await runArguments(['link', 's.yaml', ...BASE], { 's.yaml': SCENARIO_TEXT })
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toMatch(/^https:\/\/example\.org\/playground\/#z1\/[\w-]+\n$/)
    const words = await runArguments(['link', ...BASE, '--user', 'a', '--request', 'GET /x', '--design', 'legacy'])
    expect(words.out).toMatch(/#z1\/[\w-]+\n$/)
  })

  it('says so where the link is too long for some programs', async () => {
    // What does not compress.
    const noise = createHash('shake256', { outputLength: 12_000 }).update('noise').digest('hex')
    const { status, err } = await runArguments(['link', 's.yaml', ...BASE], {
      's.yaml': `${SCENARIO_TEXT}explanation: "${noise}"\n`,
    })
    expect(status).toBe(0)
    expect(err).toMatch(/^s\.yaml: warning: The link has \d+ characters, .* Send the file instead\.\n$/)
  })

  it.each([
    ['no address', ['s.yaml'], 'link --base: error: The link needs the address of a playground.'],
    ['an invalid address', ['s.yaml', '--base', 'playground'], '“playground” is not an address.'],
    ['a script', ['s.yaml', '--base', 'javascript:alert(1)'], 'is not an address.'],
    ['a vectors file', ['v.ndjson', ...BASE], 'v.ndjson: error: This is a vectors file'],
    ['a document that cannot be read', ['bad.yaml', ...BASE], 'bad.yaml:2:1: error: “requester” is not a field'],
  ])('is not made of %s', async (_, args, said) => {
    const vector = { id: 'x', policy: '', requestor: {}, requests: [] }
    const files = {
      's.yaml': SCENARIO_TEXT,
      'v.ndjson': JSON.stringify(vector),
      'bad.yaml': 'version: 1\nrequester: {username: a}\nrequest: {http: GET /}\nrequestor: {username: a}\n',
    }
    const { status, out, err } = await runArguments(['link', ...args], files)
    expect(err).toContain(said)
    expect([status, out]).toEqual([2, ''])
  })
})
