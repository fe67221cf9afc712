import type { Scenario } from '@authz-playground/engine'
import type { Example } from '@authz-playground/examples'
import { type Place, placeOf } from '@authz-playground/examples/route'
import { shortened } from '@authz-playground/pictures'
import { useExamples } from '../dialogs/gallery/index.ts'
import { type About, edited, isOutdated, NO_EXAMPLE, usePlayground } from '../session/index.ts'

/** What the page shows: the scenario that is open, and its words. */
export interface Shown {
  readonly exampleId: string
  /** The example that is open; undefined while the gallery is on its way, or where it has none of that name. */
  readonly example: Example | undefined
  /** The example that is open may be on its way. */
  readonly awaitsExample: boolean
  /** The other form of the example: as printed, or mended; under review, or as merged. */
  readonly counterpart: Example | undefined
  /** The place of the example on its route in the gallery. */
  readonly place: Place | undefined
  /** What the person wrote about the scenario. Undefined where the words of the gallery apply. */
  readonly about: About | undefined
  /** The title of the scenario, also where there is no example. */
  readonly title: string
  /** The title that a person or the gallery gave, which says that there was an edit. Undefined where nobody gave one. */
  readonly words: string | undefined
  readonly changed: boolean
  /** The scenario is not the one that the title was given to. */
  readonly altered: boolean
  /** The scenario is not the one that the explanation was written for. */
  readonly outdated: boolean
}

/** The title of the page is cut after so many characters. Real titles are shorter. */
const LONGEST_TITLE = 200

export function useShown(): Shown {
  const exampleId = usePlayground((now) => now.exampleId)
  const { examples, routes, state } = useExamples()
  const example = examples.find(({ id }) => id === exampleId)
  const about = usePlayground((now) => now.about)
  const changed = usePlayground(
    ({ scenario, goals }) =>
      example === undefined || about !== undefined || goals.length > 0 || edited(scenario, example.scenario),
  )
  const isStale =
    (part: 'title' | 'explanation') =>
    ({ scenario }: { readonly scenario: Scenario }) =>
      about === undefined
        ? example !== undefined && edited(scenario, example.scenario)
        : isOutdated(about, scenario, part)
  const altered = usePlayground(isStale('title'))
  // A title that a person wrote may stand above the words of the example.
  const outdated = usePlayground(isStale('explanation'))
  const named = about?.title || example?.title
  const awaitsExample = example === undefined && exampleId !== NO_EXAMPLE && state !== 'all'
  const title = named ? shortened(named, LONGEST_TITLE) : awaitsExample && !about ? '…' : 'Your own scenario'
  return {
    exampleId,
    example,
    awaitsExample,
    counterpart: examples.find(({ id }) => id === example?.counterpart?.other),
    place: placeOf(exampleId, routes),
    about,
    title,
    words: named && `${title}${altered ? ' (edited)' : ''}`,
    changed,
    altered,
    outdated,
  }
}
