import type { Scenario } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { edited } from './edited.ts'

const example: Scenario = {
  version: 2,
  policy: 'kind: Role',
  request: { form: 'http', text: 'GET /api' },
  requestor: { username: 'ctl', groups: ['a', 'b'], extra: { k: ['v'] } },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}

describe('an example', () => {
  it('is as it was when nothing was changed, or everything was changed back', () => {
    expect(edited(example, example)).toBe(false)
    expect(edited(structuredClone(example), example)).toBe(false)
  })

  it('is as it was in whatever order its parts are written', () => {
    const { username, groups, extra } = example.requestor
    const requestor = { extra, groups, username } as Scenario['requestor']
    expect(edited({ ...example, requestor }, example)).toBe(false)
  })

  it('is unchanged when defaults are written out', () => {
    const spelled: Scenario = {
      ...example,
      objects: '',
      storedObject: '',
      schema: '',
      earlier: [],
      later: [],
      after: 0,
    }
    expect(edited(spelled, example)).toBe(false)
    expect(edited(example, spelled)).toBe(false)
  })

  it('is edited when it has none of the default roles, and not those that a binding names', () => {
    expect(edited({ ...example, cluster: { ...example.cluster, defaultRoles: false } }, example)).toBe(true)
  })

  it.each<Partial<Scenario>>([
    { policy: 'kind: Role ' },
    { request: { form: 'http', text: 'GET /apis' } },
    { request: { form: 'curl', text: 'GET /api' } },
    { requestor: { username: 'ctl', groups: ['b', 'a'], extra: { k: ['v'] } } },
    { requestor: { username: 'ctl', groups: ['a', 'b'], extra: { k: ['v'], ['__proto__']: ['x'] } } },
    { cluster: { version: '1.36', authorizationModes: ['RBAC'], constrainedImpersonation: true } },
    { cluster: { version: '1.35', authorizationModes: ['RBAC'] } },
    { design: 'legacy' },
    { objects: 'kind: Pod' },
    { storedObject: 'kind: Pod' },
    { webhookChanges: '[]' },
    { schema: 'kind: CustomResourceDefinition' },
    { cluster: { version: '1.36', authorizationModes: ['RBAC'], defaultRoles: true } },
    { earlier: [{ request: example.request, requestor: example.requestor }] },
    { later: [{ request: example.request, requestor: example.requestor }] },
    { later: [{ request: { form: 'http', text: 'GET /x' }, requestor: example.requestor, after: 4 }] },
  ])('is edited with %j', (change) => expect(edited({ ...example, ...change }, example)).toBe(true))
})
