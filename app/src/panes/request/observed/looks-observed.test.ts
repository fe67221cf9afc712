import { describe, expect, it } from 'vitest'
import { looksLikeClusterOutput } from './looks-observed.ts'

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
