import { describe, expect, it } from 'vitest'
import { targetOf } from '../../http/index.ts'
import { invalidExtra } from './extras.ts'

const complaint = (key: string, ...values: readonly string[]): string | undefined =>
  invalidExtra(new Map([[key, values]]))

const NOT_A_PATH = 'must be a domain-prefixed path (such as "acme.io/foo")'
const refused = (value: string, detail: string): string =>
  `impersonating an invalid key in extra is not allowed: extra.key: Invalid value: ${JSON.stringify(value)}: ${detail}`

describe('extras', () => {
  it('may have lower-case keys with a domain in front, and values', () => {
    expect(complaint('acme.io/team', 'a', 'b')).toBeUndefined()
    expect(complaint("a/-._~%!$&'()*+,;=:/b", 'v')).toBeUndefined()
    expect(invalidExtra(new Map())).toBeUndefined()
  })

  it('are refused with a key that is empty or has no domain or no path', () => {
    expect(complaint('', 'v')).toBe('impersonating the empty string key in extra is not allowed')
    for (const key of ['scopes', '/scopes', 'acme.io/', '/']) expect(complaint(key, 'v')).toBe(refused(key, NOT_A_PATH))
  })

  it('are refused with a key whose domain is none', () => {
    expect(complaint('-/x', 'v')).toMatch(/: extra\.key: Invalid value: "-": a lowercase RFC 1123 subdomain must/)
    expect(complaint('Acme.io/x', 'v')).toContain('Invalid value: "Acme.io": a lowercase RFC 1123 subdomain')
  })

  it('are refused with a key whose domain is longer than 253 bytes', () => {
    const labels = (length: number): string => `${'a'.repeat(length)}/x`
    expect(complaint(labels(253), 'v')).toBeUndefined()
    expect(complaint(labels(254), 'v')).toBe(refused('a'.repeat(254), 'must be no more than 253 characters'))
  })

  it('are refused with a key whose path has other characters', () => {
    const format = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"
    expect(complaint('acme.io/a b', 'v')).toBe(refused('a b', format))
    expect(complaint('acme.io/ab ', 'v')).toBe(refused('ab ', format))
    expect(complaint('acme.io/"ab', 'v')).toBe(refused('"ab', format))
  })

  it('are refused with all that is wrong with a key, in brackets', () => {
    expect(complaint('A/ ', 'v')).toMatch(
      /not allowed: \[extra\.key: Invalid value: "A": .*, extra\.key: .* " ": .*\]$/,
    )
  })

  it('are refused with an upper-case path, which no header can bring', () => {
    expect(complaint('acme.io/Team', 'v')).toBe(
      'impersonating a non-lowercase key in extra is not allowed: "acme.io/Team"',
    )
  })

  it('are refused without a value, or with an empty one', () => {
    expect(complaint('acme.io/team')).toBe('impersonating empty values in extra is not allowed')
    expect(complaint('acme.io/team', 'a', '')).toBe('impersonating the empty string value in extra is not allowed')
  })

  it('are refused for the first key that is wrong', () => {
    const extra = new Map([
      ['acme.io/team', ['a']],
      ['scopes', ['a']],
      ['', ['a']],
    ])
    expect(invalidExtra(extra)).toContain('"scopes"')
  })

  it('have a domain that is measured in bytes, those of no character included', () => {
    const complaintFor = (bytes: number): string | undefined => {
      const target = targetOf([
        { name: 'Impersonate-User', value: 'jane' },
        { name: `Impersonate-Extra-${'%ff'.repeat(bytes)}%2Fx`, value: 'v' },
      ])
      return target.kind === 'target' ? invalidExtra(target.wantedUser.extra) : undefined
    }
    const noDomain = ': a lowercase RFC 1123 subdomain must'
    expect(complaintFor(100)).toContain(`Invalid value: "${'\\xff'.repeat(100)}"${noDomain}`)
    expect(complaintFor(100)).not.toContain('must be no more than')
    expect(complaintFor(253)).not.toContain('must be no more than')
    expect(complaintFor(254)).toContain('must be no more than 253 characters')
  })
})
