import type { JSONReport } from '@playwright/test/reporter'
import { describe, expect, it } from 'vitest'
import { failure, notRun, sum, tallyOfPlaywright, tallyOfVitest, type VitestReport } from './tally.ts'

describe('the tally of a vitest run', () => {
  const file = (status: 'passed' | 'failed', ...statuses: readonly string[]) => ({
    name: '/repo/app/a.test.ts',
    status,
    message: 'cannot be loaded',
    assertionResults: statuses.map((each) => ({ fullName: `a ${each} test`, status: each })),
  })
  const tally = (report: VitestReport) => tallyOfVitest(report, ['/repo/app/'])

  it('counts each test', () => {
    expect(tally({ success: false, testResults: [file('failed', 'passed', 'failed', 'passed')] })).toEqual({
      passed: 2,
      failed: 1,
      notes: [],
    })
  })

  it.each(['skipped', 'pending', 'todo', 'disabled'])('counts a %s test as failed and names it', (status) => {
    expect(tally({ success: true, testResults: [file('passed', 'passed', status)] })).toEqual({
      passed: 1,
      failed: 1,
      notes: [`${status}, which counts as failed: a ${status} test`],
    })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { ...file('failed'), name: '/repo/app/b.test.ts' }
    expect(tally({ success: false, testResults: [file('passed', 'passed'), broken] })).toEqual({
      passed: 1,
      failed: 1,
      notes: ['/repo/app/b.test.ts: cannot be loaded'],
    })
  })

  it('counts an error outside the tests as a failure', () => {
    expect(tally({ success: false, testResults: [file('passed', 'passed')] }).failed).toBe(1)
  })

  it('counts a folder without tests as a failure', () => {
    const report: VitestReport = { success: true, testResults: [file('passed', 'passed')] }
    expect(tallyOfVitest(report, ['/repo/app/', '/repo/scripts/'])).toEqual({
      passed: 1,
      failed: 1,
      notes: ['not one test in /repo/scripts/'],
    })
  })
})

describe('the tally of a Playwright run', () => {
  const suite = (...statuses: readonly string[]) => ({
    title: '',
    specs: statuses.map((status) => ({ title: `a ${status} test`, tests: [{ status }] })),
  })
  const tally = (report: object) => tallyOfPlaywright({ errors: [], ...report } as unknown as JSONReport)

  it('counts each test, in suites within suites', () => {
    const suites = [{ ...suite('expected'), suites: [suite('expected', 'unexpected')] }]
    expect(tally({ suites })).toEqual({ passed: 2, failed: 1, notes: [] })
  })

  it('counts skipped tests as failed, and names them', () => {
    expect(tally({ suites: [suite('expected', 'skipped')] })).toEqual({
      passed: 1,
      failed: 1,
      notes: ['skipped, which counts as failed: a skipped test'],
    })
  })

  it('names tests that passed only when tried again', () => {
    expect(tally({ suites: [suite('expected', 'flaky')] })).toEqual({
      passed: 2,
      failed: 0,
      notes: ['passed only when tried again: a flaky test'],
    })
  })

  it('counts an error outside the tests as a failure', () => {
    expect(tally({ suites: [suite('expected')], errors: [{ message: 'no server' }] })).toEqual({
      passed: 1,
      failed: 1,
      notes: ['outside the tests: no server'],
    })
  })

  it('counts a run without tests as a failure', () => {
    expect(tally({ suites: [] }).failed).toBe(1)
  })
})

describe('what could not be run', () => {
  it('is no test that passed and none that failed, and is said among the notes', () => {
    expect(sum([{ passed: 2, failed: 0, notes: [] }, notRun('e2e/hugo.spec.ts', 'no Hugo'), failure('x')])).toEqual({
      passed: 2,
      failed: 1,
      notes: ['NOT RUN: e2e/hugo.spec.ts: no Hugo', 'x'],
    })
  })
})
