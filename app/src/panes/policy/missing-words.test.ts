import { decider, type Scenario } from '@authz-playground/engine'
import { changes } from '@authz-playground/engine/questions'
import { describe, expect, it } from 'vitest'
import { diffOf } from '../../worker/text-diff.ts'
import { missingWords } from './missing-words.ts'

const decide = await decider()

function policyOf(verbs: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: edit, namespace: prod}
rules:
- apiGroups: [""]
  resources: [pods]
  verbs: ${verbs}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: editors, namespace: prod}
roleRef: {kind: Role, name: edit, apiGroup: rbac.authorization.k8s.io}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
`
}

/** The rows that are missing in the verbs, each below its line. */
function rows(verbs: string, request = 'DELETE /api/v1/namespaces/prod/pods/web HTTP/1.1'): readonly string[] {
  const policy = policyOf(verbs)
  const scenario: Scenario = {
    version: 2,
    policy,
    request: { form: 'http', text: request },
    requestor: { username: 'jane' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
  const found = changes(decide(scenario), scenario, decide)
  return missingWords(
    found.map(({ kind, policy: after }) => ({ kind, diff: diffOf(policy, after) })),
    policy,
  ).map(({ offset, before, word, after }) => `${policy.slice(offset).split('\n')[0]} ⏎ ${before}*${word}*${after}`)
}

describe('the word that a rule lacks', () => {
  it('is an item of its own in a list in block style, with the quotes of the others', () => {
    expect(rows('\n  - get\n  - list')).toEqual(['  - list ⏎   - *delete*'])
    expect(rows('\n  - "impersonate-on:user-info:list"')).toEqual([
      '  - "impersonate-on:user-info:list" ⏎   - "*delete*"',
    ])
  })

  it('hangs below a list in flow style', () => {
    expect(rows('["get", "list"] # to read')).toEqual(['  verbs: ["get", "list"] # to read ⏎     "*delete*"'])
  })

  it('is not shown for a word that is wrong, and not for a new role', () => {
    expect(rows('[delte]')).toEqual([])
    expect(rows('[get]', 'DELETE /apis/example.com/v1/gadgets/web HTTP/1.1')).toEqual([])
  })
})
