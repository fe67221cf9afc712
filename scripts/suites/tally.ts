import type { RunEvent } from './record.ts'

/** A test that ran, and how long its longest attempt took. */
export interface TimedTest {
  readonly name: string
  readonly seconds: number
}

/** The result of a suite. */
export interface Tally {
  readonly passed: number
  /** Tests that failed and tests that did not run: a skipped test proves nothing. */
  readonly failed: number
  /** What the numbers alone do not say. */
  readonly notes: readonly string[]
  readonly tests: readonly TimedTest[]
  /** Tests that passed only when they were tried again: either the test or the site does not wait for something. */
  readonly unsteady: readonly string[]
}

const NOTHING: Tally = { passed: 0, failed: 0, notes: [], tests: [], unsteady: [] }

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    notes: tallies.flatMap(({ notes }) => notes),
    tests: tallies.flatMap(({ tests }) => tests),
    unsteady: tallies.flatMap(({ unsteady }) => unsteady),
  }
}

export function failure(note: string): Tally {
  return { ...NOTHING, failed: 1, notes: [note] }
}

/** Tests that did not run because this machine lacks a requirement. They count neither as failed nor as passed. */
export function notRun(what: string, why: string): Tally {
  return { ...NOTHING, notes: [`NOT RUN: ${what}: ${why}`] }
}

/** The tally of something that counts as one. */
export function one(
  name: string,
  { succeeded, ending }: { readonly succeeded: boolean; readonly ending: string },
): Tally {
  return succeeded ? { ...NOTHING, passed: 1 } : failure(`${name} ${ending}`)
}

/**
 * Counts each test of a run by its last attempt. Each error outside the tests counts as a failure, and so does each unit that was
 * planned and did not come to its end, and a folder of `folders` (with a slash at the end) without a single test.
 */
export function tallyOf(events: readonly RunEvent[], folders: readonly string[]): Tally {
  const ended = new Set(events.flatMap((event) => (event.kind === 'ended' ? [event.unit] : [])))
  const missed = events.flatMap((event) => (event.kind === 'planned' && !ended.has(event.unit) ? [event.unit] : []))
  const attempts = events.filter((event) => event.kind === 'attempt')
  const tests = new Map<string, Attempt[]>()
  for (const attempt of attempts) tests.set(attempt.test, [...(tests.get(attempt.test) ?? []), attempt])
  const empty = folders.filter((folder) => !attempts.some(({ unit }) => unit.startsWith(folder)))
  return sum([
    ...[...tests.values()].map(tallyOfTest),
    ...events.flatMap((event) => (event.kind === 'error' ? [failure(`outside the tests: ${event.message}`)] : [])),
    ...empty.map((folder) => failure(`not one test in ${folder}`)),
    { ...NOTHING, failed: missed.length, notes: missed.length === 0 ? [] : [`did not run:\n  ${missed.join('\n  ')}`] },
  ])
}

type Attempt = Extract<RunEvent, { kind: 'attempt' }>

function tallyOfTest(attempts: readonly Attempt[]): Tally {
  const { name = '', state } = attempts.at(-1) ?? {}
  const timed = { ...NOTHING, tests: [{ name, seconds: Math.max(...attempts.map(({ seconds }) => seconds)) }] }
  if (state === 'failed') return { ...timed, failed: 1 }
  if (state !== 'passed') return { ...timed, failed: 1, notes: [`${state}, which counts as failed: ${name}`] }
  return { ...timed, passed: 1, unsteady: attempts.length > 1 ? [name] : [] }
}
