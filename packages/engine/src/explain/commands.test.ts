import { describe, expect, it } from 'vitest'
import { jsonPatched } from '../changes/index.ts'
import { readPolicy } from '../policy/index.ts'
import { splitCommand } from '../shell/index.ts'
import { LineIndex } from '../text/index.ts'
import { type JsonValue, readJsonTexts } from '../yaml/index.ts'
import { changeCommands } from './commands.ts'

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: prod}
rules:
- apiGroups: [""]
  resources: [pods]
  verbs: [get]
- apiGroups: [apps]   # not extensions
  resources: [deployments]
  resourceNames: [web]
  verbs: [get, delte]
`
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: prod, annotations: {owner: ci}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects:
- {kind: User, name: deployer, apiGroup: rbac.authorization.k8s.io}
`
const CLUSTER_ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: part, labels: {example.com/to: viewers}}
rules: []
`

const commands = (before: string, after: string) => changeCommands(readPolicy(before), readPolicy(after))
const objectIn = (text: string) => readJsonTexts(text, 'policy').documents[0]?.value as JsonValue
const placed = { lines: new LineIndex('policy', ''), document: { spanOf: () => ({ start: 0, end: 0 }) } as never }

/** The JSON patch of the one command that patches. */
function patchIn([command = '', ...others]: readonly string[]): JsonValue {
  expect(others).toEqual([])
  const read = splitCommand(command)
  const words = JSON.stringify(read)
  expect(words).toContain('--type=json')
  const quoted = /-p (?:'([\s\S]*)'|(\S+))$/.exec(command)
  return JSON.parse((quoted?.[1] ?? quoted?.[2] ?? '').replaceAll("'\\''", "'"))
}

describe('the commands that do a change', () => {
  it.each([
    ['a value is replaced', ROLE, ROLE.replace('delte', 'delete')],
    ['a list gets a value', ROLE, ROLE.replace('delte]', 'delte, delete]')],
    ['two lists get a value', ROLE, ROLE.replace('[get]', '[get, list]').replace('[apps]', '[apps, ""]')],
    ['a rule is for every name', ROLE, ROLE.replace('  resourceNames: [web]\n', '')],
    ['a value has a quote', ROLE, ROLE.replace('[web]', '["it\'s"]')],
    ['a binding gets a subject', BINDING, `${BINDING}- {kind: ServiceAccount, name: a, namespace: ci}\n`],
    ['a binding gets its first subject', BINDING.slice(0, BINDING.indexOf('subjects')), BINDING],
    [
      'a subject becomes another',
      BINDING,
      BINDING.replace(/- .*\n/, '- {kind: ServiceAccount, name: deployer, namespace: ci}\n'),
    ],
    ['a label is mended', CLUSTER_ROLE, CLUSTER_ROLE.replace('viewers', 'view')],
  ])('patch the object into that of the changed policy: %s', (_, before, after) => {
    expect(jsonPatched(objectIn(before), patchIn(commands(before, after)), placed)).toEqual(objectIn(after))
  })

  it('test the rule before they change it', () => {
    expect(commands(ROLE, ROLE.replace('delte', 'delete'))).toEqual([
      `kubectl patch role/deploy -n prod --type=json -p '[{"op":"test","path":"/rules/1","value":{"verbs":["get","delte"],"apiGroups":["apps"],"resources":["deployments"],"resourceNames":["web"]}},{"op":"replace","path":"/rules/1/verbs/1","value":"delete"}]'`,
    ])
    const patch = patchIn(commands(ROLE, ROLE.replace('delte', 'delete')))
    expect(() => jsonPatched(objectIn(ROLE.replace('web', 'api')), patch, placed)).toThrow()
  })

  it('create new objects from just their documents', () => {
    expect(commands(ROLE, `${ROLE}---\n${CLUSTER_ROLE}---\n${BINDING}`)).toEqual([
      `kubectl create -f - <<'EOF'
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: part
  labels:
    example.com/to: viewers
rules: []
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: deployers
  namespace: prod
  annotations:
    owner: ci
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: deploy
subjects:
  - kind: User
    name: deployer
    apiGroup: rbac.authorization.k8s.io
EOF`,
    ])
  })

  it('delete a binding and make it anew where its role changes', () => {
    const [first = '', second = '', ...others] = commands(BINDING, BINDING.replace('kind: Role,', 'kind: ClusterRole,'))
    expect(others).toEqual([])
    expect(first).toBe(
      '# The roleRef of a binding cannot be changed, so the binding is deleted and made anew.\nkubectl delete rolebinding/deployers -n prod',
    )
    expect(second).toContain('owner: ci')
    expect(second).toContain('kind: ClusterRole')
  })

  it('create a moved object in its namespace before they delete the old one', () => {
    const moved = commands(ROLE, ROLE.replace('namespace: prod', 'namespace: production'))
    expect(moved.map((command) => command.split('\n')[0])).toEqual([
      "kubectl create -f - <<'EOF'",
      'kubectl delete role/deploy -n prod',
    ])
  })

  it('read no name as a flag or as several words', () => {
    const hostile = CLUSTER_ROLE.replace('name: part', 'name: "--all; x"')
    expect(commands(hostile, hostile.replace('viewers', 'view'))[0]).toMatch(
      /^kubectl patch 'clusterrole\/--all; x' --type/,
    )
  })

  it('are none where roles and bindings are the same', () => {
    expect(commands(ROLE, ROLE.replace('# not extensions', ''))).toEqual([])
  })
})
