import type { Diagnostic, SourceId } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { problemsOf } from './problems.ts'

function found(source: SourceId, start: number, severity: Diagnostic['severity'] = 'error'): Diagnostic {
  const range = { source, start, end: start + 1, line: 1, column: start + 1, endLine: 1, endColumn: start + 2 }
  return { severity, code: 'unknown-field', message: `found at ${start}`, range }
}

describe('what keeps a scenario from being decided', () => {
  it('is every error, policy first, with the place to go to', () => {
    const { shown, total } = problemsOf({
      policyDiagnostics: [found('policy', 7)],
      requestDiagnostics: [found('request', 3)],
    })
    expect(total).toBe(2)
    expect(shown.map(({ text, place }) => ({ text, place }))).toEqual([
      { text: 'Policy', place: { kind: 'policy', offset: 7 } },
      { text: 'Request', place: { kind: 'request', offset: 3 } },
    ])
  })

  it('is no warning and no note', () => {
    const policyDiagnostics = [found('policy', 1, 'warning'), found('policy', 2, 'note')]
    expect(problemsOf({ policyDiagnostics, requestDiagnostics: [] })).toEqual({ shown: [], total: 0 })
  })

  it('is counted in full and listed as far as anybody reads', () => {
    const policyDiagnostics = Array.from({ length: 5000 }, (_, i) => found('policy', i))
    const { shown, total } = problemsOf({ policyDiagnostics, requestDiagnostics: [found('request', 0)] })
    expect(total).toBe(5001)
    expect(shown).toHaveLength(20)
    expect(shown.at(-1)?.place).toEqual({ kind: 'policy', offset: 19 })
  })
})
