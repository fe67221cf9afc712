import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migrated } from './migrations.ts'
import { readGoalsDocument, readScenarioDocument } from './read.ts'
import { anyDocument } from './testing.ts'
import { writeScenarioDocument, writtenDocument } from './write.ts'

const SMALL = `version: 2
requestor: {username: deputy}
request:
  http: |
    GET /api/v1/pods HTTP/1.1
    Impersonate-User: jane
`

const errorsOf = (text: string) => {
  const { document, diagnostics } = readScenarioDocument(text)
  expect(document).toBeUndefined()
  return diagnostics.map(({ code, message, fix, range: { line, column } }) => [code, `${line}:${column}`, message, fix])
}

const placesOf = (text: string) => errorsOf(text).map(([code, at]) => `${code} ${at}`)

describe('a scenario document', () => {
  it('says little where all is as usual', () => {
    expect(readScenarioDocument(SMALL)).toEqual({
      diagnostics: [],
      document: {
        title: '',
        explanation: '',
        expect: [],
        scenario: {
          version: 2,
          policy: '',
          request: { form: 'http', text: 'GET /api/v1/pods HTTP/1.1\nImpersonate-User: jane\n' },
          requestor: { username: 'deputy' },
          cluster: { version: '1.36', authorizationModes: ['RBAC'] },
          design: 'constrained',
        },
      },
    })
  })

  it('holds several requests with their times, and says which is shown', () => {
    const text = `version: 1
requestor: {username: deputy}
requests:
- {http: GET /a}
- {kubectl: kubectl get pods, after: 11}
- {curl: curl https://cluster/b, requestor: {username: other}}
view: {request: 2, step: 3}
`
    const { document } = readScenarioDocument(text)
    expect(document?.step).toBe(3)
    expect(document?.scenario).toMatchObject({
      request: { form: 'kubectl', text: 'kubectl get pods' },
      after: 11,
      earlier: [{ request: { form: 'http' } }],
      later: [{ request: { form: 'curl' }, requestor: { username: 'other' } }],
    })
  })

  it('needs no requestor for a review that names its user', () => {
    const review = (kind: string) =>
      `version: 2\ncluster: {version: "1.36", authorizationModes: [RBAC]}\nrequest:\n  review: |\n    kind: ${kind}\n`
    expect(readScenarioDocument(review('SubjectAccessReview')).document?.scenario.request.form).toBe('review')
    expect(placesOf(review('SelfSubjectAccessReview'))).toEqual([expect.stringContaining('no-requestor')])
  })

  it('is not read where its version is missing, no version, or a newer one', () => {
    expect(placesOf('title: a\n')).toEqual(['no-version 1:1'])
    expect(placesOf('version: one\n')).toEqual(['no-version 1:10'])
    expect(errorsOf('version: 7\nnew: field\n')).toEqual([
      [
        'newer-version',
        '1:10',
        'The document has version 7, but this playground reads versions up to 2.',
        'Open it in a newer playground.',
      ],
    ])
  })

  it('names every field that is unknown or of another type, with its place', () => {
    const text = `version: 1
titel: a
cluster: {version: 1.36, authorizationModes: [RBCA], other: x}
requestor: {username: deputy, extra: {k: v}, groups: ops}
request: [GET]
view: {step: -1}
expect: [{code: 418}]
`
    expect(errorsOf(text).map((error) => error.slice(0, 4))).toEqual([
      ['unknown-field', '2:1', '“titel” is not a field of a scenario document.', 'Did you mean “title”?'],
      [
        'wrong-value',
        '3:20',
        '“cluster.version” is 1.36, and "1.33" or "1.34" or "1.35" or "1.36" or "1.37" is expected.',
        'Put quotes around it.',
      ],
      [
        'wrong-value',
        '3:47',
        expect.stringContaining('“cluster.authorizationModes[0]” is “RBCA”, and "Node"'),
        expect.stringContaining('Write "Node"'),
      ],
      [
        'unknown-field',
        '3:54',
        '“other” is not a field of “cluster”.',
        expect.stringContaining('Fields here are version, '),
      ],
      [
        'wrong-value',
        '4:38',
        '“requestor.extra” is a mapping, and a mapping from keys to lists of texts is expected.',
        expect.any(String),
      ],
      ['wrong-value', '4:54', '“requestor.groups” is “ops”, and a list is expected.', 'Write a list.'],
      ['wrong-value', '5:10', '“request” is a list, and a mapping is expected.', 'Write a mapping.'],
      ['wrong-value', '6:14', '“view.step” is -1, and a number of at least 0 is expected.', expect.any(String)],
      ['wrong-value', '7:17', expect.stringContaining('“expect[0].code” is 418, and 200 or'), expect.any(String)],
    ])
  })

  it('must have one request in one form, and somebody who sends it', () => {
    const codes = (rest: string) => placesOf(`version: 1\n${rest}`)
    expect(codes('requestor: {username: a}\n')).toEqual(['no-request 1:1'])
    expect(codes('request: {http: GET /}\n')).toEqual(['no-requestor 2:10'])
    expect(codes('requestor: {username: a}\nrequest: {http: a, curl: b}\n')).toEqual(['wrong-form 3:10'])
    expect(codes('requestor: {username: a}\nrequest: {}\n')).toEqual(['wrong-form 3:10'])
    expect(codes('requestor: {username: a}\nrequest: {http: a}\nrequests: []\n')).toEqual(['two-requests 4:11'])
    expect(codes('requestor: {username: a}\nrequests: []\n')).toEqual(['no-request 3:11'])
    expect(codes('requestor: {username: a}\nrequest: {http: a}\nview: {request: 2}\n')).toEqual([
      'no-such-request 4:17',
    ])
  })

  it('names designs that do not exist', () => {
    expect(errorsOf(`${SMALL}design: constraint\nassumptions: {legasy: {a: b}}\nexpect: [{design: x}]\n`)).toEqual([
      ['unknown-design', '7:9', 'Unknown design “constraint”.', 'Did you mean “constrained”?'],
      ['unknown-design', '8:23', 'Unknown design “legasy”.', 'Did you mean “legacy”?'],
      ['unknown-design', '9:19', 'Unknown design “x”.', expect.stringContaining('The designs are constrained, ')],
    ])
    expect(placesOf(`${SMALL}design: own\n`)).toEqual(['no-design-text 7:9'])
    const own = `${SMALL}design: own\ndesignText: ''\nexpect: [{design: own}]\n`
    expect(readScenarioDocument(own).diagnostics).toEqual([])
  })

  it('is one document', () => {
    expect(placesOf('')).toEqual(['no-document 1:1'])
    expect(placesOf('- a\n')).toEqual(['no-document 1:1'])
    expect(placesOf(`${SMALL}---\n${SMALL}`)).toEqual(['two-documents 8:1'])
    expect(placesOf('version: [\n')).toEqual(['unclosed-bracket 1:10'])
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        const { document, diagnostics } = readScenarioDocument(text)
        expect(document === undefined).toBe(diagnostics.length > 0)
      }),
    )
  })
})

describe('what is written', () => {
  it('is read as the same document, from YAML and from JSON, whatever its texts hold', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(readScenarioDocument(writeScenarioDocument(document))).toEqual({ document, diagnostics: [] })
        const json = JSON.stringify(writtenDocument(document))
        expect(readScenarioDocument(json)).toEqual({ document, diagnostics: [] })
      }),
    )
  })

  it('has texts of several lines as blocks', () => {
    const { document } = readScenarioDocument(SMALL)
    expect(document && writeScenarioDocument(document)).toContain(
      'request:\n  http: |\n    GET /api/v1/pods HTTP/1.1\n',
    )
  })
})

it('of version 1 has no default roles, where it does not mention them', () => {
  const older = SMALL.replace('version: 2', 'version: 1')
  const rolesIn = (text: string) => readScenarioDocument(text).document?.scenario.cluster.defaultRoles
  expect(rolesIn(older)).toBe(false)
  expect(rolesIn(`${older}cluster: {version: '1.35'}\n`)).toBe(false)
  expect(rolesIn(`${older}cluster: {defaultRoles: true}\n`)).toBe(true)
  expect(rolesIn(SMALL)).toBeUndefined()
  for (const version of [1, 2]) {
    const { document } = readGoalsDocument(`version: ${version}\ngoals: [nothing changes]\n`)
    expect(document?.cluster.defaultRoles).toBeUndefined()
  }
})

it('migrates a document step by step from its version on', () => {
  const add = (name: string) => (document: object) => ({ ...document, [name]: true })
  expect(migrated({ version: 2 }, 2, [add('a'), add('b'), add('c')])).toEqual({ version: 2, b: true, c: true })
})

it('is read the same on a page that taught all objects and arrays something', () => {
  const text = 'version: 1\nrequestor: {username: ctl}\nrequest: {http: GET /a HTTP/1.1}\npolicy: ""'
  const before = readScenarioDocument(text)
  const prototypes: readonly Record<string, unknown>[] = [Object.prototype as never, Array.prototype as never]
  try {
    for (const prototype of prototypes) prototype.toJSON = () => 'stolen'
    expect(readScenarioDocument(text).diagnostics).toHaveLength(0)
  } finally {
    for (const prototype of prototypes) delete prototype.toJSON
  }
  expect(before.document).toBeDefined()
})

describe('what a document may hold', () => {
  const list = (count: number, entry: string) => `${entry}\n`.repeat(count)

  it('is said where it is more, with the count and the bound', () => {
    const requests = `version: 2\nrequestor: {username: deputy}\nrequests:\n${list(501, '- {kubectl: kubectl get pods}')}`
    expect(errorsOf(requests)).toEqual([
      ['beyond-limit', '3:1', '“requests” has 501 entries, and at most 500 are read.', 'Make several documents of it.'],
    ])
    const goals = `${SMALL}goals:\n${list(1001, '- at most 3 rules')}`
    expect(placesOf(goals)).toEqual(['beyond-limit 7:1'])
    const expected = `${SMALL}expect:\n${list(5001, '- {code: 403}')}`
    expect(placesOf(expected)).toEqual(['beyond-limit 7:1'])
  })

  it('is read up to the bound', () => {
    const text = `${SMALL}goals:\n${list(1000, '- at most 3 rules')}`
    expect(readScenarioDocument(text).document?.goals).toHaveLength(1000)
  })

  it('is the same in a document with goals alone', () => {
    const { diagnostics } = readGoalsDocument(`version: 2\ngoals:\n${list(1001, '- at most 3 rules')}`)
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '“goals” has 1,001 entries, and at most 1,000 are read.',
    ])
  })
})
