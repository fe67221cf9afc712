import { EXAMPLES } from '@authz-playground/examples'
import { expect, test } from 'vitest'
import { isNoPolicy } from './pasting.ts'

const REFUSED = 'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "prod"'

test('a 403, an audit event, a command and a design do not go into the policy', () => {
  for (const text of [
    `Error from server (Forbidden): ${REFUSED}`,
    '{"kind":"Event","apiVersion":"audit.k8s.io/v1"}',
    'kubectl get pods --as jane',
    'design: mine\nfrom: constrained\n',
    `kind: Role\n---\n${REFUSED}`,
    'apiVersion: v1\nkind: Config\ncontexts: []\n',
    'ATTRIBUTE   VALUE\nUsername    dana\n',
    'apiVersion: authentication.k8s.io/v1\nkind: SelfSubjectReview\n',
    'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n',
  ]) {
    expect(isNoPolicy(text), text).toBe(true)
  }
})

test('YAML goes there, and a part of a line, and a comment with a 403', () => {
  for (const word of ['k', 'kubectl', 'curl', 'GET']) expect(isNoPolicy(word), word).toBe(false)
  for (const { id, scenario } of EXAMPLES) expect(isNoPolicy(scenario.policy), id).toBe(false)
  for (const text of ['', 'jane', 'verbs: ["get"]', `# ${REFUSED}\nkind: Role\n`]) expect(isNoPolicy(text)).toBe(false)
})
