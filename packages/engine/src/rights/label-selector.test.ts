import { describe, expect, it } from 'vitest'
import { selectorMatches } from './label-selector.ts'

const labels = new Map([['tier', 'web']])
const matches = (key: string, operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist', ...values: string[]): boolean =>
  selectorMatches({ matchLabels: new Map(), matchExpressions: [{ key, operator, values }] }, labels)

describe('a label selector', () => {
  it('matches everything when it is empty', () => {
    expect(selectorMatches({ matchLabels: new Map(), matchExpressions: [] }, labels)).toBe(true)
  })

  it('wants every label', () => {
    expect(selectorMatches({ matchLabels: new Map([['tier', 'web']]), matchExpressions: [] }, labels)).toBe(true)
    expect(selectorMatches({ matchLabels: new Map([['tier', 'db']]), matchExpressions: [] }, labels)).toBe(false)
  })

  it('knows In, NotIn, Exists and DoesNotExist; NotIn holds for an absent label', () => {
    expect(matches('tier', 'In', 'db', 'web')).toBe(true)
    expect(matches('tier', 'In', 'db')).toBe(false)
    expect(matches('zone', 'In', 'a')).toBe(false)
    expect(matches('tier', 'NotIn', 'web')).toBe(false)
    expect(matches('tier', 'NotIn', 'db')).toBe(true)
    expect(matches('zone', 'NotIn', 'a')).toBe(true)
    expect(matches('tier', 'Exists')).toBe(true)
    expect(matches('zone', 'Exists')).toBe(false)
    expect(matches('zone', 'DoesNotExist')).toBe(true)
    expect(matches('tier', 'DoesNotExist')).toBe(false)
  })
})
