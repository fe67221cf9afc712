import { playScenario, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from '../all-designs.ts'
import { notAuthorizedLines } from './denials.ts'

function lines(url: string, changes: Partial<VectorScenario> = {}): readonly string[] {
  const scenario: VectorScenario = {
    id: 'x',
    policy: '',
    requestor: { username: 'ja"ne', groups: ['a', 'b'] },
    requests: [{ method: 'GET', url }],
    ...changes,
  }
  const played = playScenario(scenario, ALL_DESIGNS)
  const one = played.kind === 'played' ? played.requests[0] : undefined
  if (one === undefined || !('trace' in one)) throw new Error(played.kind)
  return notAuthorizedLines(
    scenario,
    one.trace.steps.flatMap(({ check }) => check ?? []),
  )
}

const WHO = 'RBAC: no rules authorize user "ja\\"ne" with groups ["a" "b"] to'

describe('what a server logs where RBAC does not allow a check', () => {
  it.each([
    [
      '/apis/apps/v1/namespaces/prod/deployments/web/scale',
      '"get" resource "deployments.apps/scale" named "web" in namespace "prod"',
    ],
    ['/api/v1/pods', '"list" resource "pods" cluster-wide'],
    ['/healthz', '"get" nonResourceURL "/healthz" cluster-wide'],
  ])('says who, what and where: %s', (url, rest) => {
    expect(lines(url)).toEqual([`${WHO} ${rest}`])
  })

  it('is nothing where RBAC was not asked', () => {
    expect(lines('/api/v1/pods', { cluster: { authorizationModes: ['Node'] } })).toEqual([])
    expect(lines('/api/v1/pods', { requestor: { username: 'root', groups: ['system:masters'] } })).toEqual([])
  })

  it('is present even where the Node authorizer allows the check, if that comes after RBAC', () => {
    const requestor = { username: 'system:node:n1', groups: ['system:nodes'] }
    const of = (...authorizationModes: readonly ('Node' | 'RBAC')[]) =>
      lines('/api/v1/nodes/n1', { requestor, cluster: { authorizationModes } }).length
    expect([of('Node', 'RBAC'), of('RBAC', 'Node')]).toEqual([0, 1])
  })
})
