import { describe, expect, it } from 'vitest'
import { frontProxyHeaders, notPlayable } from './front-proxy.ts'

describe('the requestor in the headers of a front proxy', () => {
  it('has a header for the name, the UID, each group and each value of an extra', () => {
    expect(
      frontProxyHeaders({ username: 'jane', uid: 'u-1', groups: ['a', 'b'], extra: { scopes: ['v', 'w'] } }),
    ).toEqual([
      ['X-Remote-User', 'jane'],
      ['X-Remote-Uid', 'u-1'],
      ['X-Remote-Group', 'a'],
      ['X-Remote-Group', 'b'],
      ['X-Remote-Extra-scopes', 'v'],
      ['X-Remote-Extra-scopes', 'w'],
    ])
  })

  it('keeps upper case and everything else that a header name would lose, as bytes', () => {
    expect(frontProxyHeaders({ username: 'jane', extra: { 'acme.io/Ü%': ['v'] } })).toEqual([
      ['X-Remote-User', 'jane'],
      ['X-Remote-Extra-acme.io%2f%c3%9c%25', 'v'],
    ])
  })
})

describe('whom no front proxy can play', () => {
  it.each([
    [{ username: '' }, 'a requestor without a name'],
    [{ username: 'jane', groups: ['a', ''] }, 'a requestor with an empty group'],
    [{ username: ' jane' }, 'a requestor whose details no header can carry'],
    [{ username: 'jane', extra: { a: ['x\ny'] } }, 'a requestor whose details no header can carry'],
    [{ username: 'jane', extra: { a: [] } }, 'a requestor with an extra that has no values'],
  ])('%j', (user, why) => {
    expect(notPlayable(user)).toBe(why)
  })

  it('is the same user, for any name', () => {
    expect(notPlayable({ username: '日本語', uid: 'u\t1', groups: ['a b'], extra: { k: [''] } })).toBeUndefined()
  })
})
