import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decided, decider, type Scenario } from '../decide/index.ts'
import { type Attributes, combinedResource, type SubjectName, type UserInfo } from '../kube/index.ts'
import { isRefused } from '../trace/index.ts'
import { type Change, changes, type Decide } from './changes.ts'
import type { NewAccess } from './new-access.ts'
import { anyPolicy } from './testing.ts'

const decideWith = await decider()
const decide: Decide = (scenario, options) => decideWith(scenario, options)

const REQUESTORS: readonly Scenario['requestor'][] = [
  { username: 'jane', groups: ['devs', 'system:authenticated'] },
  { username: 'deputy' },
  { username: 'system:serviceaccount:ci:bot', groups: ['system:serviceaccounts'] },
]
const PATHS = [
  'GET /api/v1/namespaces/prod/pods',
  'GET /api/v1/namespaces/prod/pods/web/log',
  'DELETE /api/v1/namespaces/prod/secrets/web',
  'GET /api/v1/pods',
  'GET /healthz',
]
const HEADERS = [
  '',
  '\nImpersonate-User: jane',
  '\nImpersonate-User: jane\nImpersonate-Group: devs\nImpersonate-Group: ops',
]

const scenario = fc
  .record({
    policy: anyPolicy,
    path: fc.constantFrom(...PATHS),
    headers: fc.constantFrom(...HEADERS),
    requestor: fc.constantFrom(...REQUESTORS),
  })
  .map(
    ({ policy, path, headers, requestor }): Scenario => ({
      version: 2,
      policy,
      request: { form: 'http', text: path + headers },
      requestor,
      cluster: { version: '1.36', authorizationModes: ['RBAC'] },
      design: 'constrained',
    }),
  )

function ofPolicy(one: Scenario): readonly Change[] {
  const decided: Decided = decide(one)
  if (decided.trace === undefined || !isRefused(decided.trace)) return []
  return changes(decided, one, decide).filter(({ kind }) => kind !== 'request' && kind !== 'setting')
}

const isAllowed = (one: Scenario): boolean => {
  const { trace } = decide(one)
  return trace !== undefined && !isRefused(trace)
}

/** Whether new access covers a review of a user. */
function covers({ subject, namespace, rule }: NewAccess, review: Attributes): boolean {
  const { user, verb, isResourceRequest, apiGroup, name, path } = review
  const has = (list: readonly string[], value: string) => list.includes('*') || list.includes(value)
  return (
    isOf(subject, user) &&
    (namespace === '' || (isResourceRequest && namespace === review.namespace)) &&
    has(rule.verbs, verb) &&
    (isResourceRequest
      ? has(rule.apiGroups, apiGroup) &&
        has(rule.resources, combinedResource(review)) &&
        (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
      : rule.nonResourceURLs.includes(path))
  )
}

function isOf({ kind, name, namespace }: SubjectName, { username, groups }: UserInfo): boolean {
  if (kind === 'Group') return groups.includes(name)
  return username === (kind === 'User' ? name : `system:serviceaccount:${namespace}:${name}`)
}

describe('every change of a policy', () => {
  const given = { seed: 15, numRuns: 120 }

  it('lets the request through, and there is one for every request that a rule can allow', () => {
    fc.assert(
      fc.property(scenario, (one) => {
        const found = ofPolicy(one)
        expect(found.length > 0 || isAllowed(one)).toBe(true)
        for (const { policy } of found) expect(isAllowed({ ...one, policy })).toBe(true)
      }),
      given,
    )
  })

  it('keeps every line that it does not change, in its order', () => {
    fc.assert(
      fc.property(scenario, (one) => {
        for (const { policy, parts } of ofPolicy(one)) {
          const lines = policy.split('\n')
          let at = 0
          const lost = one.policy.split('\n').filter((line) => {
            const found = lines.indexOf(line, at)
            if (found !== -1) at = found + 1
            return found === -1
          })
          expect(lost.length).toBeLessThanOrEqual(parts.length)
        }
      }),
      given,
    )
  })

  it('allows no neighbour of the request that it does not list as new access', () => {
    const neighbours = (one: Scenario): readonly Scenario[] =>
      PATHS.flatMap((path) =>
        REQUESTORS.flatMap((requestor) =>
          ['', '\nImpersonate-User: jane'].map((headers) => ({
            ...one,
            requestor,
            request: { form: 'http' as const, text: path + headers },
          })),
        ),
      )
    fc.assert(
      fc.property(scenario, (one) => {
        const [narrowest, ...others] = ofPolicy(one)
        for (const { policy, adds } of [narrowest, others.at(-1)].flatMap((change) => change ?? [])) {
          for (const near of neighbours(one)) {
            const before = decide(near).trace
            const after = decide({ ...near, policy }).trace
            if (before === undefined || after === undefined || !isRefused(before) || isRefused(after)) continue
            const newly = after.steps.flatMap(({ check }) =>
              check?.answer.decision === 'Allow' &&
              decide({ ...near }).trace !== undefined &&
              !allowedBefore(before, check.attributes)
                ? [check.attributes]
                : [],
            )
            expect(newly.some((review) => adds.some((one) => covers(one, review)))).toBe(true)
          }
        }
      }),
      { seed: 16, numRuns: 25 },
    )
  })
})

function allowedBefore({ steps }: NonNullable<Decided['trace']>, { verb, resource, name }: Attributes): boolean {
  return steps.some(({ check }) => {
    const before = check?.attributes
    return (
      check?.answer.decision === 'Allow' &&
      before?.verb === verb &&
      before.resource === resource &&
      before.name === name
    )
  })
}
