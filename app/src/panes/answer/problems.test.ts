import type { Diagnostic, SourceId } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { type ListedProblems, problemsOf } from './problems.ts'

function found(source: SourceId, start: number, severity: Diagnostic['severity'] = 'error'): Diagnostic {
  const range = { source, start, end: start + 1, line: 1, column: start + 1, endLine: 1, endColumn: start + 2 }
  return { severity, code: 'unknown-field', message: `found at ${start}`, range }
}

type Found = Parameters<typeof problemsOf>[0]

/** The problems of an answer that has as many errors as its lists say. */
function problems(given: Partial<Found>, here = 0): ListedProblems {
  const { policyDiagnostics = [], requestDiagnostics = [], objects, sent = [] } = given
  const all = [...policyDiagnostics, ...requestDiagnostics, ...(objects?.diagnostics ?? [])]
  const errors = all.filter(({ severity }) => severity === 'error').length
  const earlier = sent.slice(0, here).filter(({ problem }) => problem !== undefined).length
  return problemsOf({ ...given, policyDiagnostics, requestDiagnostics, errors: errors + earlier }, here)
}

describe('what keeps a scenario from being decided', () => {
  it('has every error with its place, those of the policy first', () => {
    const { shown, total } = problems({
      policyDiagnostics: [found('policy', 7)],
      requestDiagnostics: [found('request', 3)],
    })
    expect(total).toBe(2)
    expect(shown.map(({ text, place }) => ({ text, place }))).toEqual([
      { text: 'Policy', place: { kind: 'text', source: 'policy', offset: 7 } },
      { text: 'Request', place: { kind: 'request', offset: 3 } },
    ])
  })

  it('lists problems of the texts that say what the request changes, and of its body', () => {
    const { shown } = problems({
      requestDiagnostics: [found('request', 1)],
      change: {
        storedObject: [found('storedObject', 2)],
        webhookChanges: [found('webhookChanges', 3)],
        schema: [found('schema', 4)],
        body: [found('request', 5)],
      },
    })
    expect(shown.map(({ text, place }) => [text, place])).toEqual([
      ['Stored object', { kind: 'text', source: 'storedObject', offset: 2 }],
      ['Webhook changes', { kind: 'text', source: 'webhookChanges', offset: 3 }],
      ['Schema', { kind: 'text', source: 'schema', offset: 4 }],
      ['Request', { kind: 'request', offset: 1 }],
      ['Request', { kind: 'request', offset: 5 }],
    ])
  })

  it('has no warnings and no notes', () => {
    const policyDiagnostics = [found('policy', 1, 'warning'), found('policy', 2, 'note')]
    expect(problems({ policyDiagnostics }, 0)).toEqual({ shown: [], total: 0 })
  })

  it('lists problems of the stored objects, and of earlier requests', () => {
    const { shown, total } = problems(
      {
        policyDiagnostics: [found('policy', 1)],
        objects: { count: 0, notRead: [], diagnostics: [found('objects', 5)] },
        sent: [{ at: 0 }, { at: 1, problem: found('request', 9) }, { at: 2 }, { at: 3, problem: found('request', 4) }],
        requestDiagnostics: [],
      },
      2,
    )
    expect(total).toBe(3)
    expect(shown.map(({ text, place, sent }) => [text, place, sent])).toEqual([
      ['Policy', { kind: 'text', source: 'policy', offset: 1 }, undefined],
      ['Stored objects', { kind: 'text', source: 'objects', offset: 5 }, undefined],
      ['Request 2', { kind: 'request', offset: 9 }, 1],
    ])
  })

  it('counts all errors and lists the first ones', () => {
    const policyDiagnostics = Array.from({ length: 5000 }, (_, i) => found('policy', i))
    const { shown, total } = problems({ policyDiagnostics })
    expect(total).toBe(5000)
    expect(shown.map(({ place }) => place)).toEqual(
      Array.from({ length: 20 }, (_, offset) => ({ kind: 'text', source: 'policy', offset })),
    )
  })

  it('lists errors of the request, however many the policy has', () => {
    const many = (source: SourceId) => Array.from({ length: 5000 }, (_, i) => found(source, i))
    const listed = (policy: readonly Diagnostic[], request: readonly Diagnostic[]) =>
      problems({ policyDiagnostics: policy, requestDiagnostics: request }).shown.map(({ text }) => text)
    const count = (texts: readonly string[], wanted: string) => texts.filter((text) => text === wanted).length

    const oneBad = listed(many('policy'), [found('request', 0)])
    expect([oneBad.length, oneBad.at(-1)]).toEqual([20, 'Request'])
    const allBad = listed(many('policy'), many('request'))
    expect([count(allBad, 'Policy'), count(allBad, 'Request')]).toEqual([12, 8])
    expect(count(listed([found('policy', 0)], many('request')), 'Request')).toBe(19)
  })
})
