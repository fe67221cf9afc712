import { decider, plainText, type Scenario } from '@authz-playground/engine'
import { explain } from '@authz-playground/engine/questions'
import { describe, expect, it } from 'vitest'
import { nearRemarks } from './near-remarks.ts'

const decide = await decider()

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: edit, namespace: prod}
rules:
- {apiGroups: [""], resources: [pods], verbs: [delte]}
- {apiGroups: [""], resources: [pods], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: editors, namespace: prod}
roleRef: {kind: Role, name: edit, apiGroup: rbac.authorization.k8s.io}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
`

function remarks(request: string, policy = POLICY): readonly string[] {
  const scenario: Scenario = {
    version: 2,
    policy,
    request: { form: 'http', text: request },
    requestor: { username: 'jane' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
  const explanation = explain(decide(scenario))
  if (explanation === undefined) return []
  return nearRemarks(explanation, 'policy').map(
    ({ start, end, words }) => `${policy.slice(start, end)}: ${plainText(words)}`,
  )
}

describe('what nearly fits, in the text of the policy', () => {
  it('is the value that does not fit, with the sentence about its rule', () => {
    expect(remarks('DELETE /api/v1/namespaces/prod/pods/web HTTP/1.1')).toEqual([
      'delte: Line 5 comes closest: all but the verb. delte is probably meant to be delete. It is bound in namespace prod, to jane.',
    ])
  })

  it('is in every rule that is equally near', () => {
    const another = POLICY.replaceAll('name: edit', 'name: other').replace('delte', 'delee')
    expect(
      remarks('DELETE /api/v1/namespaces/prod/pods/web HTTP/1.1', `${POLICY}---\n${another}`).map((one) =>
        one.slice(0, 5),
      ),
    ).toEqual(['delte', 'delee'])
  })

  it('is nothing where no rule comes close', () => {
    expect(remarks('DELETE /apis/example.com/v1/gadgets/web HTTP/1.1')).toEqual([])
  })
})
