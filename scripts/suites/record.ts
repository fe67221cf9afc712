import { appendFileSync } from 'node:fs'

/**
 * What happened in a run of tests, written while it happens: a run that is ended leaves the record of what it had done. Of vitest a
 * `unit` is a test file, of Playwright one test, since each of them plans its run in those.
 */
export type RunEvent =
  | { readonly kind: 'planned'; readonly unit: string }
  /** One attempt at a test. A state other than these two proves nothing. */
  | {
      readonly kind: 'attempt'
      readonly unit: string
      /** The same for each attempt at this test, and for no other test. */
      readonly test: string
      readonly name: string
      readonly state: 'passed' | 'failed' | string
      readonly seconds: number
    }
  | { readonly kind: 'ended'; readonly unit: string }
  /** Outside the tests: a file that cannot be loaded, a server that does not start. */
  | { readonly kind: 'error'; readonly message: string }

/** The variable that names the file of the record for the reporters beside this file. */
export const RECORD_FILE = 'TEST_RECORD_FILE'

/** Adds to the record, one JSON value a line. */
export function record(event: RunEvent): void {
  const file = process.env[RECORD_FILE]
  if (file === undefined) throw new Error(`${RECORD_FILE} does not name a file; run this by npm test`)
  appendFileSync(file, `${JSON.stringify(event)}\n`)
}

/** The events of a record. A last line that was cut off counts for nothing. */
export function eventsOf(text: string): readonly RunEvent[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
