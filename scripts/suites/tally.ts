import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

/** What a suite came to. */
export interface Tally {
  readonly passed: number
  /** Tests that failed and tests that did not run: a skipped test proves nothing. */
  readonly failed: number
  /** What the numbers alone would not tell. */
  readonly notes: readonly string[]
}

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    notes: tallies.flatMap(({ notes }) => notes),
  }
}

export function failure(note: string): Tally {
  return { passed: 0, failed: 1, notes: [note] }
}

/** Tests that did not run because this machine lacks a requirement. They count neither as failed nor as passed. */
export function notRun(what: string, why: string): Tally {
  return { passed: 0, failed: 0, notes: [`NOT RUN: ${what}: ${why}`] }
}

/** The tally of something that counts as one. */
export function one(
  name: string,
  { succeeded, ending }: { readonly succeeded: boolean; readonly ending: string },
): Tally {
  return succeeded ? { passed: 1, failed: 0, notes: [] } : failure(`${name} ${ending}`)
}

/** The part that matters here of what vitest's json reporter writes. */
export interface VitestReport {
  readonly success: boolean
  readonly testResults: readonly {
    /** Absolute path of the test file. */
    readonly name: string
    readonly status: 'passed' | 'failed'
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/**
 * Counts each test of a vitest run. A file that could not be loaded counts as a failure, and so does a folder of
 * `folders` (absolute, with a slash at the end) without a single test.
 */
export function tallyOfVitest({ success, testResults }: VitestReport, folders: readonly string[]): Tally {
  const files = testResults.map(({ name, status, message, assertionResults }) => {
    const tests = sum(
      assertionResults.map((test) => {
        if (test.status === 'passed') return { passed: 1, failed: 0, notes: [] }
        if (test.status === 'failed') return { passed: 0, failed: 1, notes: [] }
        return failure(`${test.status}, which counts as failed: ${test.fullName}`)
      }),
    )
    return status === 'failed' && tests.failed === 0 ? sum([tests, failure(`${name}: ${message}`)]) : tests
  })
  const empty = folders
    .filter(
      (folder) =>
        !testResults.some(({ name, assertionResults }) => name.startsWith(folder) && assertionResults.length > 0),
    )
    .map((folder) => failure(`not one test in ${folder}`))
  const total = sum([...files, ...empty])
  return success || total.failed > 0 ? total : sum([total, failure('vitest met an error outside the tests')])
}

/** Counts each test of a Playwright run, and each error outside the tests. */
export function tallyOfPlaywright({ suites, errors }: JSONReport): Tally {
  const tests = suites.flatMap(testsOf)
  if (tests.length === 0 && errors.length === 0) return failure('not one end-to-end test')
  return sum([...tests, ...errors.map(({ message }) => failure(`outside the tests: ${message ?? 'no message'}`))])
}

function testsOf(suite: JSONReportSuite): readonly Tally[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status }) => {
      if (status === 'expected') return { passed: 1, failed: 0, notes: [] }
      if (status === 'unexpected') return { passed: 0, failed: 1, notes: [] }
      // Named, so that it is not forgotten: either the test or the site does not wait for something.
      if (status === 'flaky') return { passed: 1, failed: 0, notes: [`passed only when tried again: ${title}`] }
      return failure(`${status}, which counts as failed: ${title}`)
    }),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}
