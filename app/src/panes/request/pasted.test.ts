import { describe, expect, it, test } from 'vitest'
import { looksLikeClusterOutput, pastedRequest } from './pasted.ts'

test('a whole request is taken in the form that it has', () => {
  expect(pastedRequest('kubectl get pods --as=jane')?.form).toBe('kubectl')
  expect(pastedRequest("curl -k https://localhost:6443/api -H 'Impersonate-User: jane'")?.form).toBe('curl')
  expect(pastedRequest('GET /api/v1/pods HTTP/1.1\r\nImpersonate-User: jane\r\n')?.form).toBe('http')
})

test('the text stays as it was pasted', () => {
  const text = '$ kubectl get pods \\\n  --as=jane\n\0'
  expect(pastedRequest(text)).toEqual({ form: 'kubectl', text })
})

test('a text for a field is not a request', () => {
  for (const text of [
    '',
    'k',
    'curl',
    ' jane ',
    'Impersonate-User: jane',
    'system:masters',
    '/healthz',
    'app in (web)',
    '\0',
  ]) {
    expect(pastedRequest(text)).toBeUndefined()
  }
})

describe('what a cluster tells', () => {
  it.each([
    '{"kind":"Event","apiVersion":"audit.k8s.io/v1","verb":"list"}',
    'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" in API group "" at the cluster scope',
    'E1122 x.go:1] "Failed" err="pods is forbidden: User \\"jane\\" cannot list"',
    'I1122 01:50:46.701622 1 mode.go:284] "Impersonation authorization check" username="ctl"',
    'I1122 02:08:12.463448 408 rbac.go:119] RBAC: no rules authorize user "ctl" with groups ["ops"]',
    'roles.rbac.authorization.k8s.io "r" is forbidden: user "jane" (groups=["devs"]) is attempting to grant RBAC permissions',
  ])('is recognised: %s', (text) => expect(looksLikeClusterOutput(text)).toBe(true))

  it.each([
    'kubectl get pods --as=jane',
    'GET /api/v1/pods\nImpersonate-User: jane',
    'kind: ClusterRole\napiVersion: rbac.authorization.k8s.io/v1',
    'jane',
  ])('is nothing of this: %s', (text) => expect(looksLikeClusterOutput(text)).toBe(false))
})
