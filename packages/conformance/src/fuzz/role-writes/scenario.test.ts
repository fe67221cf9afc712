import { Random, type VectorAnswer } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import type { OracleAnswer } from '../oracle.ts'
import { lettingThrough } from './grants.ts'
import { makeRoleWrite } from './scenario.ts'

const USER = { username: 'bob' }
const ESCALATES: VectorAnswer = {
  checks: [
    { phase: 'handler', user: USER, verb: 'escalate', resource: 'roles', namespace: 'prod', decision: 'NoOpinion' },
  ],
  code: 403,
  message: `roles.rbac.authorization.k8s.io "new" is forbidden: user "bob" (groups=[]) is attempting to grant RBAC permissions not currently held:
{APIGroups:["" "apps"], Resources:["pods"], ResourceNames:["x\\"y"], Verbs:["get" "list"]}
{NonResourceURLs:["/healthz"], Verbs:["get"]}`,
}

/** Refuses every check. */
const oracle = (scenario: OracleAnswer): Promise<OracleAnswer> => Promise.resolve({ ...scenario, expect: [ESCALATES] })
const made = (seed: number, index: number) => makeRoleWrite(new Random(seed, index), 'x', oracle)

describe('the generator of roles that are written', () => {
  it('makes the same scenario of the same seed, and another of another', async () => {
    for (let index = 0; index < 30; index++) {
      expect((await made(1, index)).answered).toEqual((await made(1, index)).answered)
      expect((await made(1, index)).answered).not.toEqual((await made(2, index)).answered)
    }
  })

  it('sends every kind of patch, and bodies that no decoder reads', async () => {
    const requests = (await Promise.all(Array.from({ length: 600 }, (_, index) => made(3, index)))).flatMap(
      ({ draft }) => draft.requests,
    )
    const types = new Set(requests.flatMap(({ headers = [] }) => headers.map(([, value]) => value)))
    for (const type of ['json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json', 'apply-patch+yaml'])
      expect(types).toContain(`application/${type}`)
    const isJSON = (body: string): boolean => {
      try {
        return JSON.parse(body) !== undefined
      } catch {
        return false
      }
    }
    expect(
      requests.some(({ body = '', headers = [] }) => headers[0]?.[1] === 'application/json' && !isJSON(body)),
    ).toBe(true)
  })
})

describe('what would let a request through', () => {
  const draft = { id: 'x', cluster: {}, objects: [], policy: [], requestor: USER, requests: [] } as const
  const granted = (answer: VectorAnswer) =>
    Array.from({ length: 40 }, (_, seed) =>
      lettingThrough(
        new Random(seed),
        answer,
        { ...draft, requests: [{ method: 'POST', url: '/apis/rbac.authorization.k8s.io/v1/namespaces/prod/roles' }] },
        'g',
      ),
    )

  it('holds the rules that a refusal lists, in one role or several', () => {
    const rules = granted(ESCALATES).flatMap((objects) => objects.flatMap((object) => object.rules ?? []))
    expect(rules).toContainEqual({
      apiGroups: ['', 'apps'],
      resources: ['pods'],
      resourceNames: ['x"y'],
      verbs: ['get', 'list'],
    })
    expect(rules).toContainEqual({ nonResourceURLs: ['/healthz'], verbs: ['get'] })
  })

  it('is the role that a binding names, where that is not there', () => {
    const [objects] = granted({
      ...ESCALATES,
      code: 404,
      message: 'rolebindings.rbac.authorization.k8s.io "gone" not found',
    })
    expect(objects?.map(({ kind, metadata }) => [kind, metadata])).toEqual([
      ['ClusterRole', { name: 'gone' }],
      ['Role', { name: 'gone', namespace: 'prod' }],
    ])
  })

  it('is nothing where the body is not valid', () => {
    expect(granted({ ...ESCALATES, code: 422, message: 'is invalid' }).flat()).toEqual([])
  })
})
