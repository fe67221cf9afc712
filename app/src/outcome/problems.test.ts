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
    const { shown, total } = problemsOf({ policyDiagnostics, requestDiagnostics: [] })
    expect(total).toBe(5000)
    expect(shown.map(({ place }) => place)).toEqual(
      Array.from({ length: 20 }, (_, offset) => ({ kind: 'policy', offset })),
    )
  })

  it('lists errors of the request, however many the policy has', () => {
    const many = (source: SourceId) => Array.from({ length: 5000 }, (_, i) => found(source, i))
    const listed = (policy: readonly Diagnostic[], request: readonly Diagnostic[]) =>
      problemsOf({ policyDiagnostics: policy, requestDiagnostics: request }).shown.map(({ text }) => text)
    const count = (texts: readonly string[], wanted: string) => texts.filter((text) => text === wanted).length

    const oneBad = listed(many('policy'), [found('request', 0)])
    expect([oneBad.length, oneBad.at(-1)]).toEqual([20, 'Request'])
    const allBad = listed(many('policy'), many('request'))
    expect([count(allBad, 'Policy'), count(allBad, 'Request')]).toEqual([12, 8])
    expect(count(listed([found('policy', 0)], many('request')), 'Request')).toBe(19)
  })
})
