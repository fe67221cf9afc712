import { describe, expect, it } from 'vitest'
import { defaultRoles } from '../cluster/index.ts'
import { readPolicy } from '../policy/index.ts'
import { edited } from '../text/index.ts'
import { editsOf, editsOfError, lintPolicies, lintPolicy } from './index.ts'
import { binding, codes, found, JANE, mended, role, VERSION } from './testing.ts'

describe('shapes of well-known manifests without a finding', () => {
  it.each([
    // kube-state-metrics, ingress controllers: old groups beside new ones.
    'apiGroups: [extensions, apps], resources: [deployments, daemonsets, replicasets], verbs: [list, watch]',
    'apiGroups: [extensions, networking.k8s.io], resources: [ingresses, ingresses/status], verbs: [get, update]',
    // Every combination of a list of groups and resources.
    'apiGroups: ["", apps, batch], resources: [pods, deployments, jobs, cronjobs], verbs: [get]',
    // Admission asks for finalizers, kubelets for subresources of nodes.
    'apiGroups: [apps], resources: [deployments/finalizers], verbs: [update]',
    'apiGroups: [""], resources: [nodes/stats, nodes/metrics, nodes/log, nodes/pods], verbs: [get]',
    // Metrics by any name, and APIs of extensions.
    'apiGroups: [external.metrics.k8s.io], resources: [my-queue], verbs: [get, list]',
    'apiGroups: [argoproj.io], resources: [workflow], verbs: [submit]',
    'apiGroups: [route.openshift.io, ""], resources: [routes, routes/custom-host], verbs: [create]',
    'apiGroups: [security.openshift.io], resources: [securitycontextconstraints], resourceNames: [nonroot-v2], verbs: [use]',
    'apiGroups: [certificates.k8s.io], resources: [signers], resourceNames: [example.com/x], verbs: [approve, sign, attest]',
    'apiGroups: [authentication.k8s.io], resources: [tokenreviews], verbs: [create]',
    'apiGroups: [snapshot.storage.k8s.io], resources: [volumesnapshots], verbs: [get]',
    'apiGroups: [scheduling.x-k8s.io], resources: [podgroups], verbs: [get]',
    'apiGroups: [metrics.k8s.io], resources: [pods, nodes], verbs: [get, list]',
    'apiGroups: [resource.k8s.io], resources: [resourceclaims/driver], verbs: ["associated-node:update"]',
    'apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: [controller], verbs: [get, update, patch]',
    'apiGroups: [""], resources: [pods/exec, pods/eviction], resourceNames: [web-0], verbs: [create]',
    'apiGroups: [""], resources: [serviceaccounts/token], resourceNames: [deployer], verbs: [create]',
    'apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], resourceNames: [view], verbs: [bind]',
    'nonResourceURLs: [/metrics, /healthz/*], verbs: [get, head]',
  ])('%s', (rule) => {
    expect(codes(role([rule]))).toEqual([])
  })

  it('reads a namespace by its name in a Role, where it is authorized', () => {
    const rule = (verbs: string) =>
      role([`apiGroups: [""], resources: [namespaces], verbs: [${verbs}]`], { kind: 'Role' })
    expect(codes(rule('get'))).toEqual([])
    expect(codes(rule('list, watch'))).toEqual(['cluster-scoped-in-role'])
    expect(codes(rule('create').replace('[namespaces]', '[namespaces/finalize]'))).toEqual([])
  })

  it('binds ClusterRoles in a Role', () => {
    const rule =
      'apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], resourceNames: [view], verbs: [bind]'
    expect(codes(role([rule], { kind: 'Role' }))).toEqual([])
  })

  it('binds a service account as the user that it is, and system users and groups as what they are', () => {
    const subjects = [
      '{kind: User, apiGroup: rbac.authorization.k8s.io, name: "system:serviceaccount:ci:deployer"}',
      '{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "system:serviceaccounts:ci"}',
      '{kind: User, apiGroup: rbac.authorization.k8s.io, name: "system:kube-scheduler"}',
    ]
    const text = [role(['apiGroups: [""], resources: [pods], verbs: [get]']), binding(subjects.join())].join('---\n')
    expect(codes(text)).toEqual([])
  })

  it('lets everybody read discovery, and the ConfigMap by which kubeadm has nodes join', () => {
    const anonymous = '{kind: User, apiGroup: rbac.authorization.k8s.io, name: "system:anonymous"}'
    const of = (rule: string, namespace: string) =>
      codes(
        [role([rule], { kind: 'Role' }), binding(anonymous, { kind: 'RoleBinding', roleKind: 'Role' })]
          .join('---\n')
          .replaceAll('namespace: prod', `namespace: ${namespace}`),
      )
    const info = 'apiGroups: [""], resources: [configmaps], resourceNames: [cluster-info], verbs: [get]'
    expect(of(info, 'kube-public')).toEqual([])
    expect(of(info, 'prod')).toEqual(['anonymous-access'])
    for (const rule of [
      'apiGroups: [""], resources: [configmaps], resourceNames: [users], verbs: [get]',
      'apiGroups: [""], resources: [secrets], resourceNames: [cluster-info], verbs: [get]',
      'apiGroups: [""], resources: [services/proxy], resourceNames: [ui], verbs: [get]',
    ])
      expect(of(rule, 'kube-public')).toEqual(['anonymous-access'])
  })
})

it('gives a missing role the severity that reading gave it, alone and beside other texts', () => {
  const [read, other] = [readPolicy(binding(JANE, { to: 'ops' })), readPolicy(role([]))]
  const severity = read.diagnostics.find(({ code }) => code === 'role-not-found')?.severity
  expect(severity).toBe('warning')
  for (const findings of [lintPolicy(read), lintPolicies([read, other])[0]]) {
    expect(findings).toMatchObject([{ code: 'role-not-found', severity }])
  }
})

it('judges a binding of everybody by the rules of the default role that it names', () => {
  const of = (name: string, to: string) =>
    codes(binding(`{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "${name}"}`, { to }))
  for (const changing of ['cluster-admin', 'admin', 'edit', 'system:kubelet-api-admin']) {
    expect(of('system:authenticated', changing)).toEqual(['everybody-access'])
  }
  for (const reading of ['view', 'system:discovery', 'system:basic-user']) {
    expect(of('system:authenticated', reading)).toEqual([])
  }
  for (const open of ['cluster-admin', 'view', 'system:monitoring']) {
    expect(of('system:unauthenticated', open)).toEqual(['anonymous-access'])
  }
  for (const own of ['system:discovery', 'system:public-info-viewer', 'system:basic-user']) {
    expect(of('system:unauthenticated', own)).toEqual([])
  }
})

it('notes a binding without subjects, and a role of impersonation that no binding of the text names', () => {
  expect(found(binding('', { to: 'view' }))).toEqual([['no-subjects', 'b']])
  const acting = role(['apiGroups: [""], resources: [users], resourceNames: [zoe], verbs: [impersonate]'], {
    name: 'acting',
  })
  const other = binding(JANE, { to: 'view' })
  expect(found([acting, other].join('---\n'))).toEqual([['unbound-role', 'acting']])
  const reading = role(['apiGroups: [""], resources: [pods], verbs: [get]'], { name: 'reading' })
  for (const text of [
    acting,
    [reading, other].join('---\n'),
    [acting, binding(JANE, { to: 'acting' })].join('---\n'),
  ]) {
    expect(codes(text)).toEqual([])
  }
  const [findings] = lintPolicies([
    readPolicy([acting, other].join('---\n')),
    readPolicy(binding(JANE, { to: 'acting' })),
  ])
  expect(findings).toEqual([])
})

it('says in which namespace a RoleBinding or a Role grants', () => {
  const group = (name: string) => `{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "${name}"}`
  const messages = (text: string) =>
    lintPolicy(readPolicy(text), { defaults: defaultRoles() }).map(({ message }) => message)
  const bound = (name: string, kind: string) => messages(binding(group(name), { kind, to: 'edit' }))
  expect(bound('system:serviceaccounts', 'RoleBinding')).toEqual([
    'Every service account gets ClusterRole “edit” in namespace “prod”, where it can change objects.',
  ])
  expect(bound('system:serviceaccounts', 'ClusterRoleBinding')).toEqual([
    'Every service account gets ClusterRole “edit”, which can change objects.',
  ])
  const scopes = role(['apiGroups: [authentication.k8s.io], resources: [userextras/scopes], verbs: [impersonate]'])
  expect(messages([scopes, binding(group('system:authenticated'))].join('---\n'))).toEqual([
    'Every user and every service account gets ClusterRole “r”, which grants “impersonate”.',
  ])
  expect(bound('system:unauthenticated', 'RoleBinding')).toEqual([
    'Everybody who reaches the API server gets ClusterRole “edit” in namespace “prod”, without credentials.',
  ])
  const path = role([
    'nonResourceURLs: [/metrics], verbs: [get]',
    'apiGroups: [""], resources: [configmaps], resourceNames: [cluster-info], verbs: [get]',
  ])
  const open = binding(group('system:unauthenticated'), { kind: 'RoleBinding' }).replace('prod', 'kube-public')
  expect(codes(`${path}---\n${open}`)).toEqual([])
  const own = (rule: string) => messages(role([rule], { kind: 'Role' }))[0]
  expect(own('apiGroups: ["*"], resources: ["*"], verbs: ["*"]')).toContain('of every API group in namespace “prod”,')
  expect(own('apiGroups: [""], resources: ["*"], verbs: ["*"]')).toContain(
    'it allows acting as any service account and tokens of any service account in namespace “prod”.',
  )
})

it('counts no users in a RoleBinding, and says in which namespace one grants an action as somebody', () => {
  const as = (name: string, verb: string, resource: string) =>
    role(
      [
        `apiGroups: [authentication.k8s.io], resources: [${resource}], resourceNames: [${name}], verbs: ["impersonate:${verb}"]`,
        `apiGroups: [""], resources: [pods], verbs: ["impersonate-on:${verb}:${name === 'a' ? 'get' : 'list'}"]`,
      ],
      { name },
    )
  const both = (verb: string, resource: string) => {
    const bindings = ['a', 'b'].map((to) => binding(JANE, { kind: 'RoleBinding', name: to, to }))
    const policy = readPolicy([as('a', verb, resource), as('b', verb, resource), ...bindings].join('---\n'))
    return lintPolicy(policy).flatMap(({ code, message }) => (code === 'combined-grants' ? [message] : []))
  }
  expect(both('user-info', 'users')).toEqual([])
  expect(both('serviceaccount', 'users')).toEqual([])
  expect(both('serviceaccount', 'serviceaccounts')).toEqual([
    expect.stringContaining('“jane” may list pods in namespace “prod” as “a”.'),
  ])
})

it('finds nothing in the bindings and labels of the default roles, and in no others only because of their names', () => {
  const { text, roles } = defaultRoles()
  const asked = ['masters-subject', 'anonymous-access', 'everybody-access', 'aggregation-label']
  expect(codes(text).filter((code) => asked.includes(code))).toEqual([])
  const group = (name: string) => `{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "${name}"}`
  const own = role(['apiGroups: [""], resources: [pods], verbs: [delete]'], { name: 'system:own' })
  const bound = (name: string) => codes(`${own}---\n${binding(group(name), { name: 'system:own', to: 'system:own' })}`)
  expect(bound('system:unauthenticated')).toEqual(['anonymous-access'])
  expect(bound('system:authenticated')).toEqual(['everybody-access'])
  expect(bound('system:cattle:authenticated')).toEqual(['everybody-access'])
  expect(bound('system:masters')).toEqual(['masters-subject'])
  const selected = roles.flatMap(({ aggregationRule }) =>
    (aggregationRule?.clusterRoleSelectors ?? []).flatMap(({ matchLabels }) => [...matchLabels.keys()]),
  )
  expect(new Set(selected).size).toBe(3)
  for (const key of selected)
    expect(codes(role([], { more: `, labels: {${key}: "yes"}` })), key).toContain('aggregation-label')
})

describe('comments that silence', () => {
  const rule = (before: string, after: string) =>
    `${role([])}${before}- apiGroups: [""]\n  resources: [pods]\n  verbs: [delte]${after}\n`

  it('at the end of the line, and in the line above', () => {
    expect(codes(rule('', ''))).toEqual(['misspelt-verb'])
    expect(codes(rule('', ' # lint:ignore misspelt-verb an old server'))).toEqual([])
    const above = rule('', '').replace('  verbs:', '  # lint:ignore misspelt-verb, no-such-verb\n  # second\n  verbs:')
    expect(found(above)).toEqual([['unused-ignore', '# lint:ignore misspelt-verb, no-such-verb']])
  })

  it('for a document, and not for the next one', () => {
    const one = rule('# lint:ignore-document misspelt-verb\n', '')
    expect(codes(one)).toEqual([])
    expect(codes(`${one}---\n${rule('', '').replace('name: r', 'name: s')}`)).toEqual(['misspelt-verb'])
  })

  it('also what reading finds, and no errors', () => {
    const text = role(['apiGroups: [core], resources: [pods], verbs: [get]'])
    const silent = text.replace('\n- {', '\n# lint:ignore unlikely-api-group\n- {')
    expect(readPolicy(silent)).toMatchObject({ diagnostics: [], silenced: [{ code: 'unlikely-api-group' }] })
    expect(codes(silent)).toEqual([])
    const wrong = readPolicy(silent.replace('[get]', '[] # lint:ignore required'))
    expect(wrong.diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
  })

  it('and says so where there is nothing to silence', () => {
    expect(found(`# lint:ignore misspelt-verb\n${role([])}# lint:ignore no-rule\n`)).toEqual([
      ['unused-ignore', '# lint:ignore misspelt-verb'],
      ['unused-ignore', '# lint:ignore no-rule'],
    ])
    expect(
      codes(`${VERSION}\nkind: Role\nmetadata: {name: a, annotations: {a: "x # lint:ignore misspelt-verb"}}\n`),
    ).toEqual([])
  })
})

describe('mending', () => {
  it('keeps every other byte, and needs a person where several things can be meant', () => {
    const text = `${role([])}- apiGroups: [apps] # ours\n  resources: [ deployment ]   # mine\n  verbs: [edit]\n`
    expect(mended(text)).toBe(text.replace('deployment ', 'deployments '))
  })

  it('leaves who gets which role to a person', () => {
    const text = [
      role(['apiGroups: [""], resources: [pods], verbs: [get]'], { name: 'reader' }),
      binding(JANE, { to: 'raeder' }),
    ].join('---\n')
    expect(mended(text)).toBe(text)
    const policy = readPolicy(text)
    const edits = lintPolicy(policy).flatMap((finding) => editsOf(policy, finding) ?? [])
    expect(edited(text, edits)).toBe(text.replace('raeder', 'reader'))
  })

  it('leaves aliases alone', () => {
    const text = `${role([])}- {apiGroups: [""], resources: &p [pod], verbs: [get]}\n- {apiGroups: [""], resources: *p, verbs: [list]}\n`
    const policy = readPolicy(text)
    const findings = lintPolicy(policy)
    expect(findings.map(({ code }) => code)).toContain('misspelt-resource')
    expect(findings.every((finding) => editsOf(policy, finding) === undefined)).toBe(true)
  })
})

describe('errors in which only one thing can be meant', () => {
  const mendedError = (text: string): string | undefined => {
    const policy = readPolicy(text)
    const error = policy.diagnostics.find(({ severity }) => severity === 'error')
    const edits = error && editsOfError(policy, error)
    return edits && edited(text, edits)
  }

  it('makes a list of one value, or of several', () => {
    const text = role(['apiGroups: [""], resources: pods, verbs: [get]'])
    expect(mendedError(text)).toBe(text.replace('pods', '[pods]'))
    const rule = `${role([])}- apiGroups: [""]\n  resources: [pods]\n  verbs: get,delete # both\n`
    expect(mendedError(rule)).toBe(rule.replace('get,delete', '[get, delete]'))
  })

  it('puts the missing line between two objects', () => {
    const [one, other] = [role(['apiGroups: [""], resources: [pods], verbs: [get]']), binding(JANE)]
    expect(mendedError(one + other)).toBe(`${one}---\n${other}`)
  })

  it('leaves others to a person', () => {
    expect(mendedError(role(['apiGroups: [""], resources: [pods]']))).toBeUndefined()
    expect(mendedError(`${role([])}more: 1\n`)).toBeUndefined()
  })
})
