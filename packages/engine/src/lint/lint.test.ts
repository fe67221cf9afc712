import { describe, expect, it } from 'vitest'
import { customResources } from '../discovery/index.ts'
import { readPolicy } from '../policy/index.ts'
import { edited } from '../text/index.ts'
import { editsOf, editsOfAll, editsOfError, lintPolicy } from './index.ts'

const VERSION = 'apiVersion: rbac.authorization.k8s.io/v1'

function role(rules: readonly string[], { kind = 'ClusterRole', name = 'r', more = '' } = {}): string {
  const metadata = kind === 'Role' ? `{name: ${name}, namespace: prod${more}}` : `{name: ${name}${more}}`
  return `${VERSION}\nkind: ${kind}\nmetadata: ${metadata}\nrules:\n${rules.map((rule) => `- {${rule}}\n`).join('')}`
}

function binding(
  subjects: string,
  { kind = 'ClusterRoleBinding', name = 'b', to = 'r', roleKind = 'ClusterRole' } = {},
): string {
  const metadata = kind === 'RoleBinding' ? `{name: ${name}, namespace: prod}` : `{name: ${name}}`
  return `${VERSION}\nkind: ${kind}\nmetadata: ${metadata}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${roleKind}, name: ${to}}\nsubjects: [${subjects}]\n`
}

const JANE = '{kind: User, apiGroup: rbac.authorization.k8s.io, name: jane}'

function found(text: string, context = {}): readonly (readonly [string, string])[] {
  return lintPolicy(readPolicy(text), context).map(({ code, range }) => [code, text.slice(range.start, range.end)])
}

function codes(text: string, context = {}): readonly string[] {
  return found(text, context).map(([code]) => code)
}

/** The text after mending everything that can be mended, until nothing is left to mend. */
function mended(text: string): string {
  const policy = readPolicy(text)
  const after = edited(text, editsOfAll(policy, lintPolicy(policy)))
  return after === text ? text : mended(after)
}

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
    'apiGroups: [security.openshift.io], resources: [securitycontextconstraints], resourceNames: [privileged], verbs: [use]',
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

  it('lets everybody read discovery, and objects by their names', () => {
    const anonymous = '{kind: User, apiGroup: rbac.authorization.k8s.io, name: "system:anonymous"}'
    const info = role(['apiGroups: [""], resources: [configmaps], resourceNames: [cluster-info], verbs: [get]'], {
      kind: 'Role',
    })
    const text = [info, binding(anonymous, { kind: 'RoleBinding', roleKind: 'Role' })].join('---\n')
    expect(codes(text)).toEqual([])
  })
})

describe('resources', () => {
  const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: widgets, singular: widget, kind: Widget}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`

  it.each([
    ['apps', 'deployment', 'misspelt-resource', 'deployments'],
    ['apps', 'Deployment', 'misspelt-resource', 'deployments'],
    ['apps', 'Deployments', 'misspelt-resource', 'deployments'],
    ['apps', 'deploy', 'misspelt-resource', 'deployments'],
    ['apps', 'deploymnets', 'misspelt-resource', 'deployments'],
    ['apps', 'deployment/scale', 'misspelt-resource', 'deployments/scale'],
    ['""', 'pods/logs', 'misspelt-resource', 'pods/log'],
  ])('in group %s, %s', (group, resource, code, meant) => {
    const text = role([`apiGroups: [${group}], resources: [${resource}], verbs: [get]`])
    expect(found(text)).toEqual([[code, resource]])
    expect(mended(text)).toBe(text.replace(`[${resource}]`, `[${meant}]`))
  })

  it('knows the resources that the text defines, or the context has', () => {
    const text = [role(['apiGroups: [example.com], resources: [Widget], verbs: [get]'], { kind: 'Role' }), CRD].join(
      '---\n',
    )
    expect(codes(text)).toEqual(['misspelt-resource'])
    expect(codes(mended(text))).toEqual(['cluster-scoped-in-role'])
    const alone = role(['apiGroups: [example.com], resources: [widgets], verbs: [get]'], { kind: 'Role' })
    expect(codes(alone)).toEqual([])
    expect(codes(alone, { resources: customResources(CRD) })).toEqual(['cluster-scoped-in-role'])
  })

  it('writes the group that has all of a rule, and leaves a rule with several groups to a person', () => {
    const text = role(['apiGroups: [""], resources: [deployments, statefulsets], verbs: [get]'])
    expect(found(text)).toEqual([['other-api-group', '""']])
    expect(mended(text)).toBe(text.replace('[""]', '["apps"]'))
    expect(codes(role(['apiGroups: [""], resources: [deployments, pods], verbs: [get]']))).toEqual(['other-api-group'])
  })

  it('names what is gone, unless the new group is in the role too', () => {
    const old = 'apiGroups: [extensions], resources: [ingresses], verbs: [get]'
    expect(codes(role([old]))).toEqual(['gone-resource'])
    expect(codes(role([old, 'apiGroups: [networking.k8s.io], resources: [ingresses], verbs: [get]']))).toEqual([])
  })
})

describe('verbs', () => {
  it.each([
    ['delte', 'misspelt-verb', 'delete'],
    ['Delete', 'misspelt-verb', 'delete'],
    ['remove', 'no-such-verb', 'delete'],
    ['"get, list"', 'several-values-in-one', '"get", "list"'],
    ['"get "', 'several-values-in-one', '"get"'],
  ])('%s', (verb, code, meant) => {
    const text = role([`apiGroups: [""], resources: [pods], verbs: [${verb}]`])
    expect(found(text)).toEqual([[code, verb]])
    expect(mended(text)).toBe(text.replace(`verbs: [${verb}]`, `verbs: [${meant}]`))
  })

  it('removes a mistake whose verb is in the rule already, and no last verb', () => {
    const text = role(['apiGroups: [""], resources: [pods], verbs: [get, Get]'])
    expect(mended(text)).toBe(text.replace('[get, Get]', '[get]'))
  })

  it('leaves verbs of other API groups alone', () => {
    expect(codes(role(['apiGroups: [subresources.example.com], resources: [vms], verbs: [remove, lists]']))).toEqual([])
    expect(
      codes(role(['apiGroups: [example.com], resources: [vms], verbs: [get, undelete, recreate, match, set]'])),
    ).toEqual([])
    expect(codes(role(['apiGroups: [example.com], resources: [vms], verbs: [get, delte]']))).toEqual(['misspelt-verb'])
  })
})

describe('impersonation', () => {
  const identity =
    'apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: ["impersonate:user-info"]'

  it.each([
    ['"impersonate:userinfo"', 'misspelt-verb', '"impersonate:user-info"'],
    ['"impersonate:scheduled-node"', 'verb-of-other-design', undefined],
  ])('the verb %s', (verb, code, meant) => {
    const text = role([
      `apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: [${verb}]`,
    ])
    expect(codes(text)).toContain(code)
    if (meant !== undefined) expect(mended(text)).toBe(text.replace(verb, meant))
  })

  it('asks for the words of the design that is chosen', () => {
    const text = role(['apiGroups: [""], resources: [pods], verbs: ["impersonate-on:list"]'])
    expect(codes(text)).toEqual(['verb-of-other-design'])
    const design = { name: 'KEP-5284 as first merged', words: [{ verb: /^impersonate-on:[^:]+$/ }] }
    expect(codes(text, { design })).toEqual([])
  })

  it('takes the other half from a group, in which the subject may be', () => {
    const action = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list"]'
    const text = [
      role([identity]),
      role([action], { name: 'a' }),
      binding(JANE),
      binding('{kind: Group, apiGroup: rbac.authorization.k8s.io, name: devs}', { name: 'c', to: 'a' }),
    ].join('---\n')
    expect(codes(text)).toEqual([])
    expect(codes([role([identity]), binding(JANE)].join('---\n'))).toEqual(['identity-without-action'])
    expect(codes(role([identity]))).toEqual([])
    const more = (name: string) =>
      [role([identity]), binding(JANE), binding(JANE, { name: 'c', to: name })].join('---\n')
    expect(codes(more('cluster-admin'))).toEqual([])
    expect(codes(more('view'))).toEqual(['identity-without-action'])
  })

  it('asks for another half only where the design has it', () => {
    const text = [role([identity]), binding(JANE)].join('---\n')
    const words = [
      { verb: /^impersonate:(user-info|serviceaccount|arbitrary-node|associated-node)$/ },
      { verb: /^[^:]+$/, apiGroup: /\.impersonation\.k8s\.io$/ },
    ]
    expect(codes(text, { design: { name: 'Actions as groups', words } })).toEqual([])
    const suffixed = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:serviceaccount:web/bot:get"]'
    expect(codes([role([suffixed]), binding(JANE)].join('---\n'))).toEqual(['verb-of-other-design'])
  })
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
