import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { role } from '../testing.ts'

const said = (...objects: readonly string[]) =>
  lintPolicy(readPolicy(objects.join('---\n'))).flatMap(({ code, severity, message }) =>
    code === 'grants-escalation' ? [[severity, message]] : [],
  )
const rule = (verb: string, names: string, resource = 'clusterroles') =>
  role([
    `apiGroups: [rbac.authorization.k8s.io], resources: [${resource}], resourceNames: [${names}], verbs: ["${verb}"]`,
  ])

describe('“use” of policies for pods', () => {
  const use = (group: string, resource: string, names = '') =>
    said(role([`apiGroups: [${group}], resources: [${resource}], verbs: [use]${names}`]))
  const SCC = ['security.openshift.io', 'securitycontextconstraints'] as const

  it('is noted of every policy, and of those that let pods be privileged', () => {
    expect(use(...SCC)).toEqual([
      [
        'note',
        'This rule is a way to more privileges: it allows pods under every security context constraint, also under one for privileged pods (“use”).',
      ],
    ])
    expect(use(...SCC, ', resourceNames: [restricted-v2, anyuid]')).toEqual([
      [
        'note',
        'This rule is a way to more privileges: it allows pods under the security context constraint “anyuid”, as root or with access to the node (“use”).',
      ],
    ])
    expect(use('policy', 'podsecuritypolicies')).toHaveLength(1)
  })

  it('is not noted of others, and not of other verbs', () => {
    expect(use(...SCC, ', resourceNames: [restricted-v2, my-own]')).toEqual([])
    expect(said(role([`apiGroups: [${SCC[0]}], resources: [${SCC[1]}], verbs: [get, list]`]))).toEqual([])
  })
})

describe('“bind” and “escalate” with names', () => {
  it('warn of a role that allows everything, by its name or by its rules', () => {
    const bind = (name: string) => [
      'warning',
      `This rule is a way to more privileges: it allows bindings of ClusterRole “${name}”, which allows everything, where its holder may create or change bindings (“bind”).`,
    ]
    expect(said(rule('bind', 'view, cluster-admin'))).toEqual([bind('cluster-admin')])
    const root = role(['apiGroups: ["*"], resources: ["*"], verbs: ["*"]'], { name: 'root' })
    expect(said(rule('bind', 'root'), root)).toEqual([bind('root')])
    const own = role(['apiGroups: [""], resources: [pods], verbs: [get]'], { name: 'cluster-admin' })
    expect(said(rule('bind', 'cluster-admin'), own)).toEqual([])
  })

  it('note any rules in the roles that “escalate” names', () => {
    expect(said(rule('escalate', 'a, b', 'roles'))).toEqual([
      [
        'note',
        'This rule is a way to more privileges: it allows any rules in Roles “a” and “b”, where its holder may change them (“escalate”).',
      ],
    ])
  })

  it('are both in “*”', () => {
    const [[, message = ''] = []] = said(rule('*', 'cluster-admin'))
    expect(message).toContain('(“escalate”) and bindings of ClusterRole “cluster-admin”')
  })

  it('are none where the roles that are bound have few permissions', () => {
    expect(said(rule('bind', 'view'))).toEqual([])
  })
})
