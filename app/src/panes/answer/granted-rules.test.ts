import { type Grant, plainText } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { grantGlance, grantInWords, isAbout } from './granted-rules.ts'

const rule = (verb: string) => ({
  verbs: [verb],
  apiGroups: [''],
  resources: ['pods'],
  resourceNames: [],
  nonResourceURLs: [],
})
const GRANT: Grant = {
  kind: 'Role',
  name: 'new',
  namespace: 'prod',
  user: { username: 'bob', uid: '', groups: [], extra: new Map() },
  rules: [{ rule: rule('get'), coveredBy: { authorizer: 'RBAC' } }, { rule: rule('list') }],
}

describe('what would be granted', () => {
  it('is counted by the rules that are not held', () => {
    expect(grantGlance(GRANT)).toBe('1 of 2 not held')
    expect(grantGlance({ ...GRANT, rules: GRANT.rules.slice(0, 1) })).toBe('held')
    expect(grantGlance({ ...GRANT, rules: GRANT.rules.slice(1) })).toBe('not held')
    const [held, missing] = GRANT.rules
    if (held === undefined || missing === undefined) throw new Error('two rules')
    expect(grantGlance({ ...GRANT, rules: [held, held] })).toBe('all 2 held')
    expect(grantGlance({ ...GRANT, rules: [missing, missing] })).toBe('none of 2 held')
  })

  it('says why nothing was compared', () => {
    expect(grantGlance({ ...GRANT, waived: 'bind' })).toBe('not compared')
    expect(plainText(grantInWords({ ...GRANT, waived: 'bind', roleRef: { kind: 'ClusterRole', name: 'view' } }))).toBe(
      'bob holds bind for ClusterRole view, so nothing is compared.',
    )
    expect(plainText(grantInWords({ ...GRANT, waived: 'escalate' }))).toBe(
      'bob holds escalate for it, so nothing is compared.',
    )
    expect(plainText(grantInWords({ ...GRANT, waived: 'system:masters' }))).toBe(
      'bob is a member of system:masters, and may grant anything.',
    )
    expect(plainText(grantInWords(GRANT))).toBe(
      'Each rule of it, split into single permissions, beside what bob holds in namespace prod.',
    )
  })

  it('is pointed at by its index, its place, and the line that covers it', () => {
    const at = (source: 'policy' | 'request', start: number) => ({
      ...{ source, start, end: start + 10 },
      ...{ line: 1, column: 1, endLine: 1, endColumn: 11 },
    })
    const role = { kind: 'ClusterRole', name: 'held', namespace: '', range: at('policy', 0) } as const
    const one = {
      rule: rule('get'),
      range: at('request', 40),
      coveredBy: { authorizer: 'RBAC', role, rule: { ...rule('get'), index: 0, range: at('policy', 20) } },
    } as const
    const entry = { one, index: 3 }
    expect(isAbout({ kind: 'granted', rule: 3 }, entry)).toBe(true)
    expect(isAbout({ kind: 'granted', rule: 2 }, entry)).toBe(false)
    expect(isAbout({ kind: 'request', offset: 45 }, entry)).toBe(true)
    expect(isAbout({ kind: 'request', offset: 25 }, entry)).toBe(false)
    expect(isAbout({ kind: 'text', source: 'policy', offset: 25 }, entry)).toBe(true)
    expect(isAbout({ kind: 'text', source: 'objects', offset: 25 }, entry)).toBe(false)
    expect(isAbout(undefined, entry)).toBe(false)
  })
})
