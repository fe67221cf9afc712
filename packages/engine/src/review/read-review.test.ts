import { describe, expect, it } from 'vitest'
import { reviewYAML } from '../report/index.ts'
import { printReview, readReview } from './index.ts'

const SAR = `apiVersion: authorization.k8s.io/v1
kind: SubjectAccessReview
metadata:
  creationTimestamp: null
spec:
  user: dana@example.com
  groups: [devs, system:authenticated]
  resourceAttributes:
    namespace: prod
    verb: delete
    group: apps
    resource: deployments
    name: web
status:
  allowed: false
  reason: no RBAC policy matched
`

/** Problems as “line:column severity code”. */
const problems = (text: string) =>
  readReview(text).diagnostics.map(({ severity, code, range }) => `${range.line}:${range.column} ${severity} ${code}`)

describe('readReview', () => {
  it('reads who is asked about, the check, and the answer of the cluster', () => {
    const { request, question, diagnostics } = readReview(SAR)
    expect(diagnostics).toEqual([])
    expect(request).toMatchObject({ method: 'POST', target: '/apis/authorization.k8s.io/v1/subjectaccessreviews' })
    expect(question).toMatchObject({
      kind: 'access',
      attributes: { verb: 'delete', apiGroup: 'apps', apiVersion: '*', resource: 'deployments', name: 'web' },
      written: {
        kind: 'SubjectAccessReview',
        user: { username: 'dana@example.com', groups: ['devs', 'system:authenticated'], uid: '' },
        status: { allowed: false, denied: false, reason: 'no RBAC policy matched' },
      },
    })
  })

  it('reads UID, extras and a path in JSON', () => {
    const spec = {
      user: 'ci',
      uid: '7',
      groups: ['system:authenticated'],
      extra: { 'example.com/team': ['a', 'b'] },
      nonResourceAttributes: { path: '/metrics', verb: 'get' },
    }
    const text = JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec })
    const { question, diagnostics } = readReview(text)
    expect(diagnostics).toEqual([])
    expect(question).toMatchObject({
      attributes: { isResourceRequest: false, path: '/metrics', verb: 'get' },
      written: { user: { uid: '7', extra: new Map([['example.com/team', ['a', 'b']]]) } },
    })
  })

  it('reads the groups of v1beta1, which has them in another field', () => {
    const { question, request } = readReview(SAR.replace('/v1\n', '/v1beta1\n').replace('groups:', 'group:'))
    expect(question).toMatchObject({ written: { user: { groups: ['devs', 'system:authenticated'] } } })
    expect(request?.target).toBe('/apis/authorization.k8s.io/v1/subjectaccessreviews')
  })

  it('asks about the sender of a SelfSubjectAccessReview', () => {
    const text =
      'apiVersion: authorization.k8s.io/v1\nkind: SelfSubjectAccessReview\nspec:\n  resourceAttributes: {verb: get, resource: pods}\n'
    const { question, request } = readReview(text)
    expect(question).toMatchObject({ written: { kind: 'SelfSubjectAccessReview' } })
    expect(question).not.toHaveProperty('written.user')
    expect(request?.target).toBe('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews')
  })

  it('reads selectors in both of their forms', () => {
    const text = `apiVersion: authorization.k8s.io/v1
kind: SelfSubjectAccessReview
spec:
  resourceAttributes:
    verb: list
    resource: pods
    fieldSelector: {rawSelector: spec.nodeName=n1}
    labelSelector: {requirements: [{key: app, operator: In, values: [a, b]}, {key: x, operator: DoesNotExist}]}
`
    expect(readReview(text).question).toMatchObject({
      attributes: {
        fieldSelector: [{ field: 'spec.nodeName', operator: '=', value: 'n1' }],
        labelSelector: [
          { key: 'app', operator: 'in', values: ['a', 'b'] },
          { key: 'x', operator: '!', values: [] },
        ],
        selectorNotParsed: false,
      },
    })
    expect(JSON.parse(readReview(text).request?.body ?? '').spec.resourceAttributes.fieldSelector).toEqual({
      rawSelector: 'spec.nodeName=n1',
    })
    expect(problems(text.replace('DoesNotExist', 'Near'))).toEqual([
      expect.stringContaining('warning ignored-selector'),
    ])
  })

  it.each([
    ['an empty text', '', ['1:1 error empty-request']],
    ['a role', 'kind: Role\n', ['1:1 error not-a-review']],
    ['two documents', `${SAR}---\n${SAR}`, ['18:1 error two-reviews']],
    ['another version', SAR.replace('/v1\n', '/v2\n'), ['1:13 error unknown-version']],
    [
      'the version before',
      SAR.replace('/v1\n', '/v1beta1\n').replace('groups:', 'group:'),
      ['1:13 warning review-version'],
    ],
    ['a misspelt field', SAR.replace('resource:', 'resorce:'), ['12:5 error unknown-field']],
    ['a value of another type', SAR.replace('verb: delete', 'verb: [delete]'), ['10:11 error wrong-type']],
    [
      'no attributes',
      'apiVersion: authorization.k8s.io/v1\nkind: SubjectAccessReview\nspec: {user: a, groups: [system:authenticated]}\n',
      ['3:1 error one-of-attributes'],
    ],
    ['no user', SAR.replace(/ {2}user.*\n {2}groups.*\n/, ''), ['5:1 error review-of-nobody']],
    ['metadata', SAR.replace('creationTimestamp: null', 'name: x'), ['4:3 warning review-metadata']],
    ['no groups', SAR.replace(/ {2}groups.*\n/, ''), ['6:3 note review-groups']],
  ])('names the place of what is wrong: %s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected)
  })

  it('wants one namespace in a LocalSubjectAccessReview, as the API server does', () => {
    const local = SAR.replace('kind: Subject', 'kind: LocalSubject')
    expect(problems(local)).toEqual([expect.stringContaining('missing-namespace')])
    const inProd = local.replace('creationTimestamp: null', 'namespace: prod')
    expect(readReview(inProd).diagnostics).toEqual([])
    expect(readReview(inProd).request?.target).toBe(
      '/apis/authorization.k8s.io/v1/namespaces/prod/localsubjectaccessreviews',
    )
    expect(problems(inProd.replace('namespace: prod\nspec', 'namespace: dev\nspec'))).toEqual([
      '9:16 error other-namespace',
    ])
  })
})

describe('printReview', () => {
  it('prints the review that a request creates, so that it reads back', () => {
    const { request, question } = readReview(SAR)
    if (request === undefined) throw new Error('the review was not read')
    const { text, gap } = printReview(request)
    expect(gap).toBeUndefined()
    const again = readReview(text)
    expect(again.request).toEqual(request)
    expect(again.question).toMatchObject({ attributes: question?.kind === 'access' ? question.attributes : {} })
  })

  it('reads the review that the playground prints for a check', () => {
    const read = readReview(SAR).question
    if (read?.kind !== 'access' || read.written?.user === undefined) throw new Error('the review was not read')
    const attributes = { ...read.attributes, user: read.written.user }
    const printed = reviewYAML({
      phase: 'request',
      purpose: 'request',
      attributes,
      answer: { decision: 'NoOpinion', reason: '' },
    })
    expect(readReview(printed).question).toMatchObject({
      attributes: read.attributes,
      written: { user: attributes.user },
    })
  })

  it('says which requests no review can carry', () => {
    const get = { method: 'GET', target: '/api/v1/pods', headers: [], body: '' }
    expect(printReview(get)).toEqual({ text: '', gap: expect.stringContaining('asks about one check') })
    const { request } = readReview(SAR)
    if (request === undefined) throw new Error('the review was not read')
    const asJane = { ...request, headers: [{ name: 'Impersonate-User', value: 'jane' }] }
    expect(printReview(asJane).gap).toContain('Impersonate-User')
  })
})
