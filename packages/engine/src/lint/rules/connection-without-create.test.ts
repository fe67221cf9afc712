import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { type LintContext, lintPolicy } from '../lint.ts'
import { binding, codes, JANE, role } from '../testing.ts'

function found(rules: string, context: LintContext = {}) {
  const text = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules:\n${rules}\n`
  return lintPolicy(readPolicy(text), context)
    .filter(({ code }) => code === 'connection-without-create')
    .map(({ severity, range }) => `${severity} in line ${range.line}`)
}

const CREATE = 'apiGroups: [""], resources: [pods/exec], verbs: [create]'
const IN_PROD = { kind: 'Role' }
const GET = '- {apiGroups: [""], resources: [pods, pods/exec], verbs: [get]}'

describe('a role with get on a connection', () => {
  it('needs create as well, from any rule of the role', () => {
    expect(found(GET)).toEqual(['warning in line 5'])
    expect(found(GET.replace('get]', 'get, create]'))).toEqual([])
    expect(found(`${GET}\n- {apiGroups: ["*"], resources: ["*/exec"], verbs: ["*"]}`)).toEqual([])
    expect(found(`${GET}\n- {apiGroups: [""], resources: [pods/attach], verbs: [create]}`)).toEqual([
      'warning in line 5',
    ])
  })

  it.each(['pods/attach', 'pods/portforward', '"*/exec"'])('is any connection: %s', (resource) => {
    expect(found(GET.replace('pods/exec', resource))).toHaveLength(1)
  })

  it.each(['pods/log', 'pods/proxy', '"*"'])('is not %s', (resource) => {
    expect(found(GET.replace('pods/exec', resource))).toEqual([])
  })

  it('is completed by another role of somebody who has it', () => {
    const bound = (subjects: string, more: string) =>
      found(`${GET}\n---\n${binding(subjects)}---\n${role([CREATE], { name: 's', ...IN_PROD })}---\n${more}`)
    const toJane = binding(JANE, { kind: 'RoleBinding', name: 'c', to: 's', roleKind: 'Role' })
    expect(bound(JANE, toJane)).toEqual([])
    expect(bound(`${JANE}, {kind: Group, name: devs}`, toJane)).toEqual([])
    expect(bound('{kind: Group, name: devs}', toJane)).toHaveLength(1)
    expect(bound(JANE, '')).toHaveLength(1)
    expect(
      found(`${GET}\n---\n${role([CREATE], { name: 's' })}---\n${toJane.replace('kind: Role,', 'kind: ClusterRole,')}`),
    ).toHaveLength(1)
  })

  it('is completed where it is a part of a default role as well', () => {
    const part = role([GET.slice(3, -1)], { more: ', labels: {rbac.authorization.k8s.io/aggregate-to-view: "true"}' })
    const rest = [role([CREATE], { name: 's' }), binding(JANE, { to: 'view' })]
    const at = (...texts: readonly string[]) =>
      codes(texts.join('---\n')).filter((code) => code === 'connection-without-create')
    expect(at(part, ...rest, binding(JANE, { name: 'c', to: 's' }))).toEqual([])
    expect(at(part, ...rest)).toHaveLength(1)
    const everybody = binding('{kind: Group, name: "system:authenticated"}', { to: 'view' })
    expect(at(part, rest[0] ?? '', everybody, binding(JANE, { name: 'c', to: 's' }))).toEqual([])
  })

  it('names every connection of the rule', () => {
    const text = role(['apiGroups: [""], resources: [pods/exec, pods/attach, pods/log], verbs: [get]'])
    expect(lintPolicy(readPolicy(text)).map(({ message }) => message)).toEqual([
      expect.stringContaining('needs “create” on “pods/exec” and “pods/attach” as well'),
    ])
  })

  it('is a note where get alone opens one', () => {
    expect(found(GET, { cluster: { version: '1.34' } })).toEqual(['note in line 5'])
    const off = { version: '1.36', authorizePodWebsocketUpgradeCreatePermission: false } as const
    expect(found(GET, { cluster: off })).toEqual(['note in line 5'])
  })
})
