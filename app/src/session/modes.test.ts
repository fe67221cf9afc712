import { describe, expect, it } from 'vitest'
import { movedMode, othersThan, withMode, withoutMode } from './modes.ts'

describe('the order of authorizers', () => {
  it('gets one more in its usual place', () => {
    expect(withMode(['RBAC'], 'Node')).toEqual(['Node', 'RBAC'])
    expect(withMode(['Node', 'RBAC'], 'Webhook')).toEqual(['Node', 'RBAC', 'Webhook'])
    expect(withMode(['RBAC', 'Webhook'], 'RBAC')).toEqual(['Webhook', 'RBAC'])
  })

  it('loses one, which is then among the others', () => {
    expect(withoutMode(['Node', 'RBAC'], 'Node')).toEqual(['RBAC'])
    expect(othersThan(['Webhook', 'RBAC'])).toEqual(['Node', 'AccessRules'])
  })

  it('is any that can be made by moving one after the other', () => {
    expect(movedMode(['Node', 'RBAC', 'Webhook'], 'Webhook', -1)).toEqual(['Node', 'Webhook', 'RBAC'])
    expect(movedMode(['Node', 'RBAC', 'Webhook'], 'Node', 1)).toEqual(['RBAC', 'Node', 'Webhook'])
    expect(movedMode(['Node', 'RBAC'], 'Node', -1)).toEqual(['Node', 'RBAC'])
    expect(movedMode(['Node', 'RBAC'], 'RBAC', 1)).toEqual(['Node', 'RBAC'])
  })
})
