import { expect, it } from 'vitest'
import { extraKeyOf } from './user.ts'

it.each([
  ['userextras/example.com/reason', 'example.com/reason'],
  ['userextras/*', '*'],
  ['userextras/', ''],
  ['userextras', undefined],
  ['userextrasx/key', undefined],
  ['*/key', undefined],
  ['pods/log', undefined],
])('finds the extra key of %s: %s', (resource, key) => {
  expect(extraKeyOf(resource)).toBe(key)
})
