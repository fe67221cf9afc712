import { describe, expect, it } from 'vitest'
import { goQuote, goSyntax } from './goprint.ts'

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

describe('a user in Go syntax', () => {
  it('shows what is not there as nil', () => {
    expect(goSyntax({ username: '', uid: 'u-1', groups: [], extra: new Map() })).toBe(
      '&user.DefaultInfo{Name:"", UID:"u-1", Groups:[]string(nil), Extra:map[string][]string(nil)}',
    )
  })

  it('sorts the keys of extras and keeps the order of groups', () => {
    const extra = new Map([
      ['😀', ['2']],
      ['\ue000', ['1', '']],
    ])
    expect(goSyntax({ username: 'jane', uid: '', groups: ['b', 'a'], extra })).toBe(
      '&user.DefaultInfo{Name:"jane", UID:"", Groups:[]string{"b", "a"}, ' +
        'Extra:map[string][]string{"\\ue000":[]string{"1", ""}, "😀":[]string{"2"}}}',
    )
  })
})
