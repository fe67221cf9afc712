import { expect, it } from 'vitest'
import { DESIGN_LIST, DESIGN_NEEDS, DESIGNS, loadDesign } from './index.ts'

it('loads every design by its id', async () => {
  expect(await Promise.all(DESIGNS.map(({ id }) => loadDesign(id)))).toEqual(DESIGNS)
})

it.each(['', 'constrained ', 'constructor', '__proto__'])('loads nothing for “%s”', (id) => {
  expect(loadDesign(id)).toBeUndefined()
})

it('knows what every design needs without it', () => {
  expect(Object.entries(DESIGN_NEEDS)).toEqual(
    DESIGN_LIST.map(({ id, readsChanges, readsConditions }) => [
      id,
      { ...(readsChanges && { readsChanges }), ...(readsConditions && { readsConditions }) },
    ]),
  )
})
