import type { Evidence, SourceRange, Trace } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { mentionedLines, placesByMention } from './mentioned-places.ts'

const POLICY = 'kind: Role\r\nrules:\r\n  - verbs: [get]\r\n'

const at = (line: number): SourceRange => ({
  source: 'policy',
  start: line * 100,
  end: line * 100 + 10,
  line,
  column: 1,
  endLine: line,
  endColumn: 11,
})

const evidence = (lines: { rule: number; role: number; binding: number; subject: number }): Evidence => ({
  authorizer: 'RBAC',
  rule: {
    verbs: ['list'],
    apiGroups: [''],
    resources: ['pods'],
    resourceNames: [],
    nonResourceURLs: [],
    index: 0,
    range: at(lines.rule),
  },
  role: { kind: 'ClusterRole', name: 'view', namespace: '', range: at(lines.role) },
  binding: { kind: 'ClusterRoleBinding', name: 'viewers', namespace: '', range: at(lines.binding) },
  subject: { kind: 'User', name: 'jane', namespace: '', range: at(lines.subject) },
})

function traceWith(...found: (Evidence | undefined)[]): Trace {
  return {
    steps: found.map((one) => ({
      node: 'R',
      ...(one && { check: { answer: { decision: 'Allow', reason: '', evidence: one } } }),
    })),
  } as unknown as Trace
}

describe('where a line leads', () => {
  it('is the place in the policy of what begins there: rule, role, binding, subject', () => {
    const places = placesByMention(traceWith(undefined, evidence({ rule: 5, role: 1, binding: 9, subject: 14 })))
    expect(Object.fromEntries(places)).toEqual({
      'line 1': { kind: 'text', source: 'policy', offset: 100 },
      'line 5': { kind: 'text', source: 'policy', offset: 500 },
      'line 9': { kind: 'text', source: 'policy', offset: 900 },
      'line 14': { kind: 'text', source: 'policy', offset: 1400 },
    })
  })

  it('is nowhere without a trace, and for members of system:masters', () => {
    expect(placesByMention(undefined).size).toBe(0)
    expect(placesByMention(traceWith({ authorizer: 'system:masters' })).size).toBe(0)
  })
})

describe('the lines that sentences mention', () => {
  it('are at their first visible character', () => {
    const found = mentionedLines([['Line 1 is a role, and ', { code: 'line 2' }, ' no mention; see line 3']], POLICY)
    expect([...found]).toEqual([
      ['line 1', { kind: 'text', source: 'policy', offset: 0 }],
      ['line 3', { kind: 'text', source: 'policy', offset: POLICY.indexOf('- verbs') }],
    ])
  })

  it('are those of the policy, and no others', () => {
    expect([...mentionedLines([['line 3 of the default roles, line 9']], POLICY)]).toEqual([])
  })
})
