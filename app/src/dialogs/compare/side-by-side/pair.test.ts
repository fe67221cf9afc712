import { describe, expect, it } from 'vitest'
import { pairOf, repicked, withSide } from './pair.ts'

describe('the pair that is shown', () => {
  it('is the one that was picked', () => {
    expect(pairOf(['unified', 'compound'], 'legacy')).toEqual(['unified', 'compound'])
  })

  it('is the released design and the one on the page, or the proposal, where none was', () => {
    expect(pairOf([], 'legacy')).toEqual(['constrained', 'legacy'])
    expect(pairOf([], 'constrained')).toEqual(['constrained', 'proposal'])
    expect(pairOf(['legacy'], 'unified')).toEqual(['constrained', 'legacy'])
  })

  it('keeps two different designs: one that is on the other side changes places', () => {
    expect(withSide(['a', 'b'], 0, 'c')).toEqual(['c', 'b'])
    expect(withSide(['a', 'b'], 1, 'c')).toEqual(['a', 'c'])
    expect(withSide(['a', 'b'], 0, 'b')).toEqual(['b', 'a'])
    expect(withSide(['a', 'b'], 1, 'a')).toEqual(['b', 'a'])
  })
})

describe('picking designs', () => {
  it('keeps the last two, and lets go of one that is picked again', () => {
    expect(repicked(['a'], 'b')).toEqual(['a', 'b'])
    expect(repicked(['a', 'b'], 'c')).toEqual(['b', 'c'])
    expect(repicked(['a', 'b'], 'a')).toEqual(['b'])
  })
})
