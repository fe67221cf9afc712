import { describe, expect, it } from 'vitest'
import { goSyntax } from './impersonation.ts'

describe('a user in Go syntax', () => {
  it('shows absent values as nil', () => {
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
