import { DESIGN_LIST } from '@authz-playground/engine'
import { expect, it } from 'vitest'
import { byFamily } from './families.ts'

it('puts every design under the document that it comes from, and shows no document without one', () => {
  const families = byFamily(DESIGN_LIST)
  expect(families.flatMap(({ entries }) => entries.map(({ id }) => id)).sort()).toEqual(
    DESIGN_LIST.map(({ id }) => id).sort(),
  )
  for (const { family, entries } of families) for (const entry of entries) expect(entry.family).toBe(family)
  expect(byFamily(DESIGN_LIST.slice(0, 1)).map(({ title }) => title)).toEqual(['In Kubernetes'])
})
