import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortened } from './shortened.ts'

it('leaves names as they are, up to the longest that Kubernetes lets through', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (name) => {
      expect(shortened(name)).toBe(name)
    }),
  )
})

it('keeps the beginning and the end of a longer text, and counts the omitted characters', () => {
  const text = shortened(`a${'b'.repeat(5_000_000)}c`)
  expect(text.startsWith('ab')).toBe(true)
  expect(text.endsWith('bc')).toBe(true)
  expect(text).toContain('(4,999,522 more)')
  expect(text.length).toBeLessThan(600)
})

it('keeps a longer text where the caller gives a higher limit', () => {
  const text = 'b'.repeat(4000)
  expect(shortened(text, 4000)).toBe(text)
  expect(shortened(text, 3999)).toContain('(802 more)')
})

it('never cuts a character in half', () => {
  const lone = /\p{Surrogate}/u
  expect(shortened(`x${'😀'.repeat(1000)}`)).not.toMatch(lone)
  expect(shortened(`${'😀'.repeat(1000)}x`)).not.toMatch(lone)
})
