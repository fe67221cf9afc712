import { KUBERNETES_VERSIONS } from '@authz-playground/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from './kept.ts'
import type { Session } from './session.ts'

const start: Session = {
  exampleId: 'docs-user',
  scenario: {
    version: 2,
    policy: 'kind: Role\n',
    request: { form: 'http', text: 'GET /api HTTP/1.1' },
    requestor: { username: 'ctl', groups: ['system:authenticated'], extra: { 'example.com/scopes': ['a'] } },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  },
}

/** Any text at all, broken surrogates and NUL bytes included. */
const anyText = fc.string({ unit: 'binary' })

const anyStart: fc.Arbitrary<Session> = fc.record({
  exampleId: anyText,
  scenario: fc.record({
    version: fc.constant(2 as const),
    policy: anyText,
    request: fc.record({ form: fc.constantFrom('http', 'kubectl', 'curl', 'review'), text: anyText }),
    requestor: fc.record(
      {
        username: anyText,
        uid: anyText,
        groups: fc.array(anyText),
        extra: fc.dictionary(fc.oneof(anyText, fc.constant('__proto__')), fc.array(anyText)),
      },
      { requiredKeys: ['username'] },
    ),
    cluster: fc.record(
      {
        version: fc.constantFrom(...KUBERNETES_VERSIONS),
        constrainedImpersonation: fc.boolean(),
        authorizationModes: fc.shuffledSubarray(['Node', 'RBAC', 'AccessRules', 'Webhook'] as const),
      },
      { requiredKeys: ['version', 'authorizationModes'] },
    ),
    design: anyText,
  }),
})

describe('a stored session', () => {
  it('comes back as it was, whatever was typed', () => {
    fc.assert(
      fc.property(anyStart, (start) => {
        expect(JSON.stringify(decode(encode({ start })))).toBe(JSON.stringify({ start }))
      }),
    )
  })

  it('comes back with the words about it', () => {
    const about = { title: '<b>Mine</b>', explanation: 'It shows `list`.', expect: [{ code: 403 as const }] }
    expect(decode(encode({ start: { ...start, about } }))).toEqual({ start: { ...start, about } })
    expect(decode(encode({ start: { ...start, about: undefined } }))).toEqual({ start })
  })

  it('comes back with its goals, also half-typed ones', () => {
    const goals = ['jane can list pods in prod', 'jane can', '']
    expect(decode(encode({ start: { ...start, goals } }))).toEqual({ start: { ...start, goals } })
    expect(decode(JSON.stringify({ version: 1, start: { ...start, goals: [7] } }))).toBeUndefined()
  })

  it.each([null, 'Mine', { title: 'Mine' }, { title: 7, explanation: '', expect: [] }])(
    'is refused as a whole when %j are the words about it',
    (about) => expect(decode(JSON.stringify({ version: 1, start: { ...start, about } }))).toBeUndefined(),
  )

  it('knows a scenario that came by a link, also under the name that older versions of the page stored', () => {
    const fromLink = { start: { ...start, fromLink: true } }
    expect(decode(encode(fromLink))).toEqual(fromLink)
    expect(decode(JSON.stringify({ version: 1, start: { ...start, borrowed: true } }))).toEqual(fromLink)
  })

  it('says where a large text is kept', () => {
    expect(decode(encode({ elsewhere: true }))).toEqual({ elsewhere: true })
    expect(decode(encode({ elsewhere: 'tab' }))).toEqual({ elsewhere: 'tab' })
  })

  it('says that it was not decided in time, until it was', () => {
    expect(decode(encode({ start, undecided: true }))).toEqual({ start, undecided: true })
    expect(decode(encode({ start, undecided: false }))).toEqual({ start })
    expect(decode(encode({ start, outdated: true }))).toEqual({ start, outdated: true })
    expect(decode(encode({ start, outdated: 'explanation' }))).toEqual({ start, outdated: 'explanation' })
  })

  it('is not read from a text that is not JSON, or from other JSON', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.json()), (text) => {
        expect(decode(text)).toBeUndefined()
      }),
    )
  })

  it('is not taken from another version of the form', () => {
    expect(decode(encode({ start }).replace('"version":1', '"version":2'))).toBeUndefined()
  })

  it.each([
    ['policy', 7],
    ['version', 3],
    ['request', { form: 'soap', text: '' }],
    ['request', null],
    ['requestor', { username: 'ctl', groups: 'all' }],
    ['requestor', { username: 'ctl', extra: { a: [1] } }],
    ['requestor', { groups: [] }],
    ['cluster', { version: '0.9', authorizationModes: [] }],
    ['cluster', { version: '1.36', authorizationModes: ['AlwaysAllow'] }],
    ['cluster', { version: '1.36', authorizationModes: ['RBAC', 'RBAC'] }],
    ['webhook', ['- answer: Deny']],
    ['storedObject', { kind: 'Pod' }],
    ['webhookChanges', []],
    ['schema', null],
    ['cluster', { version: '1.36', authorizationModes: [], constrainedImpersonation: 'yes' }],
    ['design', undefined],
  ])('is refused as a whole when %s is %j', (field, value) => {
    const scenario = { ...start.scenario, [field]: value }
    expect(decode(JSON.stringify({ version: 1, start: { ...start, scenario } }))).toBeUndefined()
  })

  it('of an older version of the page has none of the default roles, as it had then', () => {
    const { cluster, ...scenario } = start.scenario
    const kept = (older: object) => decode(JSON.stringify({ version: 1, start: { ...start, scenario: older } }))
    expect(kept({ ...scenario, version: 1, cluster })).toEqual({
      start: { ...start, scenario: { ...scenario, cluster: { ...cluster, defaultRoles: false } } },
    })
    expect(kept({ ...scenario, version: 1, cluster: { ...cluster, defaultRoles: true } })).toMatchObject({
      start: { scenario: { version: 2, cluster: { defaultRoles: true } } },
    })
  })
})
