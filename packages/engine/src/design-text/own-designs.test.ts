import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { assumptionsOf, type Design, designOf, loadDesigns } from '../designs/index.ts'
import { answeringInTurn, type Chance, runDesign, wireRequest } from '../designs/testing.ts'
import type { PlainUser } from '../kube/index.ts'
import { OWN_DESIGNS } from './own/index.ts'
import { readDesignText } from './read.ts'

const CODED = await loadDesigns()

function written(id: string): Design {
  const { design, diagnostics } = readDesignText(OWN_DESIGNS[id] ?? '', CEL)
  expect(diagnostics).toEqual([])
  if (design === undefined) throw new Error(`${id} was not read`)
  return designOf(design, CEL)
}

const REQUESTORS: readonly PlainUser[] = [
  { username: 'ctl' },
  {
    username: 'system:serviceaccount:kube-system:agent',
    extra: { 'authentication.kubernetes.io/node-name': ['n1'], 'acme.io/a': ['x'] },
  },
  { username: 'system:serviceaccount:kube-system:agent' },
  { username: 'jane', extra: { 'authentication.kubernetes.io/node-name': ['n1'] } },
]
const TARGETS = [
  ...['jane', 'system:node:n1', 'system:node:n2', 'system:serviceaccount:dev:sa', 'system:anonymous', 'system:admin'],
  ...['system:node:', 'system:serviceaccount:dev', 'system:serviceaccount:dev:'],
]
const PATHS = ['/api/v1/namespaces/prod/pods', '/apis/apps/v1/deployments', '/healthz', '/api/v1/nodes/n1?watch=1']

const chance: fc.Arbitrary<Chance> = fc.constantFrom<Chance>(
  ...(['Allow', 'Allow', 'Allow', 'Allow'] as const),
  'NoOpinion',
  'Deny',
  { effect: 'Allow', is: true },
  { effect: 'Allow', is: false },
  { effect: 'Deny', is: 'error' },
)

const sent = fc.record({
  requestor: fc.constantFrom(...REQUESTORS),
  target: fc.option(fc.oneof(fc.constantFrom('jane', 'system:node:n1'), fc.constantFrom(...TARGETS)), { freq: 20 }),
  // Mostly what no server refuses, and about as many as are asked for at once.
  groups: fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom('a', '', 'system:masters', 'system:authenticated')) },
  ),
  uid: fc.constantFrom('', '', 'u1'),
  extra: fc.dictionary(
    fc.constantFrom('acme.io%2Fa', 'acme.io%2Fb', 'acme.io%2Fd', 'acme.io%2Fe', 'c'),
    fc.array(fc.constantFrom('1', '2', '3', ''), { minLength: 1, maxLength: 3 }),
    { maxKeys: 5 },
  ),
  alone: fc.boolean(),
  path: fc.constantFrom(...PATHS),
  method: fc.constantFrom('GET', 'POST', 'DELETE'),
  featureEnabled: fc.constantFrom(true, true, true, false),
  answers: fc.array(chance, { minLength: 1, maxLength: 9 }),
})

/** What a run decides and asks, without the words on its way. */
function decided(design: Design, one: typeof sent extends fc.Arbitrary<infer Value> ? Value : never, options = {}) {
  const { target, groups, uid, extra, alone } = one
  const headers = {
    ...(target !== null && { 'Impersonate-User': target }),
    ...(!alone && groups.length > 0 && { 'Impersonate-Group': groups }),
    ...(!alone && uid !== '' && { 'Impersonate-Uid': uid }),
    ...(!alone &&
      Object.fromEntries(Object.entries(extra).map(([key, values]) => [`Impersonate-Extra-${key}`, values]))),
  }
  const enabled = design.gate === undefined || one.featureEnabled
  const request = wireRequest(headers, one.path, one.method)
  const ran = runDesign(design, request, answeringInTurn(one.answers), one.requestor, enabled, undefined, options)
  const { outcome, asked, impersonatedUser, constraint = '', steps } = ran
  return {
    outcome,
    asked,
    impersonatedUser,
    constraint,
    purposes: steps.flatMap(({ check }) => check?.purpose ?? []),
    facts: steps.map(({ check }) => check?.facts),
    users: steps.flatMap(({ check }) => (check ? [check.attributes.user] : [])),
  }
}

describe('a design that a text can begin with', () => {
  for (const id of Object.keys(OWN_DESIGNS)) {
    const design = written(id)
    const coded = CODED.find((one) => one.id === id) as Design
    const points = coded.assumptions.filter(
      ({ id, options }) => options.length > 1 && design.assumptions.some((one) => one.id === id),
    )

    it(`decides as its code does: ${id}`, () => {
      fc.assert(
        fc.property(sent, fc.array(fc.nat(3)), (one, picks) => {
          const options = Object.fromEntries(
            points.map(({ id, options }, at) => [id, (options[(picks[at] ?? 0) % options.length] ?? options[0]).id]),
          )
          expect(decided(design, one, assumptionsOf(design, options))).toEqual(
            decided(coded, one, assumptionsOf(coded, options)),
          )
        }),
        { numRuns: 500 },
      )
    })
  }
})
