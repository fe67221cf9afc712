import { expect, it } from 'vitest'
import { DESIGNS } from './all.ts'
import { DESIGN_LIST } from './list.ts'
import { loadDesign } from './load.ts'
import { DESIGN_NEEDS } from './needs.ts'

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
