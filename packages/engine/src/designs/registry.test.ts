import { expect, it } from 'vitest'
import { aboutDesign, DESIGN_LIST, loadDesign, loadDesigns } from './registry.ts'

const DESIGNS = await loadDesigns()

it('loads every design by its id, with all that is known of it before', async () => {
  for (const [at, about] of DESIGN_LIST.entries()) {
    expect(await loadDesign(about.id)).toBe(DESIGNS[at])
    expect(DESIGNS[at]).toMatchObject(about)
    expect(aboutDesign(about.id)).toBe(about)
  }
})

it('has no id twice', () => {
  expect(new Set(DESIGN_LIST.map(({ id }) => id)).size).toBe(DESIGN_LIST.length)
})

it.each(['', 'constrained ', 'constructor', '__proto__'])('knows no design “%s”', (id) => {
  expect(loadDesign(id)).toBeUndefined()
  expect(aboutDesign(id)).toBeUndefined()
})
