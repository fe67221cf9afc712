import { type Check, LineIndex, type Scenario } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { decidingRule } from './deciding-rule.ts'

const policy = `kind: Role
rules:
  - apiGroups: [""]
    resources: ["pods"]
    verbs: ["list"]
---
`
const scenario = { policy } as Scenario

function decidedBy(start: number, end: number, source: 'policy' | 'default-roles' = 'policy'): Check {
  const range = new LineIndex(source, policy).range({ start, end })
  return { answer: { decision: 'Allow', reason: '', evidence: { authorizer: 'RBAC', rule: { range } } } } as Check
}

describe('the rule that decided', () => {
  it('is shown in whole lines, without the indentation that they share', () => {
    const start = policy.indexOf('apiGroups')
    expect(decidingRule(decidedBy(start, policy.indexOf('---') - 1), scenario)).toEqual({
      first: 3,
      indent: 2,
      lines: ['- apiGroups: [""]', '  resources: ["pods"]', '  verbs: ["list"]'],
      cut: false,
    })
  })

  it('is not shown where none did, or where the scenario does not have its text', () => {
    const none = { answer: { decision: 'NoOpinion', reason: '' } } as Check
    expect(decidingRule(none, scenario)).toBeUndefined()
    expect(decidingRule(decidedBy(0, 4, 'default-roles'), scenario)).toBeUndefined()
  })
})
