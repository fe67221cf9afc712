import { describe, expect, it } from 'vitest'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { groupSuffix } from './group-suffix.ts'

const AS_JANE = { 'Impersonate-User': 'jane' }

const asked = (headers: Parameters<typeof wireRequest>[0], target?: string, assumptions = {}) =>
  runDesign(
    groupSuffix,
    wireRequest(headers, target),
    allowingVerbs('impersonate:user-info', 'impersonate:node', 'impersonate:nodes'),
    undefined,
    true,
    undefined,
    assumptions,
  ).asked

describe('group-suffix', () => {
  it('asks for the action by its plain verb, in the API group with a suffix', () => {
    expect(asked(AS_JANE, '/apis/apps/v1/namespaces/prod/deployments')).toEqual([
      'impersonate:user-info users name=jane authentication.k8s.io',
      'list deployments ns=prod apps.impersonation.k8s.io v1',
      'impersonate users name=jane v1',
    ])
  })

  it('has a stand-in for the core group, or none', () => {
    const action = (core: string) => asked(AS_JANE, undefined, { 'core-group': core })[1]
    expect(action('core')).toBe('list pods ns=prod core.impersonation.k8s.io v1')
    expect(action('bare')).toBe('list pods ns=prod impersonation.k8s.io v1')
  })

  it('is not what a rule with the plain group allows, nor does it allow that', () => {
    const inGroup = (group: string) => ({
      authorize: ({ verb, apiGroup }: { verb: string; apiGroup: string }) => ({
        decision: verb.startsWith('impersonate:') || apiGroup === group ? ('Allow' as const) : ('NoOpinion' as const),
        reason: '',
      }),
    })
    const deployments = wireRequest(AS_JANE, '/apis/apps/v1/namespaces/prod/deployments')
    expect(runDesign(groupSuffix, deployments, inGroup('apps')).outcome).toMatchObject({
      code: 403,
      phase: 'impersonation',
    })
    expect(runDesign(groupSuffix, deployments, inGroup('apps.impersonation.k8s.io')).outcome).toMatchObject({
      code: 403,
      phase: 'request',
    })
  })

  it('has no way to ask about a path, and says so', () => {
    const { outcome, asked } = runDesign(
      groupSuffix,
      wireRequest(AS_JANE, '/healthz'),
      allowingVerbs('impersonate:user-info'),
    )
    expect(asked).toEqual([
      'impersonate:user-info users name=jane authentication.k8s.io',
      'impersonate users name=jane v1',
    ])
    expect(outcome).toMatchObject({
      message: expect.stringMatching(/: a path has no API group that could get a suffix$/),
    })
  })

  it('reads the contradictions of the text by the chosen assumptions', () => {
    const node = { 'Impersonate-User': 'system:node:n1' }
    expect(asked(node, undefined, { 'node-verb': 'nodes' })[0]).toBe(
      'impersonate:nodes nodes name=n1 authentication.k8s.io',
    )
    expect(asked(AS_JANE, undefined, { 'identity-group': 'authentications' })[0]).toBe(
      'impersonate:user-info users name=jane authentications.k8s.io',
    )
  })
})
