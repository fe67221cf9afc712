import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrappedCEL } from './cel-lines.ts'

describe('a condition as people read it', () => {
  it('stays in a line where it is short', () => {
    expect(wrappedCEL('impersonatedUser.username == "bob"')).toBe('impersonatedUser.username == "bob"')
  })

  it('is broken before what joins its parts, and parentheses are indented', () => {
    expect(
      wrappedCEL(
        'impersonatedRequest.resource == "pods" && (impersonatedRequest.verb == "get" || impersonatedRequest.verb == "list")',
      ),
    ).toBe(
      [
        'impersonatedRequest.resource == "pods"',
        '&& (',
        '  impersonatedRequest.verb == "get"',
        '  || impersonatedRequest.verb == "list"',
        ')',
      ].join('\n'),
    )
  })

  it('is not broken inside of texts', () => {
    const text = `impersonatedUser.username == "a && b || \\" && c" && request.user.username == r'\\' `
    expect(wrappedCEL(text)).toBe(
      `impersonatedUser.username == "a && b || \\" && c"\n&& request.user.username == r'\\'`,
    )
  })

  it('says the same, whatever the text', () => {
    const pieces = fc.array(
      fc.constantFrom('a', ' ', '(', ')', '[', ']', '&&', '||', '"', "'", '\\', 'r', 'impersonatedUser.username'),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(pieces, (words) => {
        const text = words.join('')
        const bare = (one: string) => one.replace(/\s/g, '')
        expect(bare(wrappedCEL(text))).toBe(bare(text))
      }),
    )
  })
})
