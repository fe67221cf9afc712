import { describe, expect, it } from 'vitest'
import { customResources } from '../../discovery/index.ts'
import { codes, found, mended, role } from '../testing.ts'

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
