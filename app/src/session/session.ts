import type { Scenario } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/scenario-file'

/** What is told about a scenario, beside what decides. */
export type About = Pick<ScenarioDocument, 'title' | 'explanation' | 'expect'>

/** What people work on: what a playground starts from, keeps, and goes back to. */
export interface Session {
  readonly scenario: Scenario
  /** The gallery example that the scenario began as, and that "reset" goes back to. */
  readonly exampleId: string
  /** Absent where nothing is told about it, or only what the gallery says of its example. */
  readonly about?: About | undefined
  /** It came by a link, and nobody has changed it yet: not the person’s own work. */
  readonly borrowed?: boolean
}
