import { describe, expect, it } from 'vitest'
import { readAction } from './asked-action.ts'
import { ANY_VERSION, type APIResource, Discovery } from './resources.ts'
import { subresourceMistake } from './subresources.ts'
import { meantResource, misnamingOf, nearestResource, unservedResource } from './unserved-resources.ts'

const BATTERY: APIResource = {
  apiGroup: 'lab.example.org',
  versions: ['v1'],
  resource: 'batterys',
  singular: 'battery',
  shortNames: [],
  kind: 'Battery',
  namespaced: true,
  categories: [],
  verbs: ['get', 'list'],
  subresources: new Map(),
  builtIn: false,
}

const WITH_BATTERY = new Discovery(undefined, [BATTERY])

describe('a resource that no API server known here serves', () => {
  const fixOf = (group: string, resource: string) => unservedResource(group, resource, WITH_BATTERY)?.fix

  it('has another plural in the definition of the text', () => {
    expect(unservedResource('lab.example.org', 'batteries', WITH_BATTERY)).toEqual({
      message:
        'The text defines Battery in “lab.example.org” by the plural “batterys”, and it does not define “batteries”.',
      fix: 'Write batterys.lab.example.org.',
    })
  })

  it('is none where authorizers alone are asked about it, in a design too', () => {
    expect(unservedResource('certificates.k8s.io', 'signers', WITH_BATTERY)).toBeUndefined()
    expect(unservedResource('authorization.k8s.io', 'clusteraccessrules', WITH_BATTERY)).toBeUndefined()
  })

  it('is in another group of Kubernetes', () => {
    expect(fixOf('', 'deployments')).toBe('Did you mean deployments.apps?')
    expect(fixOf('apps', 'pods')).toBe('Did you mean pods?')
  })

  it('is misspelt in a group of Kubernetes', () => {
    expect(fixOf('apps', 'deploymentz')).toBe('Did you mean deployments.apps?')
    expect(unservedResource('apps', 'robots', ANY_VERSION)?.message).toMatch(
      /serves “robots” in the API group “apps”\.$/,
    )
  })

  it.each([
    ['1.35', 'scheduling.k8s.io', 'podgroups', '“podgroups” in the API group “scheduling.k8s.io” from 1.36 on'],
    ['1.36', 'lifecycle.k8s.io', 'evictions', '“evictions” in the API group “lifecycle.k8s.io” from 1.37 on'],
    [
      '1.33',
      'scheduling.k8s.io',
      'compositepodgroups',
      '“compositepodgroups” in the API group “scheduling.k8s.io” from 1.37 on',
    ],
  ] as const)('is one of other versions: on %s, %s %s', (version, group, resource, what) => {
    const message = `Kubernetes serves ${what}; this cluster is ${version}.`
    expect(unservedResource(group, resource, new Discovery(version))).toEqual({ message })
    expect(unservedResource(group, resource, new Discovery('1.37'))).toBeUndefined()
    expect(unservedResource(group, resource, ANY_VERSION)).toBeUndefined()
  })

  it('is one that the text defines, whatever Kubernetes serves elsewhere', () => {
    const own = { ...BATTERY, apiGroup: 'scheduling.k8s.io', resource: 'podgroups' }
    expect(unservedResource(own.apiGroup, own.resource, new Discovery('1.35', [own]))).toBeUndefined()
  })

  it('may be a subresource of other versions', () => {
    const csiNodes = { apiGroup: 'storage.k8s.io', resource: 'csinodes', subresource: 'status' }
    expect(subresourceMistake(csiNodes, 'csinodes', new Discovery('1.36'))).toEqual({
      message:
        'Kubernetes serves “csinodes/status” in the API group “storage.k8s.io” from 1.37 on; this cluster is 1.36.',
    })
    expect(subresourceMistake(csiNodes, 'csinodes', new Discovery('1.37'))).toBeUndefined()
  })

  it('is reported with a question about its bare name', () => {
    const asked = { verb: 'get', resource: 'podgroup', namespace: 'web' }
    expect(readAction(asked, new Discovery('1.35')).remarks).toEqual([
      {
        severity: 'warning',
        code: 'unknown-resource',
        message:
          'Kubernetes serves “podgroups” in the API group “scheduling.k8s.io” from 1.36 on; this cluster is 1.35. It is asked for as written, in the core group.',
        fix: 'Write podgroups.scheduling.k8s.io to ask about it in its group.',
        word: 'podgroup',
      },
    ])
    expect(readAction(asked, new Discovery('1.36')).remarks).toEqual([])
  })

  it('is none that is served, that authorizers are asked about, or that another definition may have', () => {
    const known = [
      ['apps', 'deployments'],
      ['lab.example.org', 'batterys'],
      ['lab.example.org', 'robots'],
      ['other.example.org', 'batteries'],
      ['authentication.k8s.io', 'uids'],
      ['', '*'],
    ] as const
    expect(known.map(([group, resource]) => unservedResource(group, resource, WITH_BATTERY))).toEqual(
      known.map(() => undefined),
    )
  })

  it('is reported with a question about it, which is asked as written', () => {
    const { attributes, remarks } = readAction(
      { verb: 'get', resource: 'batteries.lab.example.org', namespace: 'web' },
      WITH_BATTERY,
    )
    expect(attributes.resource).toBe('batteries')
    expect(remarks.map(({ code, severity }) => [code, severity])).toEqual([['unknown-resource', 'warning']])
  })
})

describe('a word for a resource', () => {
  it.each([
    ['Battery', 'kind'],
    ['battery', 'singular'],
    ['BATTERY', 'singular'],
    ['Batterys', 'case'],
    ['bat', 'short-name'],
    ['batteries', 'misspelt'],
    ['batery', 'misspelt'],
    ['batterry', 'misspelt'],
    ['batterys', undefined],
    ['cells', undefined],
  ])('is its kind, its singular, a short name, or a misspelling: %s', (word, misnaming) => {
    expect(misnamingOf(word, { ...BATTERY, shortNames: ['bat'] })).toBe(misnaming)
  })

  it('is that of Kubernetes which it names or misspells', () => {
    expect(nearestResource('deploymnet')).toBe('deployments')
    expect(nearestResource('pdos')).toBe('pods')
    expect(nearestResource('pdo')).toBe('pods')
    expect(nearestResource('giraffes')).toBeUndefined()
  })

  it('is the nearest of several that it may misspell', () => {
    const charger = { ...BATTERY, resource: 'chargers', singular: 'charger', kind: 'Charger' }
    const changer = { ...BATTERY, resource: 'changers', singular: 'changer', kind: 'Changer' }
    expect(meantResource('chagers', [changer, charger])?.resource).toBe('changers')
    expect(meantResource('chargerz', [changer, charger])?.resource).toBe('chargers')
    expect(meantResource('Charger', [changer, charger])?.resource).toBe('chargers')
  })

  it('is found among the definitions of the text too', () => {
    expect(nearestResource('baterys')).toBeUndefined()
    expect(nearestResource('baterys', WITH_BATTERY)).toBe('batterys')
  })
})
