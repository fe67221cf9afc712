import type { RequestText, Scenario } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/documents'

/** The words about a scenario, which decide nothing: title, explanation, expectations. */
export type About = Pick<ScenarioDocument, 'title' | 'explanation' | 'expect'>

/** What may be edited of the scenario of a lesson; the rest of it is as the course has it. */
export type EditedPart = 'policy' | 'request' | 'both'

/** The lesson of a course that a scenario is the work of. */
export interface LessonPlace {
  /** The id of the course. */
  readonly course: string
  readonly lesson: string
  /** The beginning of the address of its lessons, without `#`: `course/NAME`, or `k1/…` with the whole course. */
  readonly address: string
  readonly edit: EditedPart
  /** A question is asked before the request is released. */
  readonly asks?: true
}

/** What brought a scenario to the page. */
export type Source = 'example' | 'file' | 'lesson' | 'link'

/** The requests that came with a scenario, as they were written. Somebody on this page wrote any other. */
export interface CameRequests {
  readonly by: Source
  readonly requests: readonly RequestText[]
}

/** The requests of a scenario that somebody else wrote. */
export function cameWith(by: Source, { earlier = [], request, later = [] }: Scenario): CameRequests {
  return { by, requests: [...earlier, { request }, ...later].map((one) => one.request) }
}

/** What brought a request to the page; undefined where it did not come, or has been edited. */
export function sourceOf({ form, text }: RequestText, came: CameRequests | undefined): Source | undefined {
  return came?.requests.some((one) => one.form === form && one.text === text) ? came.by : undefined
}

/** The example id of a scenario that does not come from an example. */
export const NO_EXAMPLE = 'own'

/** The work of a person: what the page starts from, stores, and undoes to. */
export interface Session {
  readonly scenario: Scenario
  /** The gallery example that the scenario began as, and that "reset" goes back to; else {@link NO_EXAMPLE}. */
  readonly exampleId: string
  /** Absent where there are no words about it, or only those of the gallery. */
  readonly about?: About | undefined
  /** The goals of the scenario as sentences, also half-typed ones; see `readGoal` of the engine. Absent where it has none. */
  readonly goals?: readonly string[] | undefined
  /** It came by a link and is unchanged, so it is not the person’s own work. */
  readonly fromLink?: boolean
  /** The requests that came with it. Absent where they were made on this page. */
  readonly came?: CameRequests | undefined
  /** Somebody has changed it since it was opened. Absent where an older version of the page has stored it. */
  readonly changed?: boolean | undefined
  /** Its course keeps it. Absent outside of courses. */
  readonly lesson?: LessonPlace | undefined
}

/** The session of a state that has more. */
export function sessionOf({
  scenario,
  exampleId,
  about,
  goals,
  fromLink = false,
  came,
  changed,
  lesson,
}: Session): Session {
  return { scenario, exampleId, about, goals, fromLink, came, changed, ...(lesson && { lesson }) }
}

/** Whether a session is a person’s own work that nothing else keeps. A course keeps the work in its lessons. */
export function isOwnWork({ fromLink, changed, lesson }: Session): boolean {
  return !fromLink && changed !== false && lesson === undefined
}
