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
