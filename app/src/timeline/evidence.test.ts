import type { Evidence, SourceRange } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { reasonOf, sourcesOf } from './evidence.ts'

const at = (line: number): SourceRange => ({
  source: 'policy',
  start: line * 10,
  end: line * 10 + 5,
  line,
  column: 1,
  endLine: line,
  endColumn: 6,
})

const rule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [], index: 1, range: at(7) }
const evidence: Evidence = {
  authorizer: 'RBAC',
  rule,
  role: { kind: 'ClusterRole', name: 'impersonate-jane', namespace: '', range: at(4) },
  binding: { kind: 'ClusterRoleBinding', name: 'b', namespace: '', range: at(20) },
  subject: { kind: 'User', name: 'ctl', namespace: '', range: at(30) },
}

describe('where a decision came from', () => {
  it('is the rule, counted from 1, then role, binding and subject', () => {
    expect(sourcesOf(evidence)).toEqual([
      { part: 'rule', what: ['rule 2'], line: 7, place: { kind: 'policy', offset: 70 } },
      { part: 'role', what: ['role'], line: 4, place: { kind: 'policy', offset: 40 } },
      { part: 'binding', what: ['binding'], line: 20, place: { kind: 'policy', offset: 200 } },
      { part: 'subject', what: ['subject'], line: 30, place: { kind: 'policy', offset: 300 } },
    ])
  })

  it('names both roles where aggregation brought the rule in', () => {
    expect(sourcesOf({ ...evidence, rule: { ...rule, aggregatedInto: 'admin' } })[0]?.what).toEqual([
      'rule 2 of ',
      { code: 'impersonate-jane' },
      ', aggregated into ',
      { code: 'admin' },
    ])
  })

  it('is nowhere for members of system:masters and for checks that nothing allowed', () => {
    expect(sourcesOf({ authorizer: 'system:masters' })).toEqual([])
    expect(sourcesOf(undefined)).toEqual([])
  })
})

describe('why a check was answered as it was', () => {
  it('is said in the API server’s own words, where it has some', () => {
    const reason = 'RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found'
    expect(reasonOf({ decision: 'NoOpinion', reason })).toEqual({ text: reason, verbatim: true })
  })

  it('is said in our words where the API server gives no reason', () => {
    expect(reasonOf({ decision: 'NoOpinion', reason: '' }).verbatim).toBe(false)
    expect(reasonOf({ decision: 'Allow', reason: '', evidence: { authorizer: 'system:masters' } }).text).toMatch(
      /system:masters/,
    )
  })

  it('is ours when the playground cannot answer', () => {
    expect(reasonOf({ decision: 'NotDecided', reason: 'the Node authorizer would decide now' }).verbatim).toBe(false)
  })
})
