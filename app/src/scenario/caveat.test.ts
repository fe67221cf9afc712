import type { Diagnostic } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { caveatFor, caveatOf, withCaveat } from './caveat.ts'

const diagnostic = (severity: Diagnostic['severity']): Diagnostic => ({
  severity,
  code: 'unknown-field',
  message: 'found',
  range: { source: 'policy', start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 },
})

describe('the caveat of an answer', () => {
  it('counts the errors of policy and request, and nothing else', () => {
    const answer = {
      policyDiagnostics: [diagnostic('error'), diagnostic('warning')],
      requestDiagnostics: [diagnostic('error'), diagnostic('note')],
    }
    expect(caveatOf({ state: 'partly', ...answer })).toBe('Decided with what could be read: 2 errors in the input.')
  })

  it('is not there for answers that rest on everything, or on nothing', () => {
    expect(caveatOf({ state: 'decided', policyDiagnostics: [], requestDiagnostics: [] })).toBeUndefined()
    expect(
      caveatOf({ state: 'not-decided', policyDiagnostics: [diagnostic('error')], requestDiagnostics: [] }),
    ).toBeUndefined()
  })

  it('counts as people do', () => {
    expect([1, 5000].map(caveatFor)).toEqual([
      'Decided with what could be read: 1 error in the input.',
      'Decided with what could be read: 5,000 errors in the input.',
    ])
  })

  it('goes with what is copied, as a comment in the first line', () => {
    expect(withCaveat('kind: Event\n', caveatFor(1))).toBe(
      '# Decided with what could be read: 1 error in the input.\nkind: Event\n',
    )
    expect(withCaveat('kind: Event\n', undefined)).toBe('kind: Event\n')
  })
})
