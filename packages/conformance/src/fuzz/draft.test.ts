import { readPolicy } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { type Draft, scenarioOf } from './draft.ts'
import { bindingObject, roleObject } from './rbac-objects.ts'
import { AWKWARD } from './words.ts'

const draft: Draft = {
  id: 'x',
  cluster: {},
  objects: [],
  requestor: { username: 'jane' },
  requests: [],
  policy: [
    roleObject('r', [
      { apiGroups: ['', 'apps'], resources: ['*/scale'], resourceNames: ['no', '1', 'true'], verbs: ['get'] },
    ]),
    bindingObject(
      'b',
      { kind: 'ClusterRole', name: 'r' },
      [...AWKWARD, '\u0085 \u2028', 'on'].map((name) => ({ kind: 'User', name })),
    ),
  ],
}

describe('a draft', () => {
  it('is written so that YAML reads every string unchanged', () => {
    const read = readPolicy(scenarioOf(draft).policy)
    expect(read.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const names = read.bindings.flatMap(({ subjects }) => subjects.map(({ name }) => name))
    expect(names).toEqual([...AWKWARD, '\u0085 \u2028', 'on'])
  })
})
