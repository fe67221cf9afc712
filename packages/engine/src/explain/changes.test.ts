import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { type Decided, decider, type Scenario } from '../decide/index.ts'
import type { KubernetesVersion } from '../kube/index.ts'
import { plainText } from '../words/index.ts'
import { type Change, changes, type Decide } from './changes.ts'
import { newAccessInWords } from './new-access-words.ts'

const decideWith = await decider()
const decide: Decide = (scenario, options) => decideWith(scenario, { cel: CEL, ...options })

function scenario(policy: string, request: string, over: Partial<Scenario> = {}): Scenario {
  return {
    version: 2,
    policy,
    request: { form: 'http', text: request },
    requestor: { username: 'system:serviceaccount:ci:deployer' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
    ...over,
  }
}

function changesOf(one: Scenario): readonly Change[] {
  const decided: Decided = decide(one)
  expect(decided.errors).toEqual([])
  return changes(decided, one, decide)
}

const inWords = (all: readonly Change[]) => all.map(({ kind, parts }) => `${kind}: ${parts.map(plainText).join('; ')}`)

const POLICY = `# Who deploys what.
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: prod}
rules:
- apiGroups: [apps]   # not extensions
  resources:
  - deployments
  verbs: [get, delte] # to clean up
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects:
- {kind: ServiceAccount, name: deployer, namespace: ci}
`

const CREATE_ROLE = `POST /apis/rbac.authorization.k8s.io/v1/namespaces/prod/roles HTTP/1.1
Content-Type: application/json

{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"x"},"rules":[{"apiGroups":[""],"resources":["secrets"],"verbs":["get"]}]}`

const DELETE = 'DELETE /apis/apps/v1/namespaces/prod/deployments/web'

describe('the smallest change', () => {
  it('of a write that grants too much gives the rules first, then escalate, each with what it opens', () => {
    const policy = POLICY.replace('apiGroups: [apps] ', 'apiGroups: [rbac.authorization.k8s.io] ')
      .replace('- deployments', '- roles')
      .replace('delte', 'create')
    const found = changesOf(scenario(policy, CREATE_ROLE))
    const opened = found.map(({ extra }) => plainText(newAccessInWords(extra).sentence))
    expect(opened[0]).toContain('may also get any secrets in namespace prod.')
    const escalating = opened.findIndex((words) =>
      words.includes('may also escalate any roles.rbac.authorization.k8s.io in namespace prod.'),
    )
    expect(escalating).toBeGreaterThan(0)
    expect(found[escalating]?.extra[0]?.dangers.map(({ id }) => id)).toEqual(['escalate'])
  })

  it('mends a mistake first, adds to a rule, or adds a role, and keeps every other byte', () => {
    const found = changesOf(scenario(POLICY, DELETE))
    expect(inWords(found)).toEqual([
      'mend: write delete for delte in line 9',
      'new-role: add Role and RoleBinding deployer-delete-deployments for service account ci/deployer in namespace prod',
    ])
    expect(found[0]?.policy).toBe(POLICY.replace('delte', 'delete'))
    expect(found[1]?.policy.startsWith(POLICY)).toBe(true)
    const extended = changesOf(scenario(POLICY.replace('get, delte', 'get'), DELETE))
    expect(inWords(extended)[1]).toBe('extend: add delete to the verbs of the rule in line 6')
    expect(extended[1]?.policy).toBe(POLICY.replace('delte]', 'delete]'))
    const sentence = (change: Change | undefined) => plainText(newAccessInWords(change?.extra ?? []).sentence)
    expect(sentence(found[1])).toBe('It opens nothing else.')
    expect(sentence(found[0])).toBe(
      'Beside this, service account ci/deployer may also delete any deployments.apps in namespace prod.',
    )
    expect(found[0]?.adds).toMatchObject([
      {
        subject: { kind: 'ServiceAccount', name: 'deployer', namespace: 'ci' },
        namespace: 'prod',
        rule: { verbs: ['delete'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: [] },
      },
    ])
  })

  it('is none where the request is allowed, or where nothing was decided', () => {
    expect(changesOf(scenario(POLICY.replace('delte', 'delete'), DELETE))).toEqual([])
    const broken = scenario(`${POLICY}---\nkind: [`, DELETE)
    expect(changes(decide(broken), broken, decide)).toEqual([])
  })

  it('counts the request itself as opened where requestor and target are one account', () => {
    const one = scenario('', 'GET /api/v1/namespaces/prod/pods\nImpersonate-User: system:serviceaccount:ci:deployer')
    const found = changesOf(one)
    expect(found.length).toBeGreaterThan(0)
    const lists = (change: Change) => change.extra.some(({ rule }) => rule.verbs.includes('list'))
    expect(found.every(lists)).toBe(true)
  })

  it('gives a request of a node what the Node authorizer knows it by', () => {
    const cluster = { version: '1.34', authorizationModes: ['Node', 'RBAC'] } as const
    const anybody = POLICY.replace('kind: Role\n', 'kind: ClusterRole\n')
      .replaceAll(', namespace: prod', '')
      .replace('kind: RoleBinding', 'kind: ClusterRoleBinding')
      .replace('kind: Role,', 'kind: ClusterRole,')
      .replace('[apps]', '[""]')
      .replace('- deployments', '- users\n  - groups')
      .replace('[get, delte]', '[impersonate]')
    const asNode = scenario(
      anybody,
      'GET /api/v1/pods?fieldSelector=spec.nodeName%3Dn1\nImpersonate-User: system:node:n1',
      { cluster },
    )
    expect(inWords(changesOf(asNode))[0]).toBe(
      'request: impersonate the group system:nodes as well, by --as-group=system:nodes: the verb impersonate adds no group to a node',
    )
    const requestor = { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] }
    const [first] = changesOf(
      scenario('', 'GET /api/v1/pods?fieldSelector=status.phase%3DFailed', { cluster, requestor }),
    )
    expect(first && inWords([first])).toEqual([
      'request: ask for the pods of this node alone, by --field-selector spec.nodeName=n1',
    ])
    expect(first?.scenario?.request.text).toContain('status.phase%3DFailed%2Cspec.nodeName%3Dn1')
  })

  it('gives a request of a node all that it lacks in one change, and never more than it lacks', () => {
    const node = { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] }
    const constrained = POLICY.replace('kind: Role\n', 'kind: ClusterRole\n')
      .replaceAll(', namespace: prod', '')
      .replace('kind: RoleBinding', 'kind: ClusterRoleBinding')
      .replace('kind: Role,', 'kind: ClusterRole,')
      .replace(/rules:[\s\S]*?---/, () =>
        [
          'rules:',
          '- {apiGroups: [authentication.k8s.io], resources: [nodes], verbs: ["impersonate:arbitrary-node"]}',
          '- {apiGroups: [""], resources: [pods], verbs: ["impersonate-on:arbitrary-node:list"]}',
          '---',
        ].join('\n'),
      )
    const legacy = constrained.replace(/rules:[\s\S]*?---/, () =>
      ['rules:', '- {apiGroups: [""], resources: [users, groups], verbs: [impersonate]}', '---'].join('\n'),
    )
    const first = (
      policy: string,
      version: '1.34' | '1.36',
      authorizationModes: readonly ('Node' | 'RBAC')[],
      as = '',
    ) =>
      changesOf(
        scenario(policy, `GET /api/v1/pods HTTP/1.1${as === '' ? '' : `\nImpersonate-User: ${as}`}`, {
          cluster: { version, authorizationModes },
          ...(as === '' && { requestor: node }),
        }),
      )[0]?.parts.map(plainText)
    const gate = 'use Kubernetes 1.36, the first with the feature gate ConstrainedImpersonation on'
    const authorizer = 'turn on the Node authorizer'
    const selector = 'ask for the pods of this node alone, by --field-selector spec.nodeName=n1'
    const both = ['Node', 'RBAC'] as const
    expect(first('', '1.34', ['RBAC'])).toEqual([authorizer, selector])
    expect(first(constrained, '1.36', both, node.username)).toEqual([selector])
    expect(first(constrained, '1.34', both, node.username)).toEqual([gate, selector])
    expect(first(constrained, '1.34', ['RBAC'], node.username)).toEqual([gate, authorizer, selector])
    expect(first(legacy, '1.34', both, node.username)).toEqual([
      expect.stringContaining('impersonate the group system:nodes as well'),
      selector,
    ])
  })

  it('is complete for the whole request: action, identity and the target’s own permission', () => {
    const one = scenario('', 'GET /api/v1/namespaces/prod/pods\nImpersonate-User: jane\nImpersonate-Group: devs')
    const [first, ...others] = changesOf(one)
    expect(first?.kind).toBe('new-role')
    expect(first?.decided.trace?.constraint).toBe('impersonate:user-info')
    expect(first?.parts.map(plainText)).toEqual([
      'add Role and RoleBinding deployer-as-others for service account ci/deployer in namespace prod',
      'add ClusterRole and ClusterRoleBinding deployer-as-jane for service account ci/deployer cluster-wide',
      'add Role and RoleBinding jane-list-pods for jane in namespace prod',
    ])
    expect(others.map(({ decided }) => decided.trace?.constraint)).toEqual([undefined])
  })

  it('binds a role that exists, but none of the system and none that grants everything', () => {
    const role = (name: string, verbs: string) =>
      `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: "${name}"}\nrules: [{apiGroups: ["*"], resources: ["*"], verbs: ${verbs}}]\n`
    const found = changesOf(
      scenario(role('system:node', '[delete]') + role('all', '["*"]') + role('cleaner', '[delete]'), DELETE),
    )
    expect(inWords(found)[1]).toBe('bind: bind ClusterRole cleaner to service account ci/deployer in namespace prod')
    expect(found.map(({ kind }) => kind)).toEqual(['new-role', 'bind'])
    const own = changesOf(scenario(role('system:x', '[delete]') + role('edit', '[delete]'), DELETE))
    expect(inWords(own)[1]).toBe('bind: bind ClusterRole system:x to service account ci/deployer in namespace prod')
  })

  it('comes last, with its danger, where it binds a name that nobody should bind', () => {
    const first = (username: string, request = DELETE) => {
      const [one] = changesOf(scenario('', request, { requestor: { username } }))
      return one?.unsafe.map(({ id }) => id)
    }
    expect(first('system:anonymous')).toBeUndefined()
    expect(first('system:anonymous', 'GET /api/v1/namespaces/web/services/ui/proxy')).toBeUndefined()
    expect(first('system:anonymous', 'GET /api/v1/namespaces/web/configmaps/users')).toBeUndefined()
    expect(first('system:anonymous', 'GET /api/v1/namespaces/kube-public/configmaps/cluster-info')).toEqual([])
    expect(first('system:anonymous', 'GET /healthz')).toEqual([])
    expect(first('system:node:n1')).toEqual(['node'])
    expect(first('system:serviceaccount:ci:default')).toEqual(['default-account'])
    expect(first('arn:aws:sts::12:assumed-role/dev/bob')).toEqual(['session'])
    expect(first('aws:botocore-session-1700000000')).toEqual(['session'])
    expect(first('arn:aws:iam::12:role/dev')).toEqual([])
    expect(first('system:bootstrap:07401b')).toEqual(['session'])
    expect(first('system:bootstrap:longer-than-a-token')).toEqual([])
    const components = [
      'kubelet',
      'aggregator',
      'front-proxy-client',
      'kube-apiserver',
      'kubernetes-admin',
      'kubernetes',
      'client',
      'kubelet-bootstrap',
    ]
    for (const name of components) expect(first(name), name).toEqual(['component'])
  })

  it('comes last, with its danger, where it leads to all rights', () => {
    const bind = `POST /apis/rbac.authorization.k8s.io/v1/clusterrolebindings HTTP/1.1
Content-Type: application/json

{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"x"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"},"subjects":[{"kind":"User","apiGroup":"rbac.authorization.k8s.io","name":"bob"}]}`
    const admin = { version: '1.36', authorizationModes: ['RBAC'], defaultRoles: true } as const
    const [first] = changesOf(scenario('', bind, { cluster: admin }))
    expect(first?.unsafe.map(({ id }) => id)).toEqual(['superusers'])
    const masters = `${DELETE} HTTP/1.1\nImpersonate-User: jane\nImpersonate-Group: system:masters`
    expect(changesOf(scenario('', masters)).map(({ unsafe }) => unsafe.map(({ id }) => id))).toEqual([['superusers']])
  })

  it('does not lift a constraint while another change allows the request', () => {
    const constrained = POLICY.replace('[get, delte]', '["impersonate-on:user-info:delete"]').concat(`---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: be-jane}
rules:
- {apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: ["impersonate:user-info"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: be-jane}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: be-jane}
subjects:
- {kind: ServiceAccount, name: deployer, namespace: ci}
`)
    const asBob = (name: string) => changesOf(scenario(constrained, `${DELETE} HTTP/1.1\nImpersonate-User: ${name}`))
    expect(asBob('bob').length).toBeGreaterThan(0)
    expect(asBob('bob').filter(({ policy }) => /verbs:.*\bimpersonate"?[,\]]/.test(policy))).toEqual([])
  })

  it('does not lift a constraint of a subject that has the older verb for other identities either', () => {
    const policy = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: act}
rules:
- {apiGroups: [authentication.k8s.io], resources: [users], verbs: ["impersonate:user-info"]}
- {apiGroups: [""], resources: [serviceaccounts], verbs: [impersonate]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: act}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: act}
subjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]
`
    const found = changesOf(scenario(policy, 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: system:node:n1'))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ adds }) => adds.some(({ rule }) => rule.verbs.includes('impersonate')))).toEqual([])
  })

  const IMPERSONATES = (...rules: readonly string[]) => `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-others}
rules:
${rules.map((rule) => `- {verbs: [impersonate], ${rule}}`).join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: as-others}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-others}
subjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]
`
  const AS_ANNA = 'GET /api/v1/namespaces/prod/pods\nImpersonate-User: anna'

  it('writes the API group in which an identity is checked, for a rule about such identities alone', () => {
    const users = 'apiGroups: [""], resources: [users, groups]'
    const first = (policy: string, request: string) => {
      const [change] = changesOf(scenario(policy, request))
      return change && inWords([change])[0]
    }
    const withUID = `${AS_ANNA}\nImpersonate-Uid: "7"`
    const uids = 'apiGroups: [""], resources: [uids, userextras/scopes]'
    expect(first(IMPERSONATES(uids, users), withUID)).toContain(
      'mend: write authentication.k8s.io for "" in line 5; add Role and RoleBinding anna-list-pods',
    )
    expect(first(IMPERSONATES(users.replace('""', 'authentication.k8s.io')), AS_ANNA)).toContain(
      'mend: write "" for authentication.k8s.io in line 5',
    )
    const both = 'apiGroups: [""], resources: [users, uids]'
    expect(inWords(changesOf(scenario(IMPERSONATES(both), withUID)))).toContainEqual(
      expect.stringContaining('extend: add authentication.k8s.io to the API groups of the rule in line 5'),
    )
  })

  it('writes the API group of the resources of a rule that has none of them in its own', () => {
    const first = (group: string, resources: string) => {
      const policy = POLICY.replace('[apps]', group)
        .replace('- deployments', `- ${resources}`)
        .replace('delte', 'delete')
      return inWords(changesOf(scenario(policy, DELETE)))[0]
    }
    expect(first('[""]', 'deployments')).toBe('mend: write apps for "" in line 6')
    expect(first('[""]', 'pods, deployments')).toMatch(/^new-role/)
    expect(first('[example.com]', 'deployments')).toMatch(/^new-role/)
  })

  it('writes the key of an extra', () => {
    const extra = `${AS_ANNA}\nImpersonate-Extra-Scopes: view`
    const rules = ['apiGroups: [""], resources: [users]', 'apiGroups: [authentication.k8s.io], resources: [userextras]']
    expect(inWords(changesOf(scenario(IMPERSONATES(...rules), extra)))[0]).toContain(
      'mend: write userextras/scopes for userextras in line 6',
    )
  })

  it('extends no rule whose mistake stays', () => {
    const wrong = 'apiGroups: [""], resources: [uids, userextras/scopes]'
    const extended = (policy: string) =>
      inWords(changesOf(scenario(policy, `${AS_ANNA}\nImpersonate-Group: devs`))).filter((one) =>
        one.startsWith('extend'),
      )
    const right = 'apiGroups: [""], resources: [users]'
    expect(extended(IMPERSONATES(right, wrong))).toEqual([
      expect.stringContaining('add groups to the resources of the rule in line 5'),
    ])
    expect(extended(IMPERSONATES(wrong, right))).toEqual([])
    expect(extended(IMPERSONATES('apiGroups: [""], resources: [users, uids]'))).toEqual([])
    const legacyInWrongGroup = IMPERSONATES('apiGroups: [authentication.k8s.io], resources: [users, groups]')
    expect(extended(legacyInWrongGroup)).toEqual([])
  })

  it('lifts no constraint by a rule that has every verb as well', () => {
    const policy = `${IMPERSONATES('apiGroups: [""], resources: [users]').replace('[impersonate]', '[impersonate, "*"]').replace('ci}', 'other}')}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: constrained}
rules:
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: constrained}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: constrained}
subjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]
`
    const found = inWords(
      changesOf(scenario(policy, 'GET /api/v1/namespaces/prod/pods\nImpersonate-User: system:node:n1')),
    )
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((words) => words.includes(' ClusterRoleBinding as-others'))).toEqual([])
  })

  it('is for every object where the name of the object is masked', () => {
    const [change] = changesOf(scenario('', 'GET /api/v1/namespaces/prod/pods/%3Cname%3E'))
    expect(change?.policy).toContain('resources:')
    expect(change?.policy).not.toContain('resourceNames')
  })

  it('never binds a mask, and grants nothing cluster-wide for one', () => {
    const masks = ['***', '<namespace>', '[redacted]', 'XXXX', '$' + '{NS}', '{{ .ns }}', '…']
    for (const mask of masks) {
      const requestor = { username: `system:serviceaccount:${mask}:deployer` }
      expect(changesOf(scenario('', DELETE, { requestor }))).toEqual([])
      expect(changesOf(scenario('', `GET /api/v1/namespaces/${encodeURIComponent(mask)}/pods`))).toEqual([])
    }
  })

  it('binds no group as a user, and no slip for the name of an account', () => {
    for (const username of ['system:nodes', 'system:serviceaccounts:prod', 'system:service-account:prod:ci'])
      expect(changesOf(scenario('', DELETE, { requestor: { username } }))).toEqual([])
  })

  it('mends the namespace of an account, unless the policy has more to do with that namespace', () => {
    const elsewhere = POLICY.replace('delte', 'delete').replace('namespace: ci', 'namespace: build')
    expect(inWords(changesOf(scenario(elsewhere, DELETE)))[0]).toBe('mend: write ci for build in line 16')
    const used = elsewhere.replace('subjects:\n', 'subjects:\n- {kind: ServiceAccount, name: bot, namespace: build}\n')
    expect(changesOf(scenario(used, DELETE)).map(({ kind }) => kind)).not.toContain('mend')
  })

  it('offers the label by which a role of the user aggregates', () => {
    const role = (name: string, rest: string) =>
      `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${name}}\n${rest}\n`
    const view = role('view', 'aggregationRule: {clusterRoleSelectors: [{matchLabels: {to-view: "true"}}]}')
    const cleaner = role('cleaner', 'rules: [{apiGroups: [apps], resources: [deployments], verbs: [delete]}]')
    const bound = POLICY.slice(POLICY.indexOf('---\n') + 4).replace(
      'kind: Role, name: deploy',
      'kind: ClusterRole, name: view',
    )
    const found = changesOf(scenario(bound + view + cleaner, DELETE))
    expect(inWords(found)).toContain('extend: give ClusterRole cleaner the label to-view: true in line 15')
    expect(found.find(({ kind }) => kind === 'extend')?.policy).toContain(
      'metadata: {name: cleaner, labels: {to-view: "true"}}',
    )
    // The controller would replace the rules that are written in view.
    const written = view + 'rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]\n'
    expect(inWords(changesOf(scenario(bound + written + cleaner, DELETE))).join()).not.toContain('to-view')
  })

  it('binds no role in a namespace where a part of it grants nothing', () => {
    const act = (resources: string) =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: act}\nrules: [{apiGroups: [""], resources: [${resources}], verbs: [impersonate]}]\n`
    const asked = `${DELETE} HTTP/1.1\nImpersonate-User: system:serviceaccount:prod:bot`
    const bindings = (resources: string) =>
      changesOf(scenario(act(resources), asked)).filter(({ kind }) => kind === 'bind').length
    expect(bindings('serviceaccounts')).toBeGreaterThan(0)
    expect(bindings('serviceaccounts, users')).toBe(0)
  })

  it('lets nobody act as the accounts of a name in every namespace, unless they do already', () => {
    const act = (resources: string, name: string) =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: act}\nrules: [{apiGroups: [""], resources: [${resources}], resourceNames: ["${name}"], verbs: [impersonate]}]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: act}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: act}\nsubjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]\n`
    const asked = `${DELETE} HTTP/1.1\nImpersonate-User: system:serviceaccount:prod:bot`
    const kinds = (...of: Parameters<typeof act>) => changesOf(scenario(act(...of), asked)).map(({ kind }) => kind)
    expect(new Set(kinds('users', 'bot'))).toEqual(new Set(['new-role']))
    expect(kinds('serviceaccounts', 'system:serviceaccount:prod:bot')).toEqual(['new-role'])
    expect(kinds('serviceaccounts', 'bott')).toContain('mend')
    // Any verb is this verb, too.
    const any = act('serviceaccounts', 'bot').replace('[impersonate]', '["*"]')
    const users = '\n- {apiGroups: [""], resources: [users], verbs: [impersonate]}'
    const local = any
      .replace(/rules: \[(.*)\]\n---/, `rules:\n- $1${users}\n---`)
      .replace(
        'kind: ClusterRoleBinding\nmetadata: {name: act}',
        'kind: RoleBinding\nmetadata: {name: act, namespace: prod}',
      )
    const asUser = changesOf(scenario(local, `${DELETE} HTTP/1.1\nImpersonate-User: jane`))
    expect(asUser.map(({ kind }) => kind)).toEqual(['new-role'])
    // What becomes allowed has only the wildcard of these resources.
    const beside = act('"*", serviceaccounts', 'jane@example.com')
      .replaceAll('[""]', '["*"]')
      .replace('[impersonate]', '["*"]')
    const found = changesOf(scenario(beside, asked)).map(({ kind }) => kind)
    expect(new Set(found)).toEqual(new Set(['new-role']))
  })

  it('extends no rule without create by a connection, which needs both verbs', () => {
    const reader = (verbs: string) =>
      POLICY.replace('[apps]', '[""]').replace('deployments', 'pods').replace('delte', verbs)
    const exec = 'GET /api/v1/namespaces/prod/pods/web/exec?command=sh'
    const extended = (verbs: string) =>
      inWords(changesOf(scenario(reader(verbs), exec))).filter((one) => one.startsWith('extend'))
    expect(extended('get')).toEqual([])
    expect(extended('list')).toEqual([])
    const all = reader('list').replace('[pods]', '["*"]')
    expect(inWords(changesOf(scenario(all, exec))).filter((one) => one.startsWith('extend'))).toEqual([])
    expect(extended('get, create')).toEqual([expect.stringContaining('add pods/exec to the resources')])
  })

  it('extends no rule of a connection by get for pods beside it, unless the role has create', () => {
    const patcher = (verbs: string) =>
      POLICY.replace('[apps]', '[""]').replace('deployments', 'pods\n  - pods/exec').replace('get, delte', verbs)
    const extended = (verbs: string, version: KubernetesVersion) => {
      const asked = scenario(patcher(verbs), 'GET /api/v1/namespaces/prod/pods/web')
      return inWords(changesOf({ ...asked, cluster: { ...asked.cluster, version } })).filter((one) =>
        one.startsWith('extend'),
      )
    }
    const get = [expect.stringContaining('add get to the verbs')]
    expect(extended('patch', '1.37')).toEqual([])
    expect(extended('patch', '1.34')).toEqual(get)
    expect(extended('create', '1.37')).toEqual(get)
  })

  it('mends an aggregated role by a role of its own for the rules that do not count', () => {
    const aggregated = POLICY.replaceAll(', namespace: prod', '')
      .replace('kind: Role\n', 'kind: ClusterRole\n')
      .replace('kind: RoleBinding', 'kind: ClusterRoleBinding')
      .replace('kind: Role, name', 'kind: ClusterRole, name')
      .replace('delte', 'delete')
      .replace('rules:\n', 'aggregationRule: {clusterRoleSelectors: [{matchLabels: {to: deploy}}]}\nrules:\n')
    const selected = `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: pods, labels: {to: deploy}}\nrules: [{apiGroups: [""], resources: [pods], verbs: [get]}]\n`
    const [first] = changesOf(scenario(aggregated + selected, DELETE))
    expect(first && inWords([first])).toEqual([
      'mend: move the rule of line 7 to a ClusterRole deploy-rules with the label to: deploy, which ClusterRole deploy aggregates',
    ])
    // A mistake in the rule is there once, as before.
    expect(first?.policy.match(/deployments/g)).toHaveLength(1)
  })

  it('binds a role whose rule has every verb on every resource, but only objects of a name', () => {
    const role = (rest: string) =>
      `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: web}\nrules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]${rest}}]\n`
    const kinds = (rest: string) => changesOf(scenario(role(rest), DELETE)).map(({ kind }) => kind)
    expect(kinds(', resourceNames: [web]')).toEqual(['new-role', 'bind'])
    expect(kinds('')).toEqual(['new-role'])
  })

  it.each([
    ['http', '# why\nGET   /apis/apps/v1/namespaces/staging/deployments/web?pretty=1\nX-Of:  staging  '],
    ['kubectl', '# staging\nkubectl get deploy/web \\\n  --namespace=staging  # not prod'],
    ['curl', "# why\ncurl -sk -H 'X-Of: staging' \\\n  https://h:6443/apis/apps/v1/namespaces/staging/deployments/web"],
  ] as const)('changes one word of a request as %s, and keeps all else as it was typed', (form, text) => {
    const found = changesOf(scenario(POLICY, '', { request: { form, text } }))
    const other = found.find(({ kind }) => kind === 'request')?.scenario?.request.text
    expect(other).toBe(text.replace(/(namespaces.|namespace=)staging/, '$1prod'))
  })

  it('says which other request is granted', () => {
    expect(inWords(changesOf(scenario(POLICY, 'GET /apis/apps/v1/namespaces/staging/deployments/web')))).toContain(
      'request: send the request to namespace prod, where it is granted',
    )
    const named = POLICY.replace('verbs: [get, delte]', 'resourceNames: [web]\n  verbs: [list]')
    const list = changesOf(scenario(named, 'GET /apis/apps/v1/namespaces/prod/deployments'))
    expect(inWords(list)).toContain(
      'request: ask for the one name that is granted, by the field selector metadata.name=web',
    )
    const anybody = POLICY.replace(
      'kind: ServiceAccount, name: deployer, namespace: ci',
      'kind: Group, name: "system:authenticated", apiGroup: rbac.authorization.k8s.io',
    )
    expect(inWords(changesOf(scenario(anybody, 'GET /apis/apps/v1/namespaces/prod/deployments/web')))).toContain(
      'request: give the requestor the groups that authentication adds: system:serviceaccounts, system:serviceaccounts:ci, system:authenticated',
    )
  })

  it('names the setting where the default roles would do', () => {
    const bound = POLICY.slice(POLICY.indexOf('---\n') + 4).replace(
      'kind: Role, name: deploy',
      'kind: ClusterRole, name: edit',
    )
    const { cluster, ...refused } = scenario(bound, DELETE)
    const none = { ...refused, cluster: { ...cluster, defaultRoles: false } }
    expect(inWords(changesOf(none)).filter((words) => words.startsWith('setting: '))).toEqual([
      'setting: let the default roles count that bindings name',
    ])
  })

  it('turns on the Node authorizer first where it grants what a node asks', () => {
    const requestor = { username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] }
    const first = (request: string) => inWords(changesOf(scenario('', request, { requestor })))[0]
    expect(first('GET /api/v1/services')).toBe('setting: turn on the Node authorizer')
    expect(first('GET /api/v1/namespaces/prod/secrets/s')).toMatch(/^new-role: /)
  })

  it('binds the default roles for components to those that lack just these rights, and no other role of Kubernetes itself', () => {
    const of = (request: string) =>
      inWords(changesOf(scenario('', request))).filter((words) => words.startsWith('bind'))
    expect(of('POST /apis/authentication.k8s.io/v1/tokenreviews')).toEqual([
      'bind: bind ClusterRole system:auth-delegator to service account ci/deployer cluster-wide',
    ])
    expect(of('GET /api/v1/nodes')).toEqual([])
    expect(of('GET /api/v1/nodes/n1/proxy/containerLogs')).toEqual([
      'bind: bind ClusterRole system:kubelet-api-admin to service account ci/deployer cluster-wide',
    ])
  })

  it('writes the namespace of a binding that names none, where its role is', () => {
    const policy = POLICY.replace('{name: deployers, namespace: prod}', '{name: deployers}')
    const get = 'GET /apis/apps/v1/namespaces/prod/deployments/web'
    const found = changesOf(scenario(policy, get))
    expect(inWords(found)[0]).toBe('mend: write namespace: prod for RoleBinding deployers in line 11')
    expect(found[0]?.policy).toBe(policy.replace('{name: deployers}', '{name: deployers, namespace: prod}'))
    const written = POLICY.replace('{name: deployers, namespace: prod}', '{name: deployers, namespace: test}')
    expect(inWords(changesOf(scenario(written, get))).join()).not.toContain('write namespace')
  })

  it('is none where the client asks in capitals for what Kubernetes has in lower case', () => {
    const policy = POLICY.replace('apps]', '""]')
      .replace('- deployments', '- pods/portforward')
      .replace('delte', 'create')
    expect(changesOf(scenario(policy, 'POST /api/v1/namespaces/prod/pods/web/portForward'))).toEqual([])
    expect(changesOf(scenario(policy, 'GET /api/v1/namespaces/prod/configMaps'))).toEqual([])
    expect(changesOf(scenario('', 'GET /apis/example.com/v1/namespaces/prod/someThings'))).not.toEqual([])
  })

  it('is none where no API server has the resource, and some where a program may ask about a resource of its own', () => {
    const found = (request: string, schema = '') => changesOf(scenario(schema, request)).map(({ kind }) => kind)
    expect(found('GET /api/v1/namespaces/prod/podz')).toEqual([])
    expect(found('GET /api/v1/namespaces/prod/deployments')).toEqual([])
    expect(found('GET /api/v1/namespaces/prod/gizmos')).toEqual([])
    // OpenShift, a version before the offered ones, a version among them, and a definition elsewhere.
    expect(found('GET /api/v1/namespaces/prod/routes')).toEqual(['new-role'])
    expect(found('GET /apis/policy/v1beta1/podsecuritypolicies')).toEqual(['new-role'])
    expect(found('GET /apis/scheduling.k8s.io/v1alpha2/namespaces/prod/workloads')).toEqual(['new-role'])
    expect(found('GET /apis/lab.example.org/v1/namespaces/prod/batteries')).toEqual(['new-role'])
    const review = (resource: string) =>
      `POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews\n\n${JSON.stringify({ kind: 'SelfSubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', spec: { resourceAttributes: { verb: 'get', resource, namespace: 'prod' } } })}`
    expect(found(review('gizmos'))).not.toEqual([])
  })

  it('names the gate, or the version, where rules for constrained impersonation do not count', () => {
    const rules =
      '[{apiGroups: [authentication.k8s.io], resources: [users], verbs: ["impersonate:user-info"]}, {apiGroups: [apps], resources: [deployments], verbs: [delete, "impersonate-on:user-info:delete"]}]'
    const policy = POLICY.replace(/rules:.*?---/s, `rules: ${rules}\n---`)
      .replaceAll(', namespace: prod', '')
      .replace('kind: Role\n', 'kind: ClusterRole\n')
      .replace('kind: RoleBinding', 'kind: ClusterRoleBinding')
      .replace('kind: Role, name', 'kind: ClusterRole, name')
      .replace('subjects:\n', 'subjects:\n- {kind: User, name: jane}\n')
    const settings = (cluster: Scenario['cluster']) =>
      inWords(changesOf(scenario(policy, `${DELETE}\nImpersonate-User: jane`, { cluster }))).filter((words) =>
        words.startsWith('setting'),
      )
    const RBAC: Scenario['cluster']['authorizationModes'] = ['RBAC']
    expect(settings({ version: '1.36', constrainedImpersonation: false, authorizationModes: RBAC })).toEqual([
      'setting: turn on the feature gate ConstrainedImpersonation',
    ])
    expect(settings({ version: '1.34', authorizationModes: RBAC })).toEqual([
      'setting: use Kubernetes 1.36, the first with the feature gate ConstrainedImpersonation on',
    ])
    expect(settings({ version: '1.36', authorizationModes: RBAC })).toEqual([])
  })

  it('says that a right to impersonate opens more than the request, for a service account too', () => {
    const found = changesOf(scenario('', `${DELETE}\nImpersonate-User: system:serviceaccount:ci:bot`))
    const legacy = found.find(({ decided }) => decided.trace?.constraint === undefined)
    expect(plainText(newAccessInWords(legacy?.extra ?? []).sentence)).toBe(
      'Beside this, service account ci/deployer may also impersonate serviceaccounts named bot in namespace ci.',
    )
    expect(legacy?.extra.flatMap(({ dangers }) => dangers.map(({ id }) => id))).toEqual(['impersonate'])
  })

  it('makes several values of one', () => {
    const found = changesOf(scenario(POLICY.replace('[get, delte]', '["get,delete"]'), DELETE))
    expect(inWords(found)).toContain('mend: write get and delete for get,delete in line 9')
    expect(found.find(({ kind }) => kind === 'mend')?.policy).toBe(POLICY.replace('[get, delte]', '["get", "delete"]'))
  })

  it('is none in the policy where RBAC is not among the authorizers', () => {
    const one = scenario(POLICY, DELETE, { cluster: { version: '1.36', authorizationModes: ['Node'] } })
    expect(changesOf(one)).toEqual([])
  })

  it.each([
    ['a subject without namespace', ', namespace: ci}', '}', 'write namespace: ci for the service account in line 16'],
    [
      'a user with the name of the account',
      'kind: ServiceAccount, name: deployer, namespace: ci',
      'kind: User, name: deployer',
      'make the subject in line 16 the ServiceAccount deployer of namespace ci',
    ],
    [
      'a role of the other kind',
      'kind: Role, name: deploy',
      'kind: ClusterRole, name: deploy',
      'write Role for ClusterRole in line 14',
    ],
    ['a misspelt role', 'name: deploy}\nsubjects', 'name: deplyo}\nsubjects', 'write deploy for deplyo in line 14'],
    [
      'a misspelt account',
      'name: deployer, namespace: ci',
      'name: deploer, namespace: ci',
      'write deployer for deploer in line 16',
    ],
    ['a kind as resource', '- deployments', '- Deployment', 'write deployments for Deployment in line 8'],
    ['a version in the group', '[apps]', '[apps/v1]', 'write apps for apps/v1 in line 6'],
  ])('mends %s', (_, before, after, words) => {
    const right = POLICY.replace('delte', 'delete')
    const wrong = right.replace(before, after)
    expect(wrong).not.toBe(right)
    const mended = changesOf(scenario(wrong, DELETE)).find(({ kind }) => kind === 'mend')
    expect(mended?.parts.map(plainText)).toEqual([words])
    expect(changesOf(scenario(mended?.policy ?? '', DELETE))).toEqual([])
  })
})
