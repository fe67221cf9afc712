import { describe, expect, it } from 'vitest'
import { FIRST_STEPS } from './first-steps.ts'
import { EXAMPLES, ROUTES } from './index.ts'
import { placeOf, stopsOf } from './route.ts'

describe('the routes of the gallery', () => {
  it('hold every example once, each with a level', () => {
    const stops = ROUTES.flatMap((route) => stopsOf(route).map(({ example }) => example))
    expect(stops.toSorted()).toEqual(EXAMPLES.map(({ id }) => id).toSorted())
    for (const { id } of EXAMPLES) expect(placeOf(id, ROUTES)?.level, id).toBeDefined()
  })

  it('have ids and titles of their own, and say for whom they are', () => {
    expect(new Set(ROUTES.map(({ id }) => id)).size).toBe(ROUTES.length)
    expect(new Set(ROUTES.map(({ title }) => title)).size).toBe(ROUTES.length)
    for (const { sentence } of ROUTES) expect(sentence).toMatch(/^For .+\.$/)
  })

  it('begin with the first steps', () => {
    expect(ROUTES[0] && stopsOf(ROUTES[0]).map(({ example }) => example)).toEqual(
      FIRST_STEPS.map(({ example }) => example),
    )
  })

  it('show readers and engineers only the design that is released', () => {
    for (const route of ROUTES.filter(({ audiences }) => !audiences.includes('designs')))
      for (const { example } of stopsOf(route))
        expect(EXAMPLES.find(({ id }) => id === example)?.scenario.design, example).toBe('constrained')
  })
})

describe('the place of an example', () => {
  it('has the neighbours on its route', () => {
    expect(placeOf('docs-serviceaccount-create', ROUTES)).toMatchObject({
      at: 1,
      of: 6,
      level: 'first',
      before: 'docs-user-list',
      after: 'docs-node-list',
    })
    expect(placeOf('docs-user-list', ROUTES)?.before).toBeUndefined()
    expect(placeOf('docs-user-delete', ROUTES)?.after).toBeUndefined()
  })

  it('is nowhere for an unknown id', () => {
    expect(placeOf('mine', ROUTES)).toBeUndefined()
  })
})
