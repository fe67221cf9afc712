import { describe, expect, it } from 'vitest'
import { caveatFor, caveatOf, withCaveat } from './caveat.ts'

describe('the caveat of an answer', () => {
  it('counts the errors', () => {
    expect(caveatOf({ state: 'partly', errors: 2 })).toBe('Decided with what could be read: 2 errors in the input.')
  })

  it('is not there for answers that rest on everything, or on nothing', () => {
    expect(caveatOf({ state: 'decided', errors: 0 })).toBeUndefined()
    expect(caveatOf({ state: 'not-decided', errors: 1 })).toBeUndefined()
  })

  it('counts as people do', () => {
    expect([1, 5000].map(caveatFor)).toEqual([
      'Decided with what could be read: 1 error in the input.',
      'Decided with what could be read: 5,000 errors in the input.',
    ])
  })

  it('goes with a copied text, as a comment in the first line', () => {
    expect(withCaveat('kind: Event\n', caveatFor(1))).toBe(
      '# Decided with what could be read: 1 error in the input.\nkind: Event\n',
    )
    expect(withCaveat('kind: Event\n', undefined)).toBe('kind: Event\n')
  })
})
