import { describe, expect, it } from 'vitest'
import { goQuote } from './quote.ts'

describe('a quoted string', () => {
  it.each([
    ['', '""'],
    ['jane', '"jane"'],
    ['a "b" \\', '"a \\"b\\" \\\\"'],
    ['\x07\b\f\n\r\t\v\0\x7f', '"\\a\\b\\f\\n\\r\\t\\v\\x00\\x7f"'],
    ['é 日本 😀', '"é 日本 😀"'],
    ['no-break\u00a0space', '"no-break\\u00a0space"'],
    ['zero\u200bwidth', '"zero\\u200bwidth"'],
    ['\u{e0001}', '"\\U000e0001"'],
    ['a byte \udcff', '"a byte \\xff"'],
    ['half a pair \ud83d', '"half a pair \ufffd"'],
  ])('%j is %s', (text, quoted) => {
    expect(goQuote(text)).toBe(quoted)
  })
})
