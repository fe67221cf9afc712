import type { Scenario } from '@authz-playground/engine'

/** What people work on: what a playground starts from, keeps, and goes back to. */
export interface Start {
  readonly scenario: Scenario
  /** The gallery example that the scenario began as, and that "reset" goes back to. */
  readonly exampleId: string
}
