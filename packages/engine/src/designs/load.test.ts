import { expect, it } from 'vitest'
import { DESIGNS } from './all.ts'
import { loadDesign } from './load.ts'

it('loads every design by its id', async () => {
  expect(await Promise.all(DESIGNS.map(({ id }) => loadDesign(id)))).toEqual(DESIGNS)
})

it.each(['', 'constrained ', 'constructor', '__proto__'])('loads nothing for “%s”', (id) => {
  expect(loadDesign(id)).toBeUndefined()
})
