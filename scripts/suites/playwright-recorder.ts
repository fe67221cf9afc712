import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { fromRoot } from '../files.mjs'
import { record } from './record.ts'

/** Records a run of Playwright, test by test. */
export default class PlaywrightRecorder implements Reporter {
  onBegin(_: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) record({ kind: 'planned', unit: nameOf(test) })
  }

  onTestEnd(test: TestCase, { status, duration }: TestResult): void {
    // The end of the run came first, or an earlier test of a series that is only run whole failed.
    if (status === 'interrupted' || (status === 'skipped' && test.expectedStatus !== 'skipped')) return
    const unit = nameOf(test)
    const asExpected = status === test.expectedStatus && status !== 'skipped'
    const state = asExpected ? 'passed' : status === 'skipped' ? status : 'failed'
    record({ kind: 'attempt', unit, test: test.id, name: unit, state, seconds: duration / 1000 })
    record({ kind: 'ended', unit })
  }

  onError({ message = 'no message' }: TestError): void {
    record({ kind: 'error', message: stripVTControlCharacters(message) })
  }

  /** The other reporters print. */
  printsToStdio(): boolean {
    return false
  }
}

/** `e2e/share.spec.ts:31 › a link holds all of it`: as a person would look for it. */
function nameOf(test: TestCase): string {
  const [, , , ...titles] = test.titlePath()
  return `${fromRoot(test.location.file)}:${test.location.line} › ${titles.join(' › ')}`
}
