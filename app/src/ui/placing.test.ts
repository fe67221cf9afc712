import { describe, expect, it } from 'vitest'
import { beside } from './placing.ts'

const viewport = { width: 400, height: 300 }
const bubble = { width: 120, height: 40 }

describe('a bubble', () => {
  it('goes below what it explains, in its middle', () => {
    expect(beside({ left: 200, top: 100, width: 20, height: 20 }, bubble, viewport)).toEqual({ left: 150, top: 126 })
  })

  it('goes above where there is no room below', () => {
    expect(beside({ left: 200, top: 270, width: 20, height: 20 }, bubble, viewport).top).toBe(224)
  })

  it('stays in the window at both sides', () => {
    expect(beside({ left: 0, top: 0, width: 20, height: 20 }, bubble, viewport).left).toBe(8)
    expect(beside({ left: 390, top: 0, width: 10, height: 20 }, bubble, viewport).left).toBe(272)
  })

  it('keeps its beginning in sight when it is wider than the window', () => {
    expect(beside({ left: 0, top: 0, width: 20, height: 20 }, { width: 600, height: 40 }, viewport).left).toBe(8)
  })
})
