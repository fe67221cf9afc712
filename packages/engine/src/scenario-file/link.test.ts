import fc from 'fast-check'
import { deflateSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { base64url, fromBase64url } from './base64url.ts'
import { linkParts } from './example-link.ts'
import { readLinkHash } from './link.ts'
import { DICTIONARY } from './link-dictionary.ts'
import { LONG_LINK, linkHash } from './link-write.ts'
import type { ScenarioDocument } from './read.ts'
import { readScenarioDocument } from './read.ts'
import { anyDocument } from './testing.ts'

const problemOf = async (hash: string): Promise<string> => {
  const read = await readLinkHash(hash)
  if (!('problem' in read)) throw new Error('a link that was read')
  return read.problem
}

/** A link as its codec would make it, of any text. */
const linkOf = (text: string): string => {
  const bytes = strToU8(text)
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  const sum = [hash >>> 24, hash >>> 16, hash >>> 8, hash].map((byte) => byte & 0xff)
  return `#z1/${base64url(Uint8Array.from([...sum, ...deflateSync(bytes, { dictionary: DICTIONARY })]))}`
}

describe('a link', () => {
  it('holds any scenario, whatever its texts are', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, async (document) => {
        expect(await readLinkHash(linkHash({ document }))).toEqual({ document })
      }),
    )
  })

  it('to a gallery example is only its name', async () => {
    expect(linkHash({ example: 'kep-node agent' })).toBe('#example/kep-node%20agent')
    expect(await readLinkHash('#example/kep-node%20agent')).toEqual({ example: 'kep-node agent' })
    expect(await problemOf('#example/%zz')).toContain('does not name an example')
  })

  it('may go on with places of the page, which are no part of the scenario', async () => {
    expect(await readLinkHash('#example/kep-node%20agent&step=3&compare/designs')).toEqual({
      example: 'kep-node agent',
    })
    expect(linkParts('#z1/abc&step=3')).toEqual({ scenario: 'z1/abc', places: ['step=3'] })
    expect(linkParts('#course/rbac/scopes&help')).toEqual({ scenario: 'course/rbac/scopes', places: ['help'] })
    expect(linkParts('#compare/arguments/union')).toEqual({ scenario: '', places: ['compare/arguments/union'] })
    expect(linkParts('')).toEqual({ scenario: '', places: [] })
    expect(await problemOf('#compare/arguments/union')).toBe('This link does not contain a scenario.')
  })

  it('that is damaged, of another kind or of a newer playground has its own error', async () => {
    expect(await problemOf('')).toBe('This link does not contain a scenario.')
    expect(await problemOf('#<script>alert(1)</script>')).toBe('This link does not contain a scenario.')
    expect(await problemOf('#z9/abc')).toContain('“z9”')
    expect(await problemOf('#z1/')).toContain('damaged')
    expect(await problemOf('#z1/a')).toContain('damaged')
    expect(await problemOf('#z1/not base64')).toContain('damaged')
    expect(await problemOf(linkOf('{"version": 3}'))).toContain('has version 3')
    expect(await problemOf(linkOf('{"version": 1, "later": true}'))).toContain('“later” is not a field')
  })

  it('from which characters are missing or changed opens nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument, fc.nat(), fc.constantFrom('', 'A', 'z', '_'), async (document, at, instead) => {
        const hash = linkHash({ document })
        const place = 4 + (at % (hash.length - 4))
        const damaged = hash.slice(0, place) + instead + hash.slice(place + 1)
        const read = await readLinkHash(damaged)
        // The last character carries bits that no byte needs.
        if ('document' in read) expect(read).toEqual({ document })
        else expect(read).toHaveProperty('problem')
      }),
    )
  })

  it('that is cut anywhere has an error, or is the one that was cut', async () => {
    for (const document of fc.sample(anyDocument, { numRuns: 20, seed: 1 })) {
      const hash = linkHash({ document })
      for (let end = 0; end < hash.length; end++) {
        const read = await readLinkHash(hash.slice(0, end))
        // The last character carries bits that no byte needs, and the last byte bits that no inflater needs.
        if ('document' in read) expect(read, hash.slice(0, end)).toEqual({ document })
        else expect(read, hash.slice(0, end)).toHaveProperty('problem')
      }
    }
  })

  it('that grows without end, or is deep without end, gets a sentence', async () => {
    expect(await problemOf(linkOf(`{"version": 1, "policy": "${'a'.repeat(21_000_000)}"}`))).toContain(
      'larger than any scenario',
    )
    expect(await problemOf(linkOf(`${'['.repeat(1_000_000)}`))).toContain('cannot be read')
    expect(
      await problemOf(linkOf(`{"version":1,"expect":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`)),
    ).toContain('cannot be read')
  })

  it('is read no further than the caller wants', async () => {
    const { document } = readScenarioDocument(
      `version: 1\nrequestor: {username: ctl}\nrequest: {http: GET /a HTTP/1.1}`,
    )
    const hash = linkHash({ document: document as ScenarioDocument })
    expect(await readLinkHash(hash, 1000)).toEqual({ document })
    expect(await readLinkHash(hash, 10)).toEqual({ problem: expect.stringContaining('larger than any scenario') })
  })

  it('takes any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String().map((text) => `#z1/${text}`),
        ),
        async (hash) => {
          expect(await readLinkHash(hash)).toHaveProperty('problem')
        },
      ),
    )
  })
})

describe('links that were made before', () => {
  const DOCUMENT = `version: 1
title: A node agent
requestor: {username: agent, extra: {k: [v]}}
request: {http: "GET /api/v1/pods HTTP/1.1\\nImpersonate-User: jané"}
policy: |
  apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRole
  metadata: {name: a}
`
  const { document } = readScenarioDocument(DOCUMENT)

  /** Never change one of these, and never take one away. */
  it.each([
    ['#z1/cv7uCcNegDmC61uFxHSgi6hZdkEKLTwFFMzGVFDpDJIDVvLRSmVAPQTLJWIKocMrKSqFsKdPhWpI6kysjclTqgUA'],
    ['#z1/ac0w50MqdowQBZgjuL5VSEwHuoiaZRf2QistMacYX6kFc0YqqMgGyQFr_milMmBZRbCwIqZkOrySoqIJe6JVqIYk2cTamDylWgA'],
  ])('are read for ever: %s', async (hash) => {
    expect(await readLinkHash(hash)).toEqual({ document })
  })

  it('are made of the same scenario in version 2, which says that it has no default roles', () => {
    const hash = linkHash({ document: document as ScenarioDocument })
    expect(hash).toBe(
      '#z1/ac0w50MqdowQBZgjuL5VSEwHuoiaZRf2QistMacYX6kFc0YqqMgGyQFr_milMmBZRbCwIqZkOrySoqIJe6JVqIYk2cTamDylWgA',
    )
    expect(hash.length).toBeLessThan(LONG_LINK)
    expect(document?.scenario.cluster.defaultRoles).toBe(false)
  })
})

it('base64url gives back the bytes that it was made of', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromBase64url(base64url(bytes))).toEqual(bytes)
    }),
  )
  expect(fromBase64url('+/')).toBeUndefined()
})
