import { recognise } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, test } from 'vitest'
import { wordsOf } from './pasted-words.ts'

const [EXAMPLE] = EXAMPLES
if (EXAMPLE === undefined) throw new Error('there are no examples')
const { scenario } = EXAMPLE

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: r, namespace: prod}
rules: []
`
const REFUSED = 'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "prod"'

function said(text: string, before = scenario): readonly string[] {
  return wordsOf(recognise(text), 'replace', before)
}

test('the page says what a paste was taken for, and what did not change', () => {
  expect(said(ROLE)).toEqual(['A policy with 1 role: it replaced the policy.'])
  expect(said(ROLE, { ...scenario, policy: '' })).toEqual(['A policy with 1 role: it is the policy now.'])
  expect(wordsOf(recognise(ROLE), 'append', scenario)).toEqual(['A policy with 1 role: added below the policy.'])
  expect(said(REFUSED)).toEqual(['A 403 message: the request and who asked were filled in; policy unchanged.'])
  expect(said(`${ROLE}\n${REFUSED}`)).toEqual([
    'A policy with 1 role: it replaced the policy.',
    'A 403 message: the request and who asked were filled in.',
  ])
  expect(said('kubectl get pods')).toEqual([
    'A kubectl command: it is the request now; who asks and the policy unchanged.',
  ])
  expect(said(`${REFUSED}\n${REFUSED}\n`)).toEqual(said(REFUSED))
  expect(said(`${REFUSED}\n${REFUSED.replace('"jane"', '"eve"')}\n`)).toEqual([
    'A 403 message with 2 requests: choose one of them.',
  ])
  expect(said('kind: Pod\napiVersion: v1\n')).toEqual([])
  expect(said('system:node:n1')).toEqual(['The name of a node: who asks was filled in; request and policy unchanged.'])
})

test('a text about the user says so, and a command without a sender as whom it is asked', () => {
  const whoami = 'ATTRIBUTE   VALUE\nUsername    dana\nGroups      [devs system:authenticated]\n'
  expect(said(whoami)).toEqual([
    'The output of kubectl auth whoami: who asks was filled in; request and policy unchanged.',
  ])
  const command = 'kubectl auth can-i create pods --as=dana'
  expect(said(command, { ...scenario, requestor: { username: '' } })).toEqual([
    'A kubectl command: it does not say who sent it, so it is asked as dana, without the impersonation.',
  ])
  expect(said(command)).toEqual(['A kubectl command: it is the request now; who asks and the policy unchanged.'])
  const emptied = { ...scenario, policy: '', requestor: { username: '' } }
  expect(wordsOf(recognise('kubectl get pods'), 'replace', emptied, true)).toEqual([
    'A kubectl command: it is the request now; enter who asks, the example gave way, and there is no policy yet.',
  ])
})

test('a file of authorizers is kept, and says what of it is not decided', () => {
  const file = (authorizers: string) =>
    `apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\nauthorizers: ${authorizers}\n`
  expect(said(file('[{type: Node, name: n}, {type: RBAC, name: r}]'))).toEqual([
    'An AuthorizationConfiguration: it is in the tab Authorizers, with Node,RBAC; policy unchanged.',
  ])
  expect(said(file('[{type: Webhook, name: w, webhook: {failurePolicy: Deny}}, {type: ABAC}]'))).toEqual([
    'An AuthorizationConfiguration: it is in the tab Authorizers, with Webhook; policy unchanged.',
    'Remove the type ABAC, which is not decided here.',
    'The answers of its webhooks come from the table in the tab Webhook.',
  ])
})

test('an example that gave way is named', () => {
  expect(wordsOf(recognise(REFUSED), 'replace', { ...scenario, policy: '' }, true)).toEqual([
    'A 403 message: the request and who asked were filled in; the example gave way, and there is no policy yet.',
  ])
})

test('a kubeconfig says whom it names, and that it cannot say who asks', () => {
  const config = (user: string) =>
    `apiVersion: v1\nkind: Config\ncontexts: [{name: c, context: {cluster: k, user: u, namespace: team}}]\nclusters: []\nusers: [{name: u, user: {${user}}}]\n`
  expect(said(config('token: x'))).toEqual([
    'A kubeconfig: the context c has the user u, who logs in with a token. Its namespace is team.',
    'It impersonates nobody, so nothing was filled in.',
    expect.stringContaining('No secret is kept.'),
  ])
  expect(said(config('token: x, as: jane'))[1]).toBe(
    'Each of its requests impersonates jane: the headers were filled in.',
  )
})

test('a design decides, and the policy stays', () => {
  expect(said('design: mine\nfrom: constrained\n')).toEqual([
    'A design: it decides now, and is in the tab Design; request and policy unchanged.',
  ])
  expect(said(`design: mine\nfrom: constrained\n---\n${ROLE}`)).toEqual([
    'A design: it decides now, and is in the tab Design.',
    'A policy with 1 role: it replaced the policy.',
  ])
})
