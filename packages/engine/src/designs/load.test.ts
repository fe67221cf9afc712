import { expect, it } from 'vitest'
import { DESIGNS, loadDesign } from './index.ts'

it('loads every design by its id', async () => {
  expect(await Promise.all(DESIGNS.map(({ id }) => loadDesign(id)))).toEqual(DESIGNS)
})

it.each(['', 'constrained ', 'constructor', '__proto__'])('loads nothing for “%s”', (id) => {
  expect(loadDesign(id)).toBeUndefined()
})
