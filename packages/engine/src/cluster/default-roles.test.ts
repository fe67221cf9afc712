import { describe, expect, it } from 'vitest'
import { defaultRoles } from '../decide/index.ts'
import { attributesFor, KUBERNETES_VERSIONS, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { type Cluster, clusterOf, mayNeedDefaultRoles } from './index.ts'
import { unreadBetween, unreadFor, unreadOf } from './unread.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1\n'
const binding = (role: string, subject: string, namespace = 'prod', name = 'b') =>
  `${RBAC}kind: RoleBinding\nmetadata: {name: ${name}, namespace: ${namespace}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role}}\nsubjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ${subject}}]\n`
const clusterBinding = (role: string, subject: string) =>
  binding(role, subject).replace('kind: RoleBinding', 'kind: ClusterRoleBinding').replace(', namespace: prod', '')

function cluster(policy: string, setting?: boolean): Cluster {
  const settings = setting === undefined ? {} : { defaultRoles: setting }
  return clusterOf(readPolicy(policy), settings, { defaultRoles: defaultRoles() })
}

const may = (of: Cluster, verb: string, resource: string, apiGroup = '', namespace = 'prod') =>
  of.authorizer.authorize(attributesFor(userInfo({ username: 'dana' }), { verb, apiGroup, resource, namespace }))
    .decision

describe('roles that every cluster has', () => {
  it('are there where a binding names them, with what they aggregate', () => {
    const edit = cluster(binding('edit', 'dana'))
    expect(may(edit, 'create', 'pods')).toBe('Allow')
    expect(may(edit, 'list', 'pods')).toBe('Allow')
    expect(may(edit, 'create', 'pods', '', 'other')).toBe('NoOpinion')
    expect(edit.defaultRoles?.roles.map(({ name }) => name)).toEqual([
      'edit',
      'view',
      'system:aggregate-to-edit',
      'system:aggregate-to-view',
    ])
  })

  it('have the rules that the policy aggregates into them', () => {
    const widgets = `${RBAC}kind: ClusterRole\nmetadata: {name: widgets, labels: {rbac.authorization.k8s.io/aggregate-to-edit: "true"}}\nrules: [{apiGroups: [example.com], resources: [widgets], verbs: [create]}]\n`
    expect(may(cluster(`${binding('edit', 'dana')}---\n${widgets}`), 'create', 'widgets', 'example.com')).toBe('Allow')
  })

  it('are there for a role of the policy that aggregates them', () => {
    const own = `${RBAC}kind: ClusterRole\nmetadata: {name: readers}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {rbac.authorization.k8s.io/aggregate-to-view: "true"}}]}\n`
    expect(may(cluster(`${binding('readers', 'dana')}---\n${own}`), 'list', 'pods')).toBe('Allow')
  })

  it('are those of the text, where it brings its own', () => {
    const own = `${RBAC}kind: ClusterRole\nmetadata: {name: edit}\nrules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]\n`
    const edit = cluster(`${binding('edit', 'dana')}---\n${own}`)
    expect(may(edit, 'get', 'secrets')).toBe('Allow')
    expect(may(edit, 'create', 'pods')).toBe('NoOpinion')
  })

  it('are not there where the settings say so, and their bindings count only where the settings say so', () => {
    expect(may(cluster(binding('edit', 'dana'), false), 'create', 'pods')).toBe('NoOpinion')
    const admins = (of: Cluster) => of.rights.bindings.some(({ name }) => name === 'cluster-admin')
    expect([undefined, false, true].map((setting) => admins(cluster(binding('edit', 'dana'), setting)))).toEqual([
      false,
      false,
      true,
    ])
    expect(cluster(binding('own', 'dana')).defaultRoles).toBeUndefined()
  })

  it('are needed for every text that names one, however it is written', () => {
    const needs = (policy: string) => mayNeedDefaultRoles({}, policy)
    for (const { name, kind } of KUBERNETES_VERSIONS.flatMap((version) => defaultRoles(version).roles))
      if (kind === 'ClusterRole') expect(needs(binding(name, 'dana')), name).toBe(true)
    expect(needs(binding('"ed\\x69t"', 'dana'))).toBe(true)
    expect(needs(binding('own', 'dana'))).toBe(false)
    expect(needs(binding('viewer', 'admins'))).toBe(false)
    expect(mayNeedDefaultRoles({ defaultRoles: false }, binding('edit', 'dana'))).toBe(false)
    expect(mayNeedDefaultRoles({ defaultRoles: true }, '')).toBe(true)
  })
})

describe('bindings to roles that were not read', () => {
  const namesIn = (bindings: readonly { readonly roleRef: { readonly name: string } }[]) =>
    bindings.map(({ roleRef }) => roleRef.name)

  it('are those to a role that is in no text and that not every cluster has', () => {
    const policy = [binding('gone', 'dana'), binding('edit', 'dana', 'prod', 'c'), clusterBinding('far', 'eve')]
    expect(namesIn(cluster(policy.join('---\n')).unread)).toEqual(['gone', 'far'])
    expect(namesIn(cluster(policy.join('---\n'), true).unread)).toEqual(['gone', 'far'])
    const nobody = binding('gone', 'dana').replace(/subjects:.*/, 'subjects: []')
    expect(cluster(nobody).unread).toEqual([])
  })

  it('are none where the text is all there is', () => {
    expect(cluster(`${binding('gone', 'dana')}---\n${clusterBinding('far', 'eve')}`, false).unread).toEqual([])
  })

  it('are those to roles that every cluster has, where these were not loaded', () => {
    expect(namesIn(clusterOf(readPolicy(binding('edit', 'dana'))).unread)).toEqual(['edit'])
    expect(clusterOf(readPolicy(binding('edit', 'dana')), { defaultRoles: false }).unread).toEqual([])
  })

  it('matter in their scope, and for their subjects', () => {
    const both = cluster(`${binding('gone', 'dana')}---\n${clusterBinding('far', 'eve')}`)
    const inScope = (namespace: string, isResourceRequest = true) =>
      namesIn(unreadFor(both.unread, { namespace, isResourceRequest }))
    expect(inScope('prod')).toEqual(['gone', 'far'])
    expect(inScope('other')).toEqual(['far'])
    expect(inScope('', false)).toEqual(['far'])
    const of = (username: string, namespace: string) => namesIn(unreadOf(both, userInfo({ username }), namespace))
    expect([of('dana', ''), of('dana', 'prod'), of('dana', 'other'), of('eve', 'other'), of('joe', '')]).toEqual([
      ['gone'],
      ['gone'],
      [],
      ['far'],
      [],
    ])
  })

  it('change nothing where both clusters have them alike', () => {
    const between = (before: string, after: string) => {
      const unread = unreadBetween(cluster(before), cluster(after))
      return [namesIn(unread.before), namesIn(unread.after)]
    }
    expect(between(binding('gone', 'dana'), binding('gone', 'dana'))).toEqual([[], []])
    expect(between(binding('gone', 'dana'), binding('gone', 'eve'))).toEqual([['gone'], ['gone']])
    expect(between('', binding('gone', 'dana'))).toEqual([[], ['gone']])
    expect(between(binding('edit', 'dana'), binding('edit', 'eve'))).toEqual([[], []])
  })
})
