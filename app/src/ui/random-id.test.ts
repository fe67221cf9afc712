import { expect, it, vi } from 'vitest'
import { randomId } from './random-id.ts'

it('makes ids where the page is not in a secure context, and none twice', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function')
  })
  const ids = Array.from({ length: 100 }, randomId)
  expect(new Set(ids).size).toBe(100)
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
  vi.restoreAllMocks()
})
