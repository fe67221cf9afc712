import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../../../authorizers/index.ts'
import type { Decision } from '../../../kube/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../../testing.ts'
import { intersection } from './intersection.ts'

const AS_JANE = wireRequest({ 'Impersonate-User': 'jane' })
const nodes = (result: ReturnType<typeof runDesign>) => result.steps.map(({ node }) => node)

describe('intersection', () => {
  it('asks for the right to impersonate, for the requestor’s own permission, and for the target’s', () => {
    const result = runDesign(intersection, AS_JANE, allowingVerbs('impersonate', 'list'))
    expect(result.asked).toEqual(['impersonate users name=jane v1', 'list pods ns=prod v1', 'list pods ns=prod v1'])
    expect(result.steps.flatMap(({ check }) => check?.attributes.user.username ?? [])).toEqual(['ctl', 'ctl', 'jane'])
    expect(result.constraint).toBeUndefined()
  })

  it('refuses what the requestor may not do itself, though it may impersonate somebody who may', () => {
    const result = runDesign(intersection, AS_JANE, allowingVerbs('impersonate'))
    expect(nodes(result)).toEqual(['A', 'L', 'O', 'forbidden'])
    expect(result.outcome).toMatchObject({
      message: expect.stringMatching(/^pods is forbidden: User "ctl" cannot list /),
    })
  })

  it('asks for the right to act as the target, or for none', () => {
    const read = (identity: string) =>
      runDesign(intersection, AS_JANE, allowingVerbs('list'), undefined, undefined, undefined, { identity })
    expect(nodes(read('legacy'))).toEqual(['A', 'L', 'forbidden'])
    expect(nodes(read('none'))).toEqual(['A', 'O', 'S', 'R', 'allowed'])
  })

  it('never allows what either side alone is not allowed', () => {
    const decision = fc.constantFrom<Decision>('Allow', 'NoOpinion', 'Deny')
    const requests = fc.constantFrom('/api/v1/namespaces/prod/pods', '/apis/apps/v1/deployments', '/healthz')
    fc.assert(
      fc.property(
        requests,
        fc.record({ ctl: decision, jane: decision, impersonate: decision }),
        fc.constantFrom('legacy', 'none'),
        (target, answers, identity) => {
          const authorizer: Authorizer = {
            authorize: ({ user, verb }) => ({
              decision:
                verb === 'impersonate' ? answers.impersonate : user.username === 'jane' ? answers.jane : answers.ctl,
              reason: '',
            }),
          }
          const code = (username: string, headers: Parameters<typeof wireRequest>[0]) =>
            runDesign(intersection, wireRequest(headers, target), authorizer, { username }, true, undefined, {
              identity,
            }).outcome.code
          if (code('ctl', { 'Impersonate-User': 'jane' }) !== 200) return
          expect([code('ctl', {}), code('jane', {})]).toEqual([200, 200])
        },
      ),
    )
  })
})
