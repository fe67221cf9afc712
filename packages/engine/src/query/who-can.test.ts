import { describe, expect, it } from 'vitest'
import { type Attributes, attributesFor, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf, userOf } from '../rights/index.ts'
import { plainText } from '../words/index.ts'
import { subjectsOf } from './subjects.ts'
import { whoCan, whoCanInWords } from './who-can.ts'

const POLICY = readPolicy(`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: prod}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
- {kind: ServiceAccount, name: bot, namespace: ci}
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
- {kind: ServiceAccount, name: here}
roleRef: {kind: Role, name: reader, apiGroup: rbac.authorization.k8s.io}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: prod}
rules:
- {apiGroups: [""], resources: [secrets], verbs: [get]}
- {apiGroups: [""], resources: [pods], verbs: [get], resourceNames: [web]}
- {apiGroups: [""], resources: [pods], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: everything}
rules:
- {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}
- {nonResourceURLs: [/metrics], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: admins}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
- {kind: Group, name: 'system:masters', apiGroup: rbac.authorization.k8s.io}
roleRef: {kind: ClusterRole, name: everything, apiGroup: rbac.authorization.k8s.io}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: nothing}
subjects:
- {kind: User, name: ada, apiGroup: rbac.authorization.k8s.io}
roleRef: {kind: ClusterRole, name: gone, apiGroup: rbac.authorization.k8s.io}
`)

const PORTAL = readPolicy(`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: both}
subjects:
- {kind: ServiceAccount, namespace: web, name: portal}
- {kind: User, name: 'system:serviceaccount:web:portal', apiGroup: rbac.authorization.k8s.io}
roleRef: {kind: ClusterRole, name: reader, apiGroup: rbac.authorization.k8s.io}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: as-user, namespace: web}
subjects:
- {kind: User, name: 'system:serviceaccount:web:portal', apiGroup: rbac.authorization.k8s.io}
roleRef: {kind: ClusterRole, name: reader, apiGroup: rbac.authorization.k8s.io}
`)

const GET_POD = attributesFor(userInfo({ username: '' }), {
  verb: 'get',
  apiVersion: 'v1',
  resource: 'pods',
  namespace: 'prod',
  name: 'web',
})

const bound = rightsOf(POLICY)
const namesIn = (attributes: Partial<Attributes>) =>
  whoCan(bound, { ...GET_POD, ...attributes }).subjects.map(({ kind, namespace, name, ways }) => [
    `${kind} ${namespace}${namespace === '' ? '' : '/'}${name}`,
    ...ways.map(({ authorizer, binding, rule }) =>
      binding === undefined ? authorizer : `${binding.name} line ${rule?.range.line}`,
    ),
  ])

describe('who can', () => {
  it('lists superusers, then the subjects of cluster-wide bindings, then those of the namespace, with every way', () => {
    expect(namesIn({})).toEqual([
      ['Group system:masters', 'system:masters', 'admins line 23'],
      ['User jane', 'admins line 23', 'b line 16'],
      ['ServiceAccount ci/bot', 'b line 16'],
      ['ServiceAccount prod/here', 'b line 16'],
    ])
  })

  it('names the first rule that allows it', () => {
    expect(namesIn({ name: 'db' }).at(-1)).toEqual(['ServiceAccount prod/here', 'b line 17'])
  })

  it('leaves out bindings of other namespaces, and all of them where the request names none', () => {
    expect(namesIn({ namespace: 'dev' })).toHaveLength(2)
    expect(namesIn({ namespace: '' })).toHaveLength(2)
  })

  it('answers for a path', () => {
    expect(namesIn({ isResourceRequest: false, path: '/metrics', namespace: '' })).toHaveLength(2)
    expect(namesIn({ isResourceRequest: false, path: '/healthz', namespace: '' })).toEqual([
      ['Group system:masters', 'system:masters'],
    ])
  })

  it('lists a service account once that is also bound as the user that it is', () => {
    const { subjects } = whoCan(rightsOf(PORTAL), { ...GET_POD, namespace: 'web' })
    expect(subjects.map(({ kind, namespace, name, ways }) => [kind, namespace, name, ways.length])).toEqual([
      ['Group', '', 'system:masters', 1],
      ['ServiceAccount', 'web', 'portal', 2],
    ])
    expect(subjectsOf(PORTAL)).toEqual([{ kind: 'ServiceAccount', namespace: 'web', name: 'portal' }])
  })

  it('reports bindings to roles that do not exist', () => {
    expect(whoCan(bound, GET_POD).errors).toEqual(['clusterrole.rbac.authorization.k8s.io "gone" not found'])
  })
})

describe('the subjects of a policy', () => {
  it('are each once, in the order of the text, with the namespace that counts', () => {
    expect(subjectsOf(POLICY)).toEqual([
      { kind: 'User', name: 'jane', namespace: '' },
      { kind: 'ServiceAccount', name: 'bot', namespace: 'ci' },
      { kind: 'ServiceAccount', name: 'here', namespace: 'prod' },
      { kind: 'Group', name: 'system:masters', namespace: '' },
      { kind: 'User', name: 'ada', namespace: '' },
    ])
  })

  it('are users with the groups that every such user is in', () => {
    const groupsOf = (kind: 'User' | 'Group' | 'ServiceAccount', name: string, namespace = '') =>
      userOf({ kind, name, namespace }).groups
    expect(groupsOf('User', 'jane')).toEqual(['system:authenticated'])
    expect(groupsOf('ServiceAccount', 'bot', 'ci')).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:ci',
      'system:authenticated',
    ])
    expect(groupsOf('User', 'system:serviceaccount:ci:bot')).toEqual(groupsOf('ServiceAccount', 'bot', 'ci'))
    expect(groupsOf('User', 'system:node:n1')).toEqual(['system:nodes', 'system:authenticated'])
    expect(groupsOf('User', 'system:anonymous')).toEqual(['system:unauthenticated'])
    expect(groupsOf('Group', 'devs')).toEqual(['devs', 'system:authenticated'])
    expect(groupsOf('Group', 'system:serviceaccounts:ci')).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:ci',
      'system:authenticated',
    ])
    expect(groupsOf('Group', 'system:unauthenticated')).toEqual(['system:unauthenticated'])
  })
})

describe('who can, in words', () => {
  const words = (attributes: Partial<Attributes>) => {
    const asked = { ...GET_POD, ...attributes }
    return plainText(whoCanInWords(whoCan(bound, asked), asked))
  }

  it('counts the subjects beside superusers', () => {
    expect(words({})).toBe('3 subjects may get pods named web in namespace prod, and members of group system:masters.')
    expect(words({ namespace: 'dev' })).toBe(
      '1 subject may get pods named web in namespace dev, and members of group system:masters.',
    )
  })

  it('says that nobody may', () => {
    expect(words({ isResourceRequest: false, path: '/healthz' })).toBe(
      'Nobody but members of group system:masters may get the path /healthz.',
    )
  })
})
