import { describe, expect, it } from 'vitest'
import { mentionedLines } from './mentioned-lines.ts'

const POLICY = 'kind: Role\r\nrules:\r\n  - verbs: [get]\r\n'

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
