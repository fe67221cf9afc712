import { describe, expect, it } from 'vitest'
import type { ClusterSettings } from '../../cluster/index.ts'
import { userInfo } from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { rightsOf } from '../../rights/index.ts'
import { type Escalation, equivalents } from './escalations.ts'
import { policyOf, type Rule } from './testing.ts'

const CLUSTER: ClusterSettings = { version: '1.36', authorizationModes: ['RBAC'] }

function escalations(namespace: string, ...rules: readonly Rule[]): readonly Omit<Escalation, 'evidence'>[] {
  const bound = rightsOf(readPolicy(policyOf(['User/jane', namespace, ...rules])))
  return equivalents(bound, userInfo({ username: 'jane' }), CLUSTER).map(({ evidence: _, ...way }) => way)
}

const rule = (verbs: string, apiGroup: string, resource: string, ...resourceNames: readonly string[]): Rule => ({
  verbs: verbs.split(' '),
  apiGroups: [apiGroup],
  resources: resource.split(' '),
  ...(resourceNames.length > 0 && { resourceNames }),
})

const RBAC = 'rbac.authorization.k8s.io'
const CERTIFICATES = 'certificates.k8s.io'

describe('ways to the rights of somebody else', () => {
  it('are tokens of service accounts, by name', () => {
    expect(escalations('prod', rule('create', '', 'serviceaccounts/token', 'ci'))).toEqual([
      { kind: 'token', accounts: ['ci'], namespace: 'prod' },
    ])
    expect(escalations('', rule('create', '', '*/token'))).toEqual([{ kind: 'token', accounts: 'any' }])
    expect(escalations('', rule('get', '', 'serviceaccounts/token'), rule('create', '', 'serviceaccounts'))).toEqual([])
  })

  it('are pods, and objects whose controllers create pods', () => {
    expect(escalations('prod', rule('create', '', 'pods'), rule('create', 'apps', 'deployments replicasets'))).toEqual([
      { kind: 'pod', accounts: 'any', namespace: 'prod' },
      {
        kind: 'workload',
        resources: ['deployments.apps', 'replicasets.apps'],
        namespace: 'prod',
      },
    ])
  })

  it('are no pods by a rule with names: a request to create has none', () => {
    expect(escalations('prod', rule('create', '', 'pods', 'web'), rule('get list', '', 'pods'))).toEqual([])
  })

  it('are Secrets that may contain tokens, or will', () => {
    expect(escalations('prod', rule('get', '', 'secrets', 'a'))).toEqual([
      { kind: 'read-secrets', objects: ['a'], namespace: 'prod' },
    ])
    expect(escalations('prod', rule('create get', '', 'secrets'))).toEqual([
      { kind: 'token-secret', accounts: 'any', namespace: 'prod' },
    ])
    expect(escalations('prod', rule('create', '', 'secrets'))).toEqual([])
  })

  it('are commands in pods, there or through a kubelet', () => {
    expect(escalations('prod', rule('create', '', 'pods/exec'))).toEqual([
      { kind: 'exec', objects: 'any', namespace: 'prod' },
    ])
    expect(escalations('', rule('get', '', 'nodes/proxy', 'n1'))).toEqual([{ kind: 'node-proxy', nodes: ['n1'] }])
    expect(escalations('prod', rule('get', '', 'nodes/proxy'))).toEqual([])
  })

  it('are certificates: all three permissions, and in the whole cluster', () => {
    const create = rule('create', CERTIFICATES, 'certificatesigningrequests')
    const approve = rule('update', CERTIFICATES, 'certificatesigningrequests/approval')
    const signer = (...names: readonly string[]) => rule('approve', CERTIFICATES, 'signers', ...names)
    expect(escalations('', create, approve, signer('kubernetes.io/kube-apiserver-client'))).toEqual([
      { kind: 'certificate' },
    ])
    expect(escalations('', create, approve, signer('kubernetes.io/*'))).toEqual([{ kind: 'certificate' }])
    expect(escalations('', create, approve, signer())).toEqual([{ kind: 'certificate' }])
    expect(escalations('', create, approve, signer('kubernetes.io/kubelet-serving'))).toEqual([])
    expect(escalations('', create, approve)).toEqual([])
    expect(escalations('', create, signer())).toEqual([])
    expect(escalations('prod', create, approve, signer())).toEqual([])
  })

  it('are bindings of roles that one does not hold', () => {
    expect(escalations('', rule('bind', RBAC, 'clusterroles', 'admin'), rule('create', RBAC, 'rolebindings'))).toEqual([
      { kind: 'bind', role: 'ClusterRole', names: ['admin'], by: 'RoleBinding' },
    ])
    expect(escalations('', rule('bind create', RBAC, 'clusterroles clusterrolebindings'))).toEqual([
      { kind: 'bind', role: 'ClusterRole', names: 'any', by: 'ClusterRoleBinding' },
    ])
    expect(escalations('prod', rule('bind create', RBAC, 'clusterroles clusterrolebindings'))).toEqual([])
    expect(escalations('prod', rule('bind create', RBAC, 'clusterroles rolebindings'))).toEqual([
      { kind: 'bind', role: 'ClusterRole', names: 'any', namespace: 'prod', by: 'RoleBinding' },
    ])
    expect(escalations('', rule('bind', RBAC, 'clusterroles'))).toEqual([])
  })

  it('are existing bindings that get another subject', () => {
    const both = [rule('bind', RBAC, 'clusterroles'), rule('update', RBAC, 'clusterrolebindings', 'r0', 'other')]
    expect(escalations('', ...both)).toEqual([
      { kind: 'bind', role: 'ClusterRole', names: ['r0'], by: 'ClusterRoleBinding', binding: 'r0' },
    ])
  })

  it('are roles that may be given any rules', () => {
    expect(escalations('', rule('escalate update', RBAC, 'clusterroles', 'r0'))).toEqual([
      { kind: 'escalate', role: 'ClusterRole', names: ['r0'] },
    ])
    expect(escalations('', rule('escalate', RBAC, 'clusterroles'), rule('create', RBAC, 'clusterroles'))).toEqual([
      { kind: 'escalate', role: 'ClusterRole' },
    ])
    expect(escalations('prod', rule('escalate patch', RBAC, 'roles clusterroles'))).toEqual([
      { kind: 'escalate', role: 'Role', names: 'any', namespace: 'prod' },
    ])
    expect(escalations('', rule('escalate', RBAC, 'clusterroles'))).toEqual([])
  })

  it('need each of their rules', () => {
    const policy = policyOf(
      ['User/jane', '', rule('create', RBAC, 'clusterrolebindings')],
      ['Group/ops', '', rule('bind', RBAC, 'clusterroles', 'view')],
    )
    const bound = rightsOf(readPolicy(policy))
    const [way] = equivalents(bound, userInfo({ username: 'jane', groups: ['ops'] }), CLUSTER)
    expect(way?.evidence.map(({ binding }) => binding?.name)).toEqual(['r0', 'r1'])
    expect(equivalents(bound, userInfo({ username: 'jane' }), CLUSTER)).toEqual([])
  })
})
