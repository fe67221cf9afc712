import { describe, expect, it } from 'vitest'
import { ANY_VERSION, Discovery, findResource, resourceInGroup, resourcesOfCategory } from './resources.ts'
import { KUBERNETES_VERSIONS, type KubernetesVersion } from './versions.ts'

function found(word: string): string | undefined {
  const resource = findResource(word)
  return resource && `${resource.apiGroup}/${resource.apiVersion} ${resource.resource}`
}

describe('a resource', () => {
  it('is found by plural, singular, kind and short name, in any case', () => {
    for (const word of [
      'deployments',
      'deployment',
      'Deployment',
      'deploy',
      'DEPLOYMENTS',
      'deployments.apps',
      'deploy.v1.apps',
    ]) {
      expect(found(word)).toBe('apps/v1 deployments')
    }
    expect(found('po')).toBe('/v1 pods')
    expect(found('pods.')).toBe('/v1 pods')
    expect(found('crd')).toBe('apiextensions.k8s.io/v1 customresourcedefinitions')
    expect(found('vmis')).toBe('kubevirt.io/v1 virtualmachineinstances')
  })

  it('of several groups is that of the first group, as in kubectl', () => {
    expect(found('events')).toBe('/v1 events')
    expect(found('events.events.k8s.io')).toBe('events.k8s.io/v1 events')
    expect(found('pods.metrics.k8s.io')).toBe('metrics.k8s.io/v1beta1 pods')
  })

  it('has the version that clients get first, or the one named', () => {
    expect(found('hpa')).toBe('autoscaling/v2 horizontalpodautoscalers')
    expect(found('horizontalpodautoscalers.v1.autoscaling')).toBe('autoscaling/v1 horizontalpodautoscalers')
    expect(found('hpa.v1.autoscaling')).toBe('autoscaling/v2 horizontalpodautoscalers')
  })

  it('may have its group cut short', () => {
    expect(found('roles.rbac')).toBe('rbac.authorization.k8s.io/v1 roles')
  })

  it('with an unknown group is a custom resource', () => {
    expect(findResource('foos.example.com')).toEqual({
      apiGroup: 'example.com',
      apiVersion: 'v1',
      resource: 'foos',
      versionAssumed: true,
    })
    expect(findResource('foos.v1beta1.example.com')).toMatchObject({ apiVersion: 'v1beta1', versionAssumed: false })
  })

  it('is none when the word can be no resource', () => {
    for (const word of [
      'nosuch',
      '',
      '.',
      'pods.v1',
      'a b.example.com',
      'foos.',
      '__proto__',
      'constructor',
      'f'.repeat(300),
    ]) {
      expect(findResource(word)).toBeUndefined()
    }
  })
})

describe('the table', () => {
  it('has each resource once in a group', () => {
    const keys = ANY_VERSION.resources.map(({ apiGroup, resource }) => `${resource}.${apiGroup}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('knows subresources and their verbs', () => {
    const pods = resourceInGroup('', 'pods')
    expect(pods?.subresources.get('exec')).toEqual(['create', 'get'])
    expect(pods?.subresources.get('status')).toEqual(['get', 'patch', 'update'])
    expect(resourceInGroup('subresources.kubevirt.io', 'virtualmachines')?.subresources.get('console')).toEqual(['get'])
    expect(resourceInGroup('', 'namespaces')?.verbs).not.toContain('deletecollection')
  })

  it('knows categories', () => {
    const named = (word: string) => resourcesOfCategory(word).map(({ resource }) => resource)
    expect(named('all')).toEqual([
      'pods',
      'replicationcontrollers',
      'services',
      'daemonsets',
      'deployments',
      'replicasets',
      'statefulsets',
      'horizontalpodautoscalers',
      'cronjobs',
      'jobs',
    ])
    expect(named('api-extensions')).toContain('customresourcedefinitions')
    expect(named('pods')).toEqual([])
  })

  it('has everything that a bare API server serves, and little more', () => {
    const groups = new Map(ANY_VERSION.resources.map(({ apiGroup, builtIn }) => [apiGroup, builtIn]))
    expect([...groups].filter(([, builtIn]) => !builtIn).map(([group]) => group)).toEqual([
      'metrics.k8s.io',
      'kubevirt.io',
      'subresources.kubevirt.io',
    ])
    expect(groups.size).toBeGreaterThan(20)
    for (const { versions, verbs, kind, resource } of ANY_VERSION.resources) {
      expect([versions.length > 0, /^[A-Z]/.test(kind), resource]).toEqual([true, true, resource.toLowerCase()])
      expect(verbs.every((verb) => /^[a-z]+$/.test(verb))).toBe(true)
    }
  })

  it('is that of the chosen version of Kubernetes', () => {
    const group = (version: KubernetesVersion, apiGroup: string) =>
      new Discovery(version).resources
        .filter((one) => one.apiGroup === apiGroup)
        .map(({ resource, versions, subresources }) => [resource, versions.join(), ...subresources.keys()].join(' '))
    expect(KUBERNETES_VERSIONS.map((version) => group(version, 'scheduling.k8s.io'))).toEqual([
      ['priorityclasses v1'],
      ['priorityclasses v1'],
      ['priorityclasses v1', 'workloads v1alpha1'],
      ['podgroups v1alpha2 status', 'priorityclasses v1', 'workloads v1alpha2'],
      [
        'compositepodgroups v1alpha3 status',
        'podgroups v1beta1,v1alpha3 status',
        'priorityclasses v1',
        'workloads v1beta1,v1alpha3',
      ],
    ])
    expect(group('1.36', 'lifecycle.k8s.io')).toEqual([])
    expect(group('1.37', 'lifecycle.k8s.io')).toEqual(['evictionrequests v1alpha1 status', 'evictions v1alpha1 status'])
    const status = (version: KubernetesVersion) =>
      new Discovery(version).find('storage.k8s.io', 'csinodes')?.subresources
    expect([status('1.36')?.size, status('1.37')?.size]).toEqual([0, 1])
  })

  it('finds in a version what this version has, and in any what one has', () => {
    expect(findResource('podgroups', new Discovery('1.35'))).toBeUndefined()
    expect(findResource('podgroups', new Discovery('1.36'))?.apiVersion).toBe('v1alpha2')
    expect(findResource('podgroups')?.apiVersion).toBe('v1beta1')
  })

  it('with an empty group is found in any group, as by kubectl', () => {
    const groupOf = (word: string) => findResource(word)?.apiGroup
    expect([groupOf('deployments.'), groupOf('deployments.v1.'), groupOf('pods.')]).toEqual(['apps', 'apps', ''])
    expect([groupOf('deployments.v9.'), groupOf('groups.')]).toEqual([undefined, undefined])
  })

  it('finds every resource by plural and group', () => {
    for (const { apiGroup, resource } of ANY_VERSION.resources) {
      expect(findResource(`${resource}.${apiGroup}`)).toMatchObject({ apiGroup, resource })
    }
  })
})
