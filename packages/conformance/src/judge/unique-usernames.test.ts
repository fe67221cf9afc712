import type { VectorScenario } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { usernamesIn, withUniqueUsernames } from './unique-usernames.ts'

const POLICY = `kind: ClusterRoleBinding
subjects:
- {kind: User, name: jane}
- {kind: ServiceAccount, name: ctl, namespace: prod}
- {kind: Group, name: janes}
`

function scenario(username: string, more: Partial<VectorScenario> = {}): VectorScenario {
  return { id: 'jane', policy: POLICY, requestor: { username }, requests: [{ method: 'GET', url: '/api' }], ...more }
}

describe('a scenario with unique usernames', () => {
  it('renames the requestors in the policy and in every text where the name is a word of its own', () => {
    const renamed = withUniqueUsernames(
      scenario('jane', {
        requests: [{ method: 'GET', url: '/api/v1/users/jane?x=jane', headers: [['Impersonate-Group', 'jane:a']] }],
      }),
      's7',
    )
    expect(renamed.requestor).toEqual({ username: 'jane-s7' })
    expect(renamed.policy).toContain('{kind: User, name: jane-s7}')
    expect(renamed.policy).toContain('name: janes}')
    expect(renamed.requests[0]?.url).toBe('/api/v1/users/jane-s7?x=jane-s7')
    expect(renamed.requests[0]?.headers).toEqual([['Impersonate-Group', 'jane-s7:a']])
    expect(renamed.id).toBe('jane')
  })

  it.each([
    ['system:serviceaccount:prod:ctl', 'system:serviceaccount:prod:ctl-s7'],
    ['system:serviceaccount:team-a:default', 'system:serviceaccount:team-a-s7:default'],
    ['system:node:node1.example.com', 'system:node:node1-s7.example.com'],
    ['jane.doe@example.com', 'jane.doe-s7@example.com'],
  ])('keeps what the API server knows a name by: %s', (username, another) => {
    expect(usernamesIn(withUniqueUsernames(scenario(username), 's7'))).toEqual([another])
  })

  it.each(['system:anonymous', 'system:kube-scheduler', 'system:node:', 'view', '*', 'Ünïcødé', ''])(
    'leaves a name that means something, or is none that could be another, as it is: %j',
    (username) => {
      expect(withUniqueUsernames(scenario(username), 's7')).toEqual(scenario(username))
    },
  )

  it('knows everybody who asks', () => {
    const requests = [
      { method: 'GET', url: '/api' },
      { method: 'GET', url: '/api', requestor: { username: 'bob' } },
    ]
    expect(usernamesIn(scenario('jane', { requests }))).toEqual(['jane', 'bob'])
  })
})
