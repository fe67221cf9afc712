import type { Example } from '@authz-playground/examples'
import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import { type Audience, LEVELS, type Level, type Route, stopsOf } from '@authz-playground/examples/route'

/** What the page suggests to search for. */
export const SEARCHED: readonly string[] = ['four modes', 'associated-node', 'legacy', '403', 'Impersonate-Group']

/** What the gallery is narrowed by, besides the typed words, in the order of the controls. */
export const FILTERS = ['route', 'level', 'mode', 'code', 'who', 'design'] as const
export type Filter = (typeof FILTERS)[number]

/** What a person looks for. */
export interface Wanted {
  readonly search: string
  /** For whom; undefined for everybody. */
  readonly audience: Audience | undefined
  /** The chosen value of each filter. Values that no example has, which links may carry, are ignored. */
  readonly filters: Readonly<Partial<Record<Filter, string>>>
}

/** An example on its route. */
export interface Shown {
  readonly example: Example
  readonly level: Level
}

/** A route with those of its examples that are shown. */
export interface ShownRoute {
  readonly route: Route
  readonly shown: readonly Shown[]
}

/** The routes with the examples that are wanted, in their order. Routes without any are left out. */
export function shownRoutes(examples: readonly Example[], routes: readonly Route[], wanted: Wanted): ShownRoute[] {
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean)
  const all = placedExamples(examples, routes)
  const chosen = FILTERS.flatMap((filter) => {
    const value = wanted.filters[filter]
    return value !== undefined && all.some((one) => valuesOf(one)[filter].includes(value)) ? [{ filter, value }] : []
  })
  const hits = all.filter((one) => {
    if (wanted.audience !== undefined && !one.route.audiences.includes(wanted.audience)) return false
    const values = valuesOf(one)
    if (!chosen.every(({ filter, value }) => values[filter].includes(value))) return false
    const text = textOf(one)
    return words.every((word) => text.includes(word))
  })
  return routes.flatMap((route) => {
    const shown = hits.filter((hit) => hit.route === route)
    return shown.length === 0 ? [] : [{ route, shown }]
  })
}

/** The values of a filter that examples for an audience have, in the order of the routes, codes and levels ascending. */
export function valuesFor(
  filter: Filter,
  examples: readonly Example[],
  routes: readonly Route[],
  audience: Audience | undefined,
): readonly string[] {
  const placed = placedExamples(examples, routes).filter(
    ({ route }) => audience === undefined || route.audiences.includes(audience),
  )
  const values = new Set(placed.flatMap((one) => valuesOf(one)[filter]))
  if (filter === 'level') return LEVELS.filter((level) => values.has(level))
  if (filter === 'mode') return [...MODES, LEGACY, NO_MODE].filter((mode) => values.has(mode))
  return filter === 'code' ? [...values].toSorted() : [...values]
}

interface Placed extends Shown {
  readonly route: Route
}

function placedExamples(examples: readonly Example[], routes: readonly Route[]): readonly Placed[] {
  const byId = new Map(examples.map((example) => [example.id, example]))
  return routes.flatMap((route) =>
    stopsOf(route).flatMap(({ example: id, level }) => {
      const example = byId.get(id)
      return example === undefined ? [] : [{ route, example, level }]
    }),
  )
}

/** The modes of the released design, in the order of the first steps. */
const MODES = FIRST_STEPS.flatMap(({ by }) => (by === undefined || by === 'impersonate' ? [] : [by]))
/** The values of the filter by mode for what is not one: the old verb, and requests as oneself. */
export const LEGACY = 'impersonate'
export const NO_MODE = 'none'

function valuesOf({ route, example, level }: Placed): Readonly<Record<Filter, readonly string[]>> {
  const { expect, scenario } = example
  return {
    route: [route.id],
    level: [level],
    mode: modesOf(example),
    code: [String(expect.code)],
    who: [kindOf(scenario.requestor.username)],
    design: [scenario.design],
  }
}

/** The modes that an example shows: the one that allowed it, and those that were asked. */
function modesOf({ expect: { constraint, checks }, scenario }: Example): readonly string[] {
  const verbs = checks.map((check) => check.split(' ')[1] ?? '')
  const modes = MODES.filter((mode) => constraint === `impersonate:${mode}` || verbs.includes(`impersonate:${mode}`))
  if (verbs.includes(LEGACY)) modes.push(LEGACY)
  return modes.length > 0 || /impersonate-|--as\b/i.test(scenario.request.text) ? modes : [NO_MODE]
}

export type Kind = 'user' | 'service account' | 'node'

function kindOf(username: string): Kind {
  if (username.startsWith('system:serviceaccount:')) return 'service account'
  return username.startsWith('system:node:') ? 'node' : 'user'
}

/** Examples that people find as “the four modes”: one for each, and what is left where no mode applies. */
const FOUR_MODES = new Set(FIRST_STEPS.map(({ example }) => example))

/** What people may search for, with the decision, verb and resource of each check, so that each mode finds its examples. */
function textOf({ route, example }: Placed): string {
  const { id, title, sentence, group, note, expected, expect, scenario } = example
  const first = FOUR_MODES.has(id) ? 'first steps: the four modes' : ''
  const { code, checks, constraint } = expect
  const refused = code === 403 ? 'why refused, why denied, forbidden' : ''
  const kubelet = /\bsystem:node:/.test(`${scenario.requestor.username} ${scenario.request.text}`) ? 'kubelet' : ''
  return [
    [title, sentence, group, route.title, first, refused, kubelet, note, expected?.words, code, constraint, ...checks],
    [scenario.request.text, scenario.design],
  ]
    .flat()
    .join('\n')
    .replaceAll('`', '')
    .toLowerCase()
}
