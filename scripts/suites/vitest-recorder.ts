import type { Reporter, TestModule } from 'vitest/node'
import { fromRoot } from '../files.mjs'
import { record } from './record.ts'

/** Records a run of vitest, file by file. */
export default class VitestRecorder implements Reporter {
  onTestRunStart(specifications: readonly { readonly moduleId: string }[]): void {
    for (const { moduleId } of specifications) record({ kind: 'planned', unit: fromRoot(moduleId) })
  }

  onTestModuleEnd(file: TestModule): void {
    const unit = fromRoot(file.moduleId)
    for (const test of file.children.allTests()) {
      const seconds = (test.diagnostic()?.duration ?? 0) / 1000
      record({ kind: 'attempt', unit, test: test.id, name: test.fullName, state: test.result().state, seconds })
    }
    for (const { message } of file.errors()) record({ kind: 'error', message: `${unit}: ${message}` })
    record({ kind: 'ended', unit })
  }

  onTestRunEnd(_: unknown, errors: readonly { readonly message?: string }[]): void {
    for (const { message = 'no message' } of errors) record({ kind: 'error', message })
  }
}
