import type { Evidence, SourceRange, Trace } from '@authz-playground/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Place } from '../../session/places.ts'
import { placesByMention, withLineLinks } from './line-links.ts'

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

describe('the lines that an answer mentions', () => {
  const places = new Map<string, Place>([
    ['line 12', { kind: 'text', source: 'policy', offset: 300 }],
    ['line 12 of the stored objects', { kind: 'text', source: 'objects', offset: 40 }],
  ])

  it('become links where their place is known', () => {
    expect(withLineLinks(['the rule in line 12 of ClusterRole ', { code: 'view' }, '.'], places)).toEqual([
      'the rule in ',
      { text: 'line 12', place: { kind: 'text', source: 'policy', offset: 300 } },
      ' of ClusterRole ',
      { code: 'view' },
      '.',
    ])
  })

  it('lead to the text that they are lines of', () => {
    expect(
      withLineLinks(['Pod in line 12 of the stored objects, bound in line 12 of the default roles'], places),
    ).toEqual([
      'Pod in ',
      { text: 'line 12 of the stored objects', place: { kind: 'text', source: 'objects', offset: 40 } },
      ', bound in line 12 of the default roles',
    ])
  })

  it('lead to a webhook’s table, whose name has an apostrophe', () => {
    const place: Place = { kind: 'text', source: 'webhook', offset: 4 }
    expect(
      withLineLinks(
        ['its entry in line 2 of the webhook’s table.'],
        new Map([['line 2 of the webhook’s table', place]]),
      ),
    ).toEqual(['its entry in ', { text: 'line 2 of the webhook’s table', place }, '.'])
  })

  it('stay words where it is not known', () => {
    expect(withLineLinks(['see line 13, or line 120'], places)).toEqual(['see line 13, or line 120'])
  })

  it('are not looked for in names, which come from input', () => {
    expect(withLineLinks([{ code: 'line 12' }], places)).toEqual([{ code: 'line 12' }])
  })

  it('leave the words of the sentence as they are', () => {
    const words = fc.array(fc.oneof(fc.string(), fc.constantFrom('line 12', ' in line 12, ', 'line 7', 'underline 12')))
    fc.assert(
      fc.property(words, (pieces) => {
        const sentence = pieces.join('')
        const said = withLineLinks([sentence], places)
        expect(
          said.map((piece) => (typeof piece === 'string' ? piece : 'text' in piece ? piece.text : piece.code)).join(''),
        ).toBe(sentence)
      }),
    )
  })
})

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
