import type { Example } from '@authz-playground/examples'
import { EXAMPLES, ROUTES } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import type { Route } from '@authz-playground/examples/route'
import { describe, expect, it } from 'vitest'
import { SEARCHED, shownRoutes, valuesFor, type Wanted } from './search.ts'

const EVERYTHING: Wanted = { search: '', audience: undefined, filters: {} }

const example = (id: string, rest: Partial<Example> = {}): Example => ({ ...FIRST, id, title: id, ...rest })
const route = (id: string, rest: Partial<Route>): Route => ({
  id,
  title: `the path of ${id}`,
  audiences: ['learn'],
  sentence: 'For tests.',
  ...rest,
})

describe('the shown routes', () => {
  const examples = [example('list'), example('delete', { sentence: 'Refused.' }), example('node')]
  const routes = [
    route('docs', { expert: ['delete'], first: ['list'] }),
    route('kep', { first: ['node'], audiences: ['designs'] }),
  ]
  const ids = (wanted: Partial<Wanted>, of: readonly Example[] = examples) =>
    shownRoutes(of, routes, { ...EVERYTHING, ...wanted }).map(({ route, shown }) => [
      route.id,
      ...shown.map(({ example }) => example.id),
    ])

  it('are all of them, by level, when nothing is wanted', () => {
    expect(ids({ search: ' ' })).toEqual([
      ['docs', 'list', 'delete'],
      ['kep', 'node'],
    ])
  })

  it('have every typed word, in any case, in title, sentence or route', () => {
    expect(ids({ search: 'DOCS refused' })).toEqual([['docs', 'delete']])
    expect(ids({ search: 'zebra' })).toEqual([])
  })

  it('are found by the words of the request and by their code', () => {
    const refused = example('node', { expect: { code: 403, checks: [] } })
    expect(ids({ search: '403 impersonate-user' }, [refused])).toEqual([['kep', 'node']])
  })

  it('are narrowed by audience, level, route and outcome together', () => {
    expect(ids({ audience: 'learn' })).toEqual([['docs', 'list', 'delete']])
    expect(ids({ filters: { level: 'expert' } })).toEqual([['docs', 'delete']])
    expect(ids({ filters: { level: 'first', route: 'kep' } })).toEqual([['kep', 'node']])
    expect(ids({ filters: { level: 'first' }, audience: 'designs', search: 'node' })).toEqual([['kep', 'node']])
  })

  it('ignore a value of a link that no example has', () => {
    expect(ids({ filters: { level: 'wizard' } })).toEqual(ids({}))
  })
})

describe('the shown routes of all examples', () => {
  const found = (wanted: Partial<Wanted>) =>
    shownRoutes(EXAMPLES, ROUTES, { ...EVERYTHING, ...wanted }).flatMap(({ shown }) =>
      shown.map(({ example }) => example),
    )

  it.each(FIRST_STEPS.flatMap(({ by, example }) => (by === undefined ? [] : [[by, example] as const])))(
    'begin with the first step of %s when it is searched',
    (by, first) => {
      const verbs = by === 'impersonate' ? ['legacy'] : [by, `impersonate:${by}`, `impersonate-on:${by}:`]
      for (const word of verbs) {
        expect(found({ search: word })[0]?.id, word).toBe(first)
        expect(found({ search: word, audience: 'learn' })[0]?.id, word).toBe(first)
      }
      expect(found({ filters: { mode: by } }).map(({ id }) => id)).toContain(first)
    },
  )

  it('begin with the first steps for “four modes”', () => {
    expect(
      found({ search: 'four modes' })
        .slice(0, FIRST_STEPS.length)
        .map(({ id }) => id),
    ).toEqual(FIRST_STEPS.map(({ example }) => example))
  })

  it('have something for every word that the page says to search for', () => {
    for (const word of [...SEARCHED, 'impersonate', 'escalate', 'bind'])
      expect(found({ search: word }).length, word).toBeGreaterThan(0)
  })

  it('are refused ones for “why refused”, and those with a node for “kubelet”', () => {
    expect(new Set(found({ search: 'why refused' }).map(({ expect }) => expect.code))).toEqual(new Set([403]))
    expect(found({ search: 'kubelet' }).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['docs-node-list', 'node-secret']),
    )
  })

  it('have something for every value that a filter offers', () => {
    for (const audience of ['learn', 'debug', 'designs'] as const)
      for (const filter of ['route', 'level', 'mode', 'code', 'who', 'design'] as const)
        for (const value of valuesFor(filter, EXAMPLES, ROUTES, audience))
          expect(found({ audience, filters: { [filter]: value } }).length, `${audience} ${value}`).toBeGreaterThan(0)
  })

  it('offer readers one design, and both outcomes', () => {
    expect(valuesFor('design', EXAMPLES, ROUTES, 'learn')).toEqual(['constrained'])
    expect(valuesFor('code', EXAMPLES, ROUTES, 'learn')).toEqual(['200', '403'])
    expect(valuesFor('level', EXAMPLES, ROUTES, undefined)).toEqual(['first', 'further', 'expert'])
    expect(valuesFor('who', EXAMPLES, ROUTES, undefined).toSorted()).toEqual(['node', 'service account', 'user'])
  })
})

it('begins with the example that the page opens on', () => {
  expect(EXAMPLES[0]).toBe(FIRST)
})
