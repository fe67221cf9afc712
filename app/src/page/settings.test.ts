import type { ClusterSettings } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import type { DesignEntry } from '../worker/answer.ts'
import { gateSwitch, modeOptions, modesOf, withGate } from './settings.ts'

const constrained: DesignEntry = {
  id: 'constrained',
  origin: 'released',
  title: 'Constrained impersonation, as released',
  summary: '',
  gate: {
    name: 'ConstrainedImpersonation',
    defaults: { '1.33': 'absent', '1.34': 'absent', '1.35': 'off', '1.36': 'on', '1.37': 'on' },
  },
}
const legacy: DesignEntry = { id: 'legacy', origin: 'released', title: 'Legacy impersonation', summary: '' }
const cluster = (version: ClusterSettings['version'], rest: Partial<ClusterSettings> = {}): ClusterSettings => ({
  version,
  authorizationModes: ['RBAC'],
  ...rest,
})

describe('the feature gate', () => {
  it('says how the version was released', () => {
    expect(gateSwitch(constrained, cluster('1.35')).options[0]?.title).toBe('default (off)')
    expect(gateSwitch(constrained, cluster('1.36')).options[0]?.title).toBe('default (on)')
  })

  it('says how it is set', () => {
    expect(gateSwitch(constrained, cluster('1.36')).choice).toBe('released')
    expect(gateSwitch(constrained, cluster('1.36', { constrainedImpersonation: true })).choice).toBe('on')
    expect(gateSwitch(constrained, cluster('1.36', { constrainedImpersonation: false })).choice).toBe('off')
  })

  it('cannot be chosen before the version that brings it, and says which that is', () => {
    expect(gateSwitch(constrained, cluster('1.34')).unavailable).toBe(
      'Kubernetes 1.34 does not have the gate yet; it comes with 1.35.',
    )
  })

  it('cannot be chosen for a design without one', () => {
    expect(gateSwitch(legacy, cluster('1.36')).unavailable).toBe('“Legacy impersonation” asks no feature gate.')
  })

  it('is set, and left to the version again, without touching the rest', () => {
    const off = withGate(cluster('1.36'), 'off')
    expect(off).toEqual(cluster('1.36', { constrainedImpersonation: false }))
    expect(withGate(off, 'released')).toEqual(cluster('1.36'))
    expect(withGate(cluster('1.36', { defaultRoles: true }), 'on').defaultRoles).toBe(true)
  })
})

describe('authorization modes', () => {
  it('are offered as they are typed, the usual ones first', () => {
    expect(modeOptions(['RBAC']).slice(0, 3)).toEqual(['RBAC', 'Node,RBAC', 'RBAC,Node'])
    for (const option of modeOptions(['RBAC'])) expect(modesOf(option).join()).toBe(option)
  })

  it('keep a list that came from elsewhere', () => {
    expect(modeOptions(['Webhook', 'AccessRules'])).toContain('Webhook,AccessRules')
  })

  it('are what the option says', () => {
    expect(modesOf('Node,RBAC')).toEqual(['Node', 'RBAC'])
    expect(modesOf('')).toEqual([])
  })
})
