import { expect, it } from 'vitest'
import { ago } from './ago.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const MINUTE = 60_000

it.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [-5 * MINUTE, 'just now'],
  [MINUTE, '1 minute ago'],
  [90 * MINUTE, '1 hour ago'],
  [30 * 60 * MINUTE, 'yesterday'],
  [5 * 24 * 60 * MINUTE, '5 days ago'],
  [40 * 24 * 60 * MINUTE, 'on 2026-05-06'],
])('%d milliseconds ago is %j', (since, words) => expect(ago(NOW - since, NOW)).toBe(words))
