import { Random } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { digestOf } from '../data/made-note.ts'
import { readProvenance } from '../data/provenance.ts'
import { vectorsIn } from '../files.ts'
import { queryDifferences } from './compare.ts'
import { makeQueries } from './generate.ts'
import { MADE_QUERIES, readQueryNote } from './made-queries.ts'
import { holdsQueries, type QueryVector, questionsIn, readQueryVectors } from './query-vector.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules: [{apiGroups: [""], resources: [pods], verbs: [get, list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`

const MASTERS = { kind: 'Group', name: 'system:masters' } as const
const JANE = { kind: 'User', name: 'jane' } as const
const VECTOR: QueryVector = {
  id: 'x',
  policy: POLICY,
  whoCan: [{ verb: 'get', resource: 'pods', subjects: [MASTERS, JANE, JANE] }],
  rules: [
    {
      user: { username: 'jane' },
      namespace: 'prod',
      status: {
        resourceRules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }],
        nonResourceRules: [],
        incomplete: false,
      },
      out: 'Resources   Non-Resource URLs   Resource Names   Verbs\npods        []                  []               [get list]\n',
    },
  ],
}
const fields = (vector: QueryVector) => queryDifferences(vector).map(({ field }) => field)

describe('questions about a policy', () => {
  it('agree where the subjects, each once and in order, and the lists are the same', () => {
    expect(fields(VECTOR)).toEqual([])
  })

  it('disagree where anything is missing, more, or in another order', () => {
    const [who] = VECTOR.whoCan
    const [rules] = VECTOR.rules
    if (who === undefined || rules === undefined) throw new Error('the vector has no questions')
    const asking = (change: Partial<typeof who>) => fields({ ...VECTOR, whoCan: [{ ...who, ...change }] })
    expect(asking({ subjects: [MASTERS] })).toEqual(['whoCan[0].subjects'])
    expect(asking({ subjects: [JANE, MASTERS] })).toEqual(['whoCan[0].subjects'])
    expect(asking({ error: 'clusterrole.rbac.authorization.k8s.io "gone" not found' })).toEqual(['whoCan[0].errors'])
    const listing = (change: Partial<typeof rules>) => fields({ ...VECTOR, rules: [{ ...rules, ...change }] })
    expect(listing({ status: {} })).toEqual(['rules[0].status'])
    expect(listing({ noHeaders: true })).toEqual(['rules[0].out'])
    expect(listing({ err: 'Warning: the list may be incomplete: \n' })).toEqual(['rules[0].err'])
  })

  it('disagree where the engine does not read the policy', () => {
    expect(fields({ ...VECTOR, policy: 'kind: [' })).toEqual(['policy'])
  })
})

describe('a file of questions', () => {
  const line = JSON.stringify(VECTOR)

  it('is distinguished by its first line', () => {
    expect(holdsQueries(`\n${line}\n`)).toBe(true)
    expect(holdsQueries('{"id":"x","policy":"","requests":[]}')).toBe(false)
  })

  it('names each line that is none', () => {
    expect(readQueryVectors(`${line}\n\n`)).toHaveLength(1)
    expect(() => readQueryVectors(`${line}\n[\n{"id":"x","policy":"","whoCan":[]}`)).toThrow(
      /^line 2: not JSON: .*\nline 3: rules: a list was expected$/,
    )
  })
})

describe('the generator of questions', () => {
  it('makes the same of the same seed, and others of others', () => {
    const made = Array.from({ length: 50 }, (_, index) => JSON.stringify(makeQueries(new Random(5, index), 'x')))
    expect(made).toEqual(made.map((_, index) => JSON.stringify(makeQueries(new Random(5, index), 'x'))))
    expect(new Set(made).size).toBe(50)
  })
})

describe('the checked-in questions', () => {
  const { queries } = vectorsIn(MADE_QUERIES)
  const note = readQueryNote()

  it('are those of the note, at least 5,000 of each kind, from the release of the other vectors', () => {
    const { policies, whoCan, rules, digest, madeFrom } = note
    expect({ policies: queries.length, ...questionsIn(queries) }).toEqual({ policies, whoCan, rules })
    expect(Math.min(whoCan, rules)).toBeGreaterThanOrEqual(5000)
    expect(digestOf(MADE_QUERIES)).toBe(digest)
    expect(madeFrom).toBe(readProvenance().madeFrom)
  })

  it('mostly have subjects and rules, and some have errors, paths, default roles, aggregation and nodes', () => {
    const asked = queries.flatMap(({ whoCan }) => whoCan)
    const listed = queries.flatMap(({ rules }) => rules)
    const share = <T>(all: readonly T[], is: (one: T) => boolean) => all.filter(is).length / all.length
    expect(share(asked, ({ subjects }) => subjects.length > 1)).toBeGreaterThan(0.5)
    expect(share(asked, ({ subjects }) => subjects.length > 3)).toBeGreaterThan(0.15)
    expect(share(asked, ({ error = '' }) => error !== '')).toBeGreaterThan(0.2)
    expect(share(asked, ({ path }) => path !== undefined)).toBeGreaterThan(0.1)
    expect(share(listed, ({ out }) => out.split('\n').length > 3)).toBeGreaterThan(0.4)
    expect(share(listed, ({ err = '' }) => err !== '')).toBeGreaterThan(0.01)
    expect(share(queries, ({ cluster }) => cluster?.defaultRoles === true)).toBeGreaterThan(0.05)
    expect(share(queries, ({ policy }) => policy.includes('aggregationRule'))).toBeGreaterThan(0.05)
  })

  it('agree, one policy in ten', () => {
    const some = queries.filter((_, index) => index % 10 === 0)
    expect(some.flatMap((vector) => queryDifferences(vector).map((one) => ({ id: vector.id, ...one })))).toEqual([])
  })
})
