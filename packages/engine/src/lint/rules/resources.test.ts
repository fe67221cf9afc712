import { describe, expect, it } from 'vitest'
import { customResources } from '../../discovery/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { binding, codes, found, JANE, mended, role } from '../testing.ts'

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

  it('finds the empty resource, which stands for nothing', () => {
    const text = role(['apiGroups: [metrics.k8s.io], resources: [""], verbs: [get]'])
    expect(found(text)).toEqual([['unknown-resource', '""']])
    expect(codes(text.replace('""', 'nodes'))).toEqual([])
  })

  it('finds a RoleBinding to cluster-scoped resources, unless its subjects have the role in the whole cluster', () => {
    const bound = (...bindings: readonly string[]) =>
      codes([role(['apiGroups: [""], resources: [nodes], verbs: [get]']), ...bindings].join('---\n'))
    const within = (subjects: string) => binding(subjects, { kind: 'RoleBinding' })
    const ci = '{kind: ServiceAccount, namespace: prod, name: ci}'
    expect(bound(within(JANE))).toEqual(['cluster-scoped-in-role'])
    expect(bound(within(JANE), binding(JANE))).toEqual([])
    expect(bound(within(`${JANE}, ${ci}`), binding(JANE))).toEqual(['cluster-scoped-in-role'])
    expect(bound(within(ci), binding(ci))).toEqual([])
    const group = (name: string) => `{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "${name}"}`
    expect(bound(within(JANE), binding(group('system:authenticated')))).not.toContain('cluster-scoped-in-role')
    expect(bound(within(`${ci}, ${group('dev')}`), binding(group('system:serviceaccounts:prod')))).toEqual([
      'cluster-scoped-in-role',
    ])
    expect(bound(within(JANE), binding(JANE, { to: 'view' }))).toEqual(['cluster-scoped-in-role'])
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

  it('says of a resource of other versions that the cluster does not serve it', () => {
    const text = role(['apiGroups: [scheduling.k8s.io], resources: [podgroups/status], verbs: [get]'])
    const of = (version: '1.35' | '1.36') => lintPolicy(readPolicy(text), { cluster: { version } })
    expect(of('1.35')).toMatchObject([
      {
        severity: 'note',
        code: 'unknown-resource',
        message:
          'Kubernetes serves “podgroups” in the API group “scheduling.k8s.io” from 1.36 on; this cluster is 1.35.',
      },
    ])
    expect([...of('1.36'), ...lintPolicy(readPolicy(text))]).toEqual([])
    const status = role(['apiGroups: [storage.k8s.io], resources: [csinodes, csinodes/status], verbs: [get]'])
    expect(lintPolicy(readPolicy(status), { cluster: { version: '1.36' } })).toMatchObject([
      { message: expect.stringContaining('“csinodes/status” in the API group “storage.k8s.io” from 1.37 on') },
    ])
    expect(lintPolicy(readPolicy(status), { cluster: { version: '1.37' } })).toEqual([])
    const both = role(['apiGroups: [scheduling.k8s.io, ""], resources: [podgroups, pods], verbs: [get]'])
    expect(lintPolicy(readPolicy(both), { cluster: { version: '1.35' } }).map(({ code }) => code)).toEqual([
      'unknown-resource',
    ])
  })

  it('mends a plural that is not the one of the definition, and leaves other names of its group alone', () => {
    const battery = CRD.replace('widgets, singular: widget, kind: Widget', 'batterys, singular: battery, kind: Battery')
    const text = (resource: string) =>
      [role([`apiGroups: [example.com], resources: [${resource}], verbs: [get]`]), battery].join('---\n')
    expect(found(text('batteries'))).toEqual([['misspelt-resource', 'batteries']])
    expect(mended(text('batteries'))).toBe(text('batterys'))
    expect(codes(text('chargers'))).toEqual([])
  })

  it.each([
    ['networking', 'ingresses', 'networking.k8s.io'],
    ['rbac', 'roles', 'rbac.authorization.k8s.io'],
    ['policies', 'poddisruptionbudgets', 'policy'],
    ['extension', 'deployments', 'apps'],
    ['apps.k8s.io', 'deployments', 'apps'],
    ['batch.k8s.io', 'jobs', 'batch'],
  ])('knows the group that %s means for %s', (group, resource, meant) => {
    const rule = (one: string) => role([`apiGroups: [${one}], resources: [${resource}], verbs: [get]`])
    expect(found(rule(group))).toEqual([['unknown-api-group', group]])
    expect(mended(rule(group))).toBe(rule(meant))
  })

  it('guesses no group where several have the resource, or one with a dot may be that of a custom resource', () => {
    const unknown = role(['apiGroups: [stuff], resources: [events], verbs: [get]'])
    expect(codes(unknown)).toEqual(['unknown-api-group'])
    expect(mended(unknown)).toBe(unknown)
    expect(codes(role(['apiGroups: [apps.k8s.io], resources: [widgets], verbs: [get]']))).toEqual([])
  })

  it('reads an action as somebody else as the verb of its request', () => {
    const text = role([
      'apiGroups: [authentication.k8s.io], resources: [pods], verbs: ["impersonate-on:user-info:list"]',
    ])
    expect(found(text)).toEqual([['other-api-group', 'authentication.k8s.io']])
    expect(mended(text)).toBe(text.replace('authentication.k8s.io', '""'))
    const nodes = role(['apiGroups: [""], resources: [nodes], verbs: ["impersonate-on:user-info:list"]'], {
      kind: 'Role',
    })
    expect(codes(nodes)).toEqual(['cluster-scoped-in-role'])
  })

  it('writes the group that has all of a rule, and leaves a rule with several groups to a person', () => {
    const text = role(['apiGroups: [""], resources: [deployments, statefulsets], verbs: [get]'])
    expect(found(text)).toEqual([['other-api-group', '""']])
    expect(mended(text)).toBe(text.replace('[""]', '["apps"]'))
    expect(codes(role(['apiGroups: [""], resources: [deployments, pods], verbs: [get]']))).toEqual(['other-api-group'])
  })

  it('knows the identities that impersonation asks about, beside other verbs and in “*”', () => {
    const inGroup = (verbs: string, resources: string) =>
      found(role([`apiGroups: ["", authentication.k8s.io], resources: [${resources}], verbs: [${verbs}]`])).filter(
        ([code]) => code === 'misspelt-resource',
      )
    for (const verbs of ['impersonate, get', '"impersonate:user-info", "impersonate-on:user-info:get"', '"*"']) {
      expect(inGroup(verbs, 'user, uid, userextra/scopes, sa').map(([, at]) => at)).toEqual([
        'user',
        'uid',
        'userextra/scopes',
        'sa',
      ])
      expect(inGroup(verbs, 'users, uids, userextras/scopes, serviceaccounts')).toEqual([])
    }
  })

  it('is a note where another rule of the role has it in its group, by aggregation too', () => {
    const severity = (text: string) =>
      lintPolicy(readPolicy(text)).flatMap(({ code, severity }) => (code === 'other-api-group' ? [severity] : []))
    const wrong = 'apiGroups: [""], resources: [deployments], verbs: [get]'
    const right = 'apiGroups: [apps], resources: [deployments], verbs: [get]'
    expect(severity(role([wrong]))).toEqual(['warning'])
    expect(severity(role([wrong, right]))).toEqual(['note'])
    expect(severity(role([wrong, right.replace('[apps]', '["*"]').replace('[deployments]', '["*"]')]))).toEqual([
      'note',
    ])
    const aggregating = role([wrong]).replace(
      'rules:',
      'aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: "true"}}]}\nrules:',
    )
    const part = role([right], { name: 'part', more: ', labels: {part: "true"}' })
    expect(severity([aggregating, part].join('---\n'))).toEqual(['note'])
    const wrongPart = role([wrong], { name: 'wrong', more: ', labels: {part: "true"}' })
    expect(severity([aggregating.replace(wrong, right), part, wrongPart].join('---\n'))).toEqual(['note'])
    // A part that aggregates nothing keeps its rules, and has the other parts beside it wherever it stands.
    const inner = wrongPart.replace(
      'rules:',
      'aggregationRule: {clusterRoleSelectors: [{matchLabels: {no: one}}]}\nrules:',
    )
    const outer = aggregating.replace(`- {${wrong}}`, '').replace('rules:', 'rules: []')
    expect(severity([outer, inner, part].join('---\n'))).toEqual(['note'])
    expect(severity([inner, part, outer].join('---\n'))).toEqual(['note'])
    // What an aggregation replaces counts for nobody.
    const other = part.replace('deployments', 'daemonsets')
    expect(severity([aggregating.replace('rules:\n', `rules:\n- {${right}}\n`), other].join('---\n'))).toEqual([
      'warning',
    ])
  })

  it('names what is gone, unless the new group is in the role too', () => {
    const old = 'apiGroups: [extensions], resources: [ingresses], verbs: [get]'
    expect(codes(role([old]))).toEqual(['gone-resource'])
    expect(codes(role([old, 'apiGroups: [networking.k8s.io], resources: [ingresses], verbs: [get]']))).toEqual([])
  })
})
