import { describe, expect, it } from 'vitest'
import { type Discovery, tableLines, tableModule } from './table.ts'

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

describe('the table of resources', () => {
  it('has a line for each resource, with its versions as clients prefer them', () => {
    const core = discovery('', [{ version: 'v1', resources: [POD] }])
    const named = discovery('authentication.k8s.io', [
      { version: 'v1', resources: [REVIEW] },
      { version: 'v1beta1', resources: [REVIEW] },
    ])
    expect(tableLines([core, named])).toEqual([
      ['', ['pods Pod po namespaced v1 *+all exec:create,get status']],
      ['authentication.k8s.io', ['tokenreviews TokenReview - cluster v1,v1beta1 create']],
    ])
    expect(tableModule('1.36.3', [core])).toContain('    pods Pod po namespaced v1 *+all exec:create,get status\n')
  })

  it('leaves out groups without resources', () => {
    expect(tableLines([discovery('empty.example.com', [{ version: 'v1' }])])).toEqual([])
  })

  it('is not made where it could not say what a resource is', () => {
    const strange = { ...POD, singularResource: 'peapod' }
    expect(() => tableLines([discovery('', [{ version: 'v1', resources: [strange] }])])).toThrow('peapod')
    const changed = [
      { version: 'v2', resources: [REVIEW] },
      { version: 'v1', resources: [{ ...REVIEW, verbs: ['get'] }] },
    ]
    expect(() => tableLines([discovery('x.example.com', changed)])).toThrow('not the same in v2 and v1')
  })
})
