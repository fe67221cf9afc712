import { describe, expect, it } from 'vitest'
import type { Grant } from '../trace/index.ts'
import { grantedWords, uncoveredFirst } from './grants.ts'
import { plainText } from './phrases.ts'

function rules(...verbs: readonly string[]): Grant['rules'] {
  return verbs.map((verb) => ({
    rule: { verbs: [verb], apiGroups: [''], resources: ['pods'], resourceNames: [], nonResourceURLs: [] },
    ...(verb === 'get' && { coveredBy: { authorizer: 'RBAC' } }),
  }))
}
const GRANT: Grant = {
  kind: 'Role',
  name: 'new',
  namespace: 'prod',
  user: { username: 'bob', uid: '', groups: [], extra: new Map() },
  rules: rules('get', 'list'),
}

function verbsOf(found: Grant['rules']): readonly (string | undefined)[] {
  return found.map(({ rule }) => rule.verbs[0])
}

describe('what would be granted, in words', () => {
  it('has what is not held in front', () => {
    expect(verbsOf(uncoveredFirst(GRANT))).toEqual(['list', 'get'])
    const words = grantedWords(GRANT)
    expect(words && plainText(words.heading)).toBe(
      'What it would grant, compared with what bob holds in namespace prod',
    )
    expect(words?.rules.map(plainText)).toEqual(['list on pods: not held', 'get on pods: held'])
  })

  it('counts what it does not name', () => {
    const many = { ...GRANT, namespace: '', rules: rules(...Array.from({ length: 22 }, () => 'get'), 'list') }
    expect(grantedWords(many)?.rules.map(plainText).at(-1)).toBe('3 more, 0 of them not held')
    const missing = { ...GRANT, rules: rules(...Array.from({ length: 22 }, () => 'list'), 'get') }
    expect(grantedWords(missing)?.rules.map(plainText).at(-1)).toBe('3 more, 2 of them not held')
  })

  it('is in order, and no list of what was compared, where nothing was', () => {
    expect(verbsOf(uncoveredFirst({ ...GRANT, waived: 'escalate' }))).toEqual(['get', 'list'])
    expect(grantedWords({ ...GRANT, waived: 'escalate' })).toBeUndefined()
    expect(grantedWords(undefined)).toBeUndefined()
  })
})
