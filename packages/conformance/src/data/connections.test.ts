import { describe, expect, it } from 'vitest'
import { scenariosIn } from '../files.ts'
import { CONNECTION_VECTORS } from './cluster-vectors.ts'

const scenarios = scenariosIn(CONNECTION_VECTORS)

/** The answers with the gate on or off whose handler asked, by whom and with what decision. */
function asked(gate: boolean, impersonated: boolean, decision: string): number {
  return scenarios
    .filter(({ cluster }) => cluster?.authorizePodWebsocketUpgradeCreatePermission === gate)
    .flatMap(({ expect: answers = [] }) => answers)
    .filter(({ impersonatedUser }) => (impersonatedUser !== undefined) === impersonated)
    .filter(({ checks }) => checks.some((check) => check.phase === 'handler' && check.decision === decision)).length
}

describe('the vectors of connections to pods', () => {
  it('are at least 500, with the gate on and off', () => {
    expect(scenarios.flatMap(({ requests }) => requests).length).toBeGreaterThanOrEqual(500)
    const off = scenarios.filter(({ cluster }) => cluster?.authorizePodWebsocketUpgradeCreatePermission === false)
    expect(off.length).toBeGreaterThan(50)
  })

  it.each([true, false])('hold both answers of the handler, impersonated: %s', (impersonated) => {
    for (const decision of ['Allow', 'NoOpinion']) {
      expect(asked(true, impersonated, decision), decision).toBeGreaterThan(20)
      expect(asked(false, impersonated, decision), decision).toBe(0)
    }
  })

  it('are let in by each mode of impersonation', () => {
    const modes = new Set(
      scenarios.flatMap(({ expect: answers = [] }) => answers.map(({ constraint = '' }) => constraint)),
    )
    expect([...modes].sort()).toEqual([
      '',
      'impersonate:arbitrary-node',
      'impersonate:associated-node',
      'impersonate:serviceaccount',
      'impersonate:user-info',
    ])
  })
})
