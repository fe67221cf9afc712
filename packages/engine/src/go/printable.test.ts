import { describe, expect, it } from 'vitest'
import { UNICODE_VERSION } from './printable-runs.ts'
import { isPrintable } from './quote.ts'

const printable = (text: string): boolean => isPrintable(text.codePointAt(0) as number)

describe('what Go prints as it is', () => {
  it('are letters, marks, numbers, punctuation, symbols and the space', () => {
    for (const one of ['a', ' ', '~', 'é', '\u0301', '日', '½', '€', '🧟', '𝄞'])
      expect({ one, printable: printable(one) }).toEqual({ one, printable: true })
  })

  it('exclude other spaces, controls, and private, unassigned or invisible characters', () => {
    for (const one of [
      '\0',
      '\x7f',
      '\u0085',
      '\u00a0',
      '\u00ad',
      '\u0378',
      '\u2028',
      '\u3000',
      '\ud800',
      '\ue000',
      '\ufeff',
    ])
      expect({ one, printable: printable(one) }).toEqual({ one, printable: false })
    for (const one of ['\u{e0001}', '\u{10ffff}'])
      expect({ one, printable: printable(one) }).toEqual({ one, printable: false })
  })

  it('exclude characters that are newer than Go’s Unicode', () => {
    expect(UNICODE_VERSION).toBe('15.0.0')
    expect(printable('\u{1fae8}')).toBe(true) // 15.0
    expect(printable('\u{2ebf0}')).toBe(false) // 15.1
    expect(printable('\u{13b51}')).toBe(false) // 16.0
    expect(printable('\u{33456}')).toBe(false) // 17.0
  })

  it('agree with the runtime for characters of old Unicode versions', () => {
    for (let code = 0; code < 0x300; code++) {
      const known = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(String.fromCharCode(code))
      expect({ code, printable: isPrintable(code) }).toEqual({ code, printable: known })
    }
  })
})
