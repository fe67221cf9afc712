import { describe, expect, it } from 'vitest'
import { hostileTexts, outcomeOf } from './hostile.ts'

describe('a text that would take long if what multiplies were written out', () => {
  // `pnpm bench` times them at their full size; a sixth of it reaches the same bounds.
  it.each(hostileTexts(1 / 6))('is decided, or refused by a bound that is named: a part of $what', (text) => {
    const { errors, trace } = outcomeOf(text)
    const [first] = errors
    expect(trace?.outcome.kind ?? first?.code).toBe(text.is)
    if (first?.code === 'beyond-limit') expect(first.message).toMatch(/more than \d+(?:,\d{3})+ /)
  })
})
