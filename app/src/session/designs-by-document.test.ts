import { DESIGN_LIST } from '@authz-playground/engine'
import { expect, it } from 'vitest'
import { byOrigin } from './designs-by-document.ts'

it('puts every design under the document that it comes from, and shows no document without one', () => {
  const groups = byOrigin(DESIGN_LIST)
  expect(groups.flatMap(({ entries }) => entries.map(({ id }) => id)).sort()).toEqual(
    DESIGN_LIST.map(({ id }) => id).sort(),
  )
  for (const { id, entries } of groups) for (const { origin } of entries) expect(origin).toBe(id)
  expect(byOrigin(DESIGN_LIST.slice(0, 1)).map(({ title }) => title)).toEqual(['In Kubernetes'])
})
