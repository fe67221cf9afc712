import type { Evidence, SourceRange } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { reasonOf, sourcesOf } from './evidence.ts'

const at = (line: number, source: SourceRange['source'] = 'policy'): SourceRange => ({
  source,
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
      { what: ['rule 2'], line: 'line 7', place: { kind: 'text', source: 'policy', offset: 70 } },
      { what: ['role'], line: 'line 4', place: { kind: 'text', source: 'policy', offset: 40 } },
      { what: ['binding'], line: 'line 20', place: { kind: 'text', source: 'policy', offset: 200 } },
      { what: ['subject'], line: 'line 30', place: { kind: 'text', source: 'policy', offset: 300 } },
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

  it('is the stored objects that connect the requested object to the node', () => {
    const related = [
      { kind: 'PersistentVolume', namespace: '', name: 'data', range: at(9, 'objects') },
      { kind: 'Pod', namespace: 'default', name: 'web', range: at(2, 'objects') },
    ]
    expect(sourcesOf({ authorizer: 'Node', related })).toEqual([
      {
        what: ['PersistentVolume ', { code: 'data' }],
        line: 'line 9 of the stored objects',
        place: { kind: 'text', source: 'objects', offset: 90 },
      },
      {
        what: ['Pod ', { code: 'default/web' }],
        line: 'line 2 of the stored objects',
        place: { kind: 'text', source: 'objects', offset: 20 },
      },
    ])
  })

  it('is the entry of an access rule, or of the webhook’s table', () => {
    const entry = { name: 'readers', index: 1, range: at(7) }
    expect(sourcesOf({ authorizer: 'AccessRules', entry })[0]?.what).toEqual([
      'entry 2 of ClusterAccessRule ',
      { code: 'readers' },
    ])
    expect(sourcesOf({ authorizer: 'Webhook', entry: { name: '', index: 0, range: at(3, 'webhook') } })).toEqual([
      {
        what: ['entry 1'],
        line: 'line 3 of the webhook’s table',
        place: { kind: 'text', source: 'webhook', offset: 30 },
      },
    ])
  })

  it('says which text it is where that is not the policy', () => {
    const made = { ...evidence, rule: { ...rule, range: at(7, 'default-roles') } }
    expect(sourcesOf(made)[0]).toEqual({
      what: ['rule 2'],
      line: 'line 7 of the default roles',
      place: { kind: 'text', source: 'default-roles', offset: 70 },
    })
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

  it('is said for a webhook without a reason, and for an authorizer that fails', () => {
    const evidence = { authorizer: 'Webhook' } as const
    expect(reasonOf({ decision: 'Deny', reason: '', evidence }).text).toBe('The webhook denies it and gives no reason.')
    expect(reasonOf({ decision: 'NoOpinion', reason: '', error: 'timeout' }).text).toBe(
      'An authorizer fails, which counts as NoOpinion: timeout',
    )
  })

  it('is said for the Node authorizer, which gives none when it allows', () => {
    const allowed = (related: Evidence['related'] & object) =>
      reasonOf({ decision: 'Allow', reason: '', evidence: { authorizer: 'Node', related } })
    const pod = { kind: 'Pod', namespace: 'default', name: 'web', range: at(2, 'objects') }
    expect(allowed([pod]).text).toBe('The Node authorizer allows it: stored objects tie it to the node.')
    expect(allowed([]).text).toMatch(/by the node’s own name/)
    const reason = 'node "a": no relationship found between node \'a\' and this object'
    expect(reasonOf({ decision: 'NoOpinion', reason })).toEqual({ text: reason, verbatim: true })
  })
})
