/** For whom an example is: readers of the documentation, engineers with a policy of their own, reviewers of designs. */
export type Audience = 'learn' | 'debug' | 'designs'

/** How much of the matter an example takes for known. */
export type Level = 'first' | 'further' | 'expert'

export const LEVELS: readonly Level[] = ['first', 'further', 'expert']

/** An ordered path through the gallery. Its examples are named by their ids, by level, in the order of the path. */
export interface Route extends Readonly<{ [AtLevel in Level]?: readonly string[] | undefined }> {
  /** Stable: links name routes by it. */
  readonly id: string
  readonly title: string
  readonly audiences: readonly Audience[]
  /** For whom the route is, in one sentence. Kubernetes nouns are in backticks. */
  readonly sentence: string
  /** The groups of its examples are shown as headings within it, such as the parts of a document. */
  readonly grouped?: boolean | undefined
}

/** One example on a route. */
export interface Stop {
  readonly example: string
  readonly level: Level
}

/** The examples of a route from its beginning to its end. */
export function stopsOf(route: Route): readonly Stop[] {
  return LEVELS.flatMap((level) => (route[level] ?? []).map((example) => ({ example, level })))
}

/** The place of an example on its route. */
export interface Place {
  readonly route: Route
  readonly level: Level
  /** From 0. */
  readonly at: number
  readonly of: number
  /** The ids of its neighbours; undefined at the ends. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Finds an example on the routes; undefined where it is on none of them. */
export function placeOf(example: string, routes: readonly Route[]): Place | undefined {
  for (const route of routes) {
    const stops = stopsOf(route)
    const at = stops.findIndex((stop) => stop.example === example)
    const stop = stops[at]
    if (stop === undefined) continue
    const { level } = stop
    return { route, level, at, of: stops.length, before: stops[at - 1]?.example, after: stops[at + 1]?.example }
  }
  return undefined
}
