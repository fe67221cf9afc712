import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { badEscapeAt, printedPath, readQuery, unescapePath, unescapeQuery } from './percent.ts'

describe('percent escapes', () => {
  it('decode to the character that was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(unescapePath(encodeURIComponent(text))).toBe(text)
        expect(unescapeQuery(encodeURIComponent(text))).toBe(text)
      }),
    )
  })

  it('keep a plus in a path, which is a space in a query', () => {
    expect(unescapePath('a+b%2B')).toBe('a+b+')
    expect(unescapeQuery('a+b%2B')).toBe('a b+')
  })

  it('keep bytes that are no UTF-8', () => {
    expect(unescapePath('%ff%C3%A9')).toBe('\udcffé')
  })

  it.each(['%', '%4', '%4g', 'a%zz'])('are refused as a whole when one is malformed: %s', (text) => {
    expect(unescapePath(text)).toBeUndefined()
    expect(badEscapeAt(text)).toBe(text.indexOf('%'))
  })
})

describe('a path in an error', () => {
  it('stays as sent when it was well encoded', () => {
    expect(printedPath("/api/v1/%2f/(a)'*!")).toBe("/api/v1/%2f/(a)'*!")
  })

  it('is encoded anew when it was not', () => {
    expect(printedPath('/api/é/%2f"<>')).toBe('/api/%C3%A9//%22%3C%3E')
  })
})

describe('a query', () => {
  it('gives all values of a key in order, also of keys that objects have', () => {
    const { values } = readQuery('a=1&__proto__=x&a=2&%61=3&b')
    expect([...values]).toEqual([
      ['a', ['1', '2', '3']],
      ['__proto__', ['x']],
      ['b', ['']],
    ])
  })

  it('loses parts with a semicolon or a malformed escape, and says which', () => {
    const { values, dropped } = readQuery('a=1;b=2&c=%zz&d=4')
    expect([...values]).toEqual([['d', ['4']]])
    expect(dropped).toEqual([
      { start: 0, end: 7, why: 'semicolon' },
      { start: 8, end: 13, why: 'escape' },
    ])
  })

  it('has no parameter at all when it has more than 10,000', () => {
    const many = (count: number): string => Array.from({ length: count }, () => 'a=1').join('&')
    expect(readQuery(many(10_000)).values.get('a')).toHaveLength(10_000)
    expect(readQuery(many(10_001)).values.size).toBe(0)
    expect(readQuery(many(10_001)).dropped.map(({ why }) => why)).toEqual(['too many'])
  })
})
