import { describe, expect, it } from 'vitest'
import { coreDiscovery, type Discovery, type Release, tableLines, tableModule } from './table.ts'

const POD = {
  resource: 'pods',
  responseKind: { kind: 'Pod' },
  scope: 'Namespaced' as const,
  singularResource: 'pod',
  verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  shortNames: ['po'],
  categories: ['all'],
  subresources: [
    { subresource: 'status', verbs: ['get', 'patch', 'update'] },
    { subresource: 'exec', verbs: ['get', 'create'] },
  ],
}
const REVIEW = {
  resource: 'tokenreviews',
  responseKind: { kind: 'TokenReview' },
  scope: 'Cluster' as const,
  singularResource: 'tokenreview',
  verbs: ['create'],
}

function discovery(name: string, versions: Discovery['items'][number]['versions']): Discovery {
  return { items: [{ metadata: name === '' ? {} : { name }, versions }] }
}

/** Releases one after the other, from 1.33 on. */
function releases(...each: readonly (readonly Discovery[])[]): readonly Release[] {
  return each.map((discoveries, index) => ({ version: `1.${33 + index}`, discoveries }))
}

describe('the table of resources', () => {
  it('has a line for each resource, with its versions as clients prefer them', () => {
    const core = discovery('', [{ version: 'v1', resources: [POD] }])
    const named = discovery('authentication.k8s.io', [
      { version: 'v1', resources: [REVIEW] },
      { version: 'v1beta1', resources: [REVIEW] },
    ])
    expect(tableLines(releases([core, named]))).toEqual([
      ['', ['pods Pod po namespaced v1 *+all exec:create,get status']],
      ['authentication.k8s.io', ['tokenreviews TokenReview - cluster v1,v1beta1 create']],
    ])
    expect(tableModule(['1.36.3'], releases([core]))).toContain(
      '    pods Pod po namespaced v1 *+all exec:create,get status\n',
    )
  })

  it('marks what not every release serves', () => {
    const { subresources: _, ...whole } = POD
    const at = (resource: typeof whole, ...versions: readonly string[]) =>
      discovery(
        'x',
        versions.map((version) => ({ version, resources: [resource] })),
      )
    const status = { ...whole, subresources: [{ subresource: 'status', verbs: ['get', 'patch', 'update'] }] }
    expect(tableLines(releases([at(whole, 'v1alpha1')], [at(whole, 'v1', 'v1alpha1')], [at(status, 'v1')]))).toEqual([
      ['x', ['pods Pod po namespaced v1@1.34-,v1alpha1@-1.34 *+all status@1.35-']],
    ])
    const other = discovery('y', [{ version: 'v1', resources: [REVIEW] }])
    const pods = at(whole, 'v1')
    const line = 'pods Pod po namespaced v1 *+all'
    expect(tableLines(releases([pods], [pods, other], [pods]))).toEqual([
      ['x', [line]],
      ['y', ['tokenreviews@1.34 TokenReview - cluster v1 create']],
    ])
    expect(tableLines(releases([at(whole, 'v1alpha1')], [at(whole, 'v1beta1')]))).toEqual([
      ['x', ['pods Pod po namespaced v1beta1@1.34-,v1alpha1@-1.33 *+all']],
    ])
  })

  it('has the core group from the older form of discovery', () => {
    const { resource, responseKind, singularResource, shortNames, categories, verbs } = POD
    const pods = { name: resource, ...responseKind, singularName: singularResource, shortNames, categories, verbs }
    const exec = {
      name: 'pods/exec',
      kind: 'PodExecOptions',
      singularName: '',
      namespaced: true,
      verbs: ['get', 'create'],
    }
    const core = coreDiscovery({ groupVersion: 'v1', resources: [{ ...pods, namespaced: true }, exec] })
    expect(tableLines(releases([core]))).toEqual([['', ['pods Pod po namespaced v1 *+all exec:create,get']]])
  })

  it('leaves out groups without resources', () => {
    expect(tableLines(releases([discovery('empty.example.com', [{ version: 'v1' }])]))).toEqual([])
  })

  it('is not made where it could not say what a resource is', () => {
    const strange = { ...POD, singularResource: 'peapod' }
    const lines = (...each: readonly Discovery['items'][number]['versions'][]) =>
      tableLines(releases(...each.map((versions) => [discovery('x', versions)])))
    expect(() => lines([{ version: 'v1', resources: [strange] }])).toThrow('peapod')
    const other = { version: 'v1', resources: [{ ...REVIEW, verbs: ['get'] }] }
    expect(() => lines([{ version: 'v2', resources: [REVIEW] }, other])).toThrow('not the same in v2 and v1')
    expect(() => lines([{ version: 'v1', resources: [REVIEW] }], [other])).toThrow('not the same in all releases')
    expect(() => lines([other], [], [other])).toThrow('1.33,1.35 are not one after the other')
    const both = [other, { ...other, version: 'v2' }]
    expect(() => lines(both, both.toReversed())).toThrow('in another order')
  })
})
