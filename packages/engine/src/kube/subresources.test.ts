import { describe, expect, it } from 'vitest'
import { defaultRoles } from '../decide/index.ts'
import { hasSubresource } from './subresources.ts'

describe('a subresource of a resource of Kubernetes', () => {
  it('is served, or asked about', () => {
    expect(hasSubresource('apps', 'deployments', 'scale')).toBe(true)
    expect(hasSubresource('apps', 'deployments', 'finalizers')).toBe(true)
    expect(hasSubresource('', 'nodes', 'stats')).toBe(true)
    expect(hasSubresource('resource.k8s.io', 'resourceclaims', 'driver')).toBe(true)
  })

  it('is otherwise not one, and of other resources it may be any', () => {
    expect(hasSubresource('apps', 'deployments', 'nonsense')).toBe(false)
    expect(hasSubresource('', 'secrets', 'status')).toBe(false)
    expect(hasSubresource('example.com', 'foos', 'nonsense')).toBeUndefined()
    expect(hasSubresource('kubevirt.io', 'virtualmachines', 'nonsense')).toBeUndefined()
    expect(hasSubresource('', 'users', 'status')).toBeUndefined()
  })

  it('is each that the default roles name', () => {
    const named = defaultRoles().roles.flatMap(({ rules }) =>
      rules.flatMap(({ apiGroups, resources }) =>
        apiGroups.flatMap((group) =>
          resources.flatMap((one) => {
            const [resource = '', subresource] = one.split('/')
            return subresource === undefined ? [] : [[group, resource, subresource] as const]
          }),
        ),
      ),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((one) => hasSubresource(...one) === false)).toEqual([])
  })
})
