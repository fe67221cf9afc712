import { describe, expect, it } from 'vitest'
import { decider, type Scenario } from '../decide/index.ts'
import { documentPlaces } from './document-places.ts'
import { checkExpectations } from './expectations.ts'
import { readScenarioDocument } from './read.ts'

const DOCUMENT = `version: 1
requestor: {username: deputy}
requests:
- http: |
    GET /apis/apps/v1/namespaces/prod/deployments/web/scale HTTP/1.1
    Impersonate-User: jane
- http: GET /healthz
policy: |
  apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRole
  metadata: {name: as-jane}
  rules:
  - {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users]}
  - {verbs: ["impersonate-on:user-info:get", get], apiGroups: [apps], resources: [deployments/scale]}
  ---
  apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRoleBinding
  metadata: {name: deputy-as-jane}
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-jane}
  subjects: [{kind: User, name: deputy}, {kind: User, name: jane}]
expect:
`

const decide = await decider()
const asked: Scenario[] = []

function results(expectations: string, text = DOCUMENT) {
  const { document, diagnostics } = readScenarioDocument(text + expectations)
  if (document === undefined) throw new Error(JSON.stringify(diagnostics))
  return checkExpectations(document, (scenario) => {
    asked.push(scenario)
    return decide(scenario)
  })
}

const unmet = (fields: string) => {
  const [result] = results(`- {request: 1, ${fields}}\n`)
  return result?.kind === 'differs' ? result.unmet : result?.kind
}

const CHECKS = [
  'Allow impersonate-on:user-info:get deployments.apps/scale',
  'Allow impersonate:user-info users.authentication.k8s.io',
  'Allow get deployments.apps/scale',
]

describe('expectations of a document', () => {
  it('are not judged where a role that was not read may change the answer', () => {
    const closed = DOCUMENT.replace('name: as-jane}\n  subjects', 'name: company}\n  subjects')
    const company = closed.replace('version: 1', 'version: 2')
    const kinds = (expectations: string, text = company) => results(expectations, text).map(({ kind }) => kind)
    const both = '- {code: 403}\n- {request: 1, code: 200}\n'
    expect(kinds(both)).toEqual(['unknown', 'unknown'])
    expect(kinds(both, company.replace('{kind: User, name: deputy}, ', ''))).toEqual(['holds', 'differs'])
    expect(kinds(both, closed)).toEqual(['holds', 'differs'])
  })

  it('hold where the answer is as they say, of whichever request and design', () => {
    const all =
      results(`- {request: 1, code: 200, message: '', constraint: "impersonate:user-info", checks: ${JSON.stringify(CHECKS)}}
- {request: 1, impersonatedUser: {username: jane, groups: [system:authenticated], extra: {}}}
- {code: 403, checks: [NoOpinion get /healthz]}
- {request: 1, design: legacy, code: 403, constraint: ''}
`)
    expect(all.map(({ kind }) => kind)).toEqual(['holds', 'holds', 'holds', 'holds'])
    expect(all.map(({ design, request }) => [design, request])).toEqual([
      ['constrained', 1],
      ['constrained', 1],
      ['constrained', 2],
      ['legacy', 1],
    ])
  })

  it('may name a resource with its group, as kubectl or as sentences do, or without', () => {
    for (const what of ['deployments.apps/scale', 'deployments/scale.apps', 'deployments/scale']) {
      const checks = CHECKS.map((check) => check.replace('deployments.apps/scale', what))
      expect(unmet(`checks: ${JSON.stringify(checks)}`)).toBe('holds')
    }
    const [first, ...others] = CHECKS
    const wrong = first?.replace('.apps', '.extensions')
    expect(unmet(`checks: ${JSON.stringify([wrong, ...others])}`)).toEqual([
      { field: 'checks[0]', expected: wrong, found: first },
    ])
  })

  it.each([
    ['code: 403', { field: 'code', expected: 403, found: 200 }],
    ['message: refused', { field: 'message', expected: 'refused', found: '' }],
    ["constraint: ''", { field: 'constraint', expected: '', found: 'impersonate:user-info' }],
    [`checks: ${JSON.stringify(CHECKS.slice(0, 2))}`, { field: 'checks[2]', found: CHECKS[2] }],
    [`checks: ${JSON.stringify([...CHECKS, 'Allow a b'])}`, { field: 'checks[3]', expected: 'Allow a b' }],
    ['impersonatedUser: {username: bob}', { field: 'impersonatedUser.username', expected: 'bob', found: 'jane' }],
    [
      'impersonatedUser: {groups: []}',
      { field: 'impersonatedUser.groups', expected: [], found: ['system:authenticated'] },
    ],
    ['impersonatedUser: {extra: {a: [b]}}', { field: 'impersonatedUser.extra["a"]', expected: ['b'] }],
  ])('do not hold where the answer is another: %s', (fields, difference) => {
    expect(unmet(fields)).toEqual([difference])
  })

  it('of somebody who was not impersonated do not hold', () => {
    expect(results('- {impersonatedUser: {username: jane}}\n')).toMatchObject([
      { kind: 'differs', unmet: [{ field: 'impersonatedUser', expected: { username: 'jane' } }] },
    ])
  })

  it('that compare nothing do not pass', () => {
    expect(results('- {design: legacy}\n')).toMatchObject([{ kind: 'says-nothing' }])
  })

  it('are not compared where anything was not understood', () => {
    const [result] = results(
      '- {code: 403}\n',
      DOCUMENT.replace('kind: ClusterRole\n', 'kind: ClusterRole\n  rulez: []\n'),
    )
    expect(result).toMatchObject({ kind: 'not-decided', errors: [{ code: 'unknown-field', range: { line: 3 } }] })
  })

  it('ask for the answers to several requests at once, and never look at requests after these', () => {
    asked.length = 0
    results('- {request: 1, code: 200}\n- {request: 1, message: x}\n')
    results('- {request: 1, code: 200}\n- {code: 403}\n')
    expect(asked.map(({ earlier = [], later = [] }) => [earlier.length, later.length])).toEqual([
      [0, 0],
      [1, 0],
    ])
  })

  it('of a request are compared, although one after it is not understood', () => {
    const kinds = results(
      '- {request: 1, code: 200}\n- {code: 403}\n',
      DOCUMENT.replace('GET /healthz', 'not a request'),
    ).map(({ kind }) => kind)
    expect(kinds).toEqual(['holds', 'not-decided'])
  })

  it('are of the answer of a command before others, as they are of the last one', () => {
    const [before, after] = ['- kubectl: kubectl auth can-i get pods --as jane\n', '']
    const text = (first: string, last: string) =>
      `version: 1\nrequestor: {username: deputy}\nrequests:\n${first}- http: GET /healthz\n${last}policy: ''\nexpect:\n`
    const asFirst = results('- {request: 1, code: 403}\n- {request: 2, code: 403}\n', text(before, after))
    const asLast = results('- {request: 1, code: 403}\n- {request: 2, code: 403}\n', text('', before))
    expect([asFirst, asLast].map((all) => all.map(({ kind }) => kind))).toEqual([
      ['holds', 'holds'],
      ['holds', 'holds'],
    ])
  })
})

describe('places of a document', () => {
  it('lead from a line of its policy to a line of the file', () => {
    const places = documentPlaces(DOCUMENT)
    const { document } = readScenarioDocument(DOCUMENT.replace('expect:\n', ''))
    const offset = document?.scenario.policy.indexOf('kind: ClusterRoleBinding') ?? -1
    expect(places.inside(['policy'], offset)).toMatchObject({ line: 17, column: 3, source: 'document' })
    expect(places.at(['requests', 1])).toMatchObject({ line: 7, column: 3 })
    expect(places.inside(['requests', 9, 'http'], 4)).toBeUndefined()
  })

  it('lead from a part of a goal to the file, also where YAML reads the goal as a mapping', () => {
    const goals = ['dana can gett pods in prod', 'portal, GET /healthz: 2000', 'under legcy, portal, GET /healthz: 200']
    const text = `version: 1\ngoals:\n${goals.map((goal) => `- ${goal}\n`).join('')}- [a, b]\n`
    const places = documentPlaces(text)
    const placeOf = (goal: number, part: string) => {
      const { line, column } = places.inside(['goals', goal], goals[goal]?.indexOf(part) ?? -1) ?? {}
      return [line, column]
    }
    expect(placeOf(0, 'gett')).toEqual([3, 12])
    expect(placeOf(1, '2000')).toEqual([4, 25])
    expect(placeOf(1, ': 2000')).toEqual([4, 23])
    expect(placeOf(2, 'legcy')).toEqual([5, 9])
    expect(places.inside(['goals', 3], 1)).toBeUndefined()
    expect(places.inside(['goals'], 1)).toBeUndefined()
  })
})
