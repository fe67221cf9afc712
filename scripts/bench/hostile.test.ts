import { describe, expect, it } from 'vitest'
import { HOSTILE_TEXTS, outcomeOf } from './hostile.ts'

describe('a text that would take long if what multiplies were written out', () => {
  it.each(HOSTILE_TEXTS)('is decided, or refused by a bound that is named: $what', (text) => {
    const { errors, trace } = outcomeOf(text)
    const [first] = errors
    expect(trace?.outcome.kind ?? first?.code).toBe(text.is)
    if (first?.code === 'beyond-limit') expect(first.message).toMatch(/more than \d+(?:,\d{3})+ /)
  })
})
