import { describe, expect, it } from 'vitest'
import { grantGlance, grantInWords, uncoveredFirst } from './granted-rules.ts'

type Grant = Parameters<typeof uncoveredFirst>[0]

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
  it('has what is not held in front, and counts it', () => {
    expect(uncoveredFirst(GRANT).map(({ rule: { verbs } }) => verbs[0])).toEqual(['list', 'get'])
    expect(grantGlance(GRANT)).toBe('1 of 2 not held')
    expect(grantGlance({ ...GRANT, rules: GRANT.rules.slice(0, 1) })).toBe('all 1 held')
  })

  it('says why nothing was compared', () => {
    expect(grantGlance({ ...GRANT, waived: 'bind' })).toBe('not compared')
    expect(grantInWords({ ...GRANT, waived: 'bind', roleRef: { kind: 'ClusterRole', name: 'view' } })).toBe(
      'bob holds bind for ClusterRole view, so nothing is compared.',
    )
    expect(uncoveredFirst({ ...GRANT, waived: 'escalate' })).toEqual(GRANT.rules)
  })
})
