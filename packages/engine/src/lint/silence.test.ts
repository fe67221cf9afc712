import { describe, expect, it } from 'vitest'
import { readPolicy } from '../policy/index.ts'
import { edited, editsOfSilence, lintPolicy } from './index.ts'

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules:
- apiGroups: [""]
  resources: [pods]
  verbs: [get, delte] # to clean up
`

function silenced(text: string): string | undefined {
  const policy = readPolicy(text)
  const [first] = lintPolicy(policy)
  const edits = first && editsOfSilence(policy, first, 'on purpose')
  return edits && edited(text, edits)
}

describe('silencing a finding', () => {
  it('writes a comment above its line, after which the lint finds nothing', () => {
    const after = silenced(ROLE)
    expect(after).toBe(ROLE.replace('  verbs:', '  # lint:ignore misspelt-verb on purpose\n  verbs:'))
    expect(lintPolicy(readPolicy(after ?? ''))).toEqual([])
  })

  it('keeps Windows line ends, and a byte order mark at the beginning', () => {
    const crlf = ROLE.replaceAll('\n', '\r\n')
    expect(silenced(crlf)).toBe(crlf.replace('  verbs:', '  # lint:ignore misspelt-verb on purpose\r\n  verbs:'))
    const one = `\ufeff{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}, rules: [{apiGroups: [""], resources: [pods], verbs: [delte]}]}\n`
    const after = silenced(one)
    expect(after).toBe(`\ufeff# lint:ignore misspelt-verb on purpose\n${one.slice(1)}`)
    expect(lintPolicy(readPolicy(after ?? ''))).toEqual([])
  })

  it('is not possible in JSON, which has no comments', () => {
    const json = JSON.stringify({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'r' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['delte'] }],
    })
    expect(silenced(json)).toBeUndefined()
  })

  it('is not possible within a scalar of several lines', () => {
    const text = ROLE.replace('[get, delte] # to clean up', '["get\n    x", delte]').replace('get\n', 'a\n')
    const policy = readPolicy(text)
    const verb = lintPolicy(policy).find(({ code }) => code === 'misspelt-verb')
    expect(verb && editsOfSilence(policy, verb, 'on purpose')).toBeUndefined()
  })
})
