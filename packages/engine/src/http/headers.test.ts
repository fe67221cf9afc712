import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalHeaderName, isToken } from './headers.ts'

describe('a header name', () => {
  it('is canonical once it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aBcZ-_.1%') }), (name) => {
        const canonical = canonicalHeaderName(name)
        expect(canonical.toLowerCase()).toBe(name.toLowerCase())
        expect(canonicalHeaderName(name.toUpperCase())).toBe(canonical)
        expect(canonicalHeaderName(canonical)).toBe(canonical)
      }),
    )
  })

  it.each([
    ['impersonate-user', 'Impersonate-User'],
    ['IMPERSONATE-UID', 'Impersonate-Uid'],
    ['impersonate-extra-ACME.io%2FTeam', 'Impersonate-Extra-Acme.io%2fteam'],
    ['-a--b', '-A--B'],
    ['x_y', 'X_y'],
  ])('%s counts as %s', (name, canonical) => {
    expect(canonicalHeaderName(name)).toBe(canonical)
  })

  it.each(['impersonate user', 'impersonate-extra-a/b', 'é-é', ''])('%j is not a token and stays as it is', (name) => {
    expect(isToken(name)).toBe(false)
    expect(canonicalHeaderName(name)).toBe(name)
  })
})
