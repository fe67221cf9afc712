import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWebhook } from '../../cluster/index.ts'
import { type Attributes, attributesFor, userInfo } from '../../kube/index.ts'
import { webhook } from './webhook.ts'

const REVIEW = attributesFor(userInfo({ username: 'deputy', groups: ['agents', 'staff'] }), {
  verb: 'get',
  apiVersion: 'v1',
  resource: 'pods',
  namespace: 'prod',
  name: 'web',
  path: '/api/v1/namespaces/prod/pods/web',
})

function answer(table: string, review: Partial<Attributes> = {}) {
  const { decision, reason, error } = webhook(readWebhook(table)).authorize({ ...REVIEW, ...review })
  return [decision, reason, error]
}

describe('a webhook', () => {
  it('answers by the first entry that matches, and says which', () => {
    const table =
      '- match: {user: jane}\n  answer: Deny\n- match: {user: deputy}\n  answer: Allow\n  reason: fine\n- answer: Deny\n'
    expect(answer(table)).toEqual(['Allow', 'fine', undefined])
    const { evidence } = webhook(readWebhook(table)).authorize(REVIEW)
    expect(evidence).toMatchObject({
      authorizer: 'Webhook',
      entry: { index: 1, range: { source: 'webhook', line: 3 } },
    })
  })

  it.each([
    ['{groups: [agents]}', 'Allow'],
    ['{groups: [agents, admins]}', 'NoOpinion'],
    ['{uid: ""}', 'Allow'],
    ['{uid: "1"}', 'NoOpinion'],
    ['{resourceAttributes: {verb: get, group: "", resource: pods, subresource: ""}}', 'Allow'],
    ['{resourceAttributes: {subresource: log}}', 'NoOpinion'],
    ['{nonResourceAttributes: {}}', 'NoOpinion'],
    ['{}', 'Allow'],
  ])('with match: %s answers %s', (match, decision) => {
    expect(answer(`- match: ${match}\n  answer: Allow\n`)).toEqual([decision, '', undefined])
  })

  it('knows other paths', () => {
    const table = '- match: {nonResourceAttributes: {path: /healthz, verb: get}}\n  answer: Allow\n'
    expect(answer(table, { isResourceRequest: false, path: '/healthz' })[0]).toBe('Allow')
    expect(answer(table, { isResourceRequest: false, path: '/livez' })[0]).toBe('NoOpinion')
  })

  it('has no opinion where its call fails, and says what went wrong', () => {
    expect(answer('- answer: Error\n  reason: connection refused\n')).toEqual(['NoOpinion', '', 'connection refused'])
  })

  it('denies with an error where its status is both allowed and denied', () => {
    expect(answer('- answer: AllowAndDeny\n  reason: fine\n')).toEqual([
      'Deny',
      'fine',
      'webhook subject access review returned both allow and deny response',
    ])
  })
})

describe('a large table', () => {
  it('answers as if it compared its entries one after the other', () => {
    const fields = (...names: readonly string[]) =>
      fc.dictionary(fc.constantFrom(...names), fc.constantFrom('', 'get', 'a', 'b'), { maxKeys: 2 })
    const matches = fc.record(
      {
        user: fc.constantFrom('a', 'b'),
        groups: fc.subarray(['a', 'b']),
        resourceAttributes: fields('namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'),
        nonResourceAttributes: fields('path', 'verb'),
      },
      { requiredKeys: [] },
    )
    const oneOf = fc.constantFrom('', 'get', 'a', 'b')
    const reviews = fc.record({
      ...{ verb: oneOf, apiGroup: oneOf, apiVersion: oneOf, resource: oneOf, subresource: oneOf, namespace: oneOf },
      ...{ name: oneOf, path: oneOf, isResourceRequest: fc.boolean() },
      user: fc.record({ username: oneOf, groups: fc.subarray(['a', 'b', 'c']) }).map(userInfo),
    })
    fc.assert(
      fc.property(fc.array(matches, { maxLength: 8 }), reviews, (entries, review) => {
        const table = readWebhook(JSON.stringify(entries.map((match) => ({ match, answer: 'Allow' }))))
        const asked = { ...REVIEW, ...review }
        const { user, apiGroup: group, apiVersion: version, verb, path, ...rest } = asked
        const first = table.entries.findIndex(({ match }) => {
          const agree = (wanted: ReadonlyMap<string, string> = new Map(), given: object) =>
            [...wanted].every(([field, value]) =>
              Object.entries(given).some(([name, is]) => name === field && is === value),
            )
          return (
            agree(match.user, { user: user.username, uid: user.uid }) &&
            match.groups.every((one) => user.groups.includes(one)) &&
            (match.resourceAttributes === undefined || asked.isResourceRequest) &&
            agree(match.resourceAttributes, { ...rest, group, version, verb }) &&
            (match.nonResourceAttributes === undefined || !asked.isResourceRequest) &&
            agree(match.nonResourceAttributes, { path, verb })
          )
        })
        const { evidence } = webhook(table).authorize(asked)
        expect(evidence?.entry?.index).toBe(first === -1 ? undefined : first)
      }),
      { numRuns: 500 },
    )
  })

  it('is asked about every group of a user who is in thousands', () => {
    const groups = Array.from({ length: 3000 }, (_, index) => `team-${index}`)
    const none = Array.from({ length: 30 }, () => ({ match: { groups: [...groups, 'none'] }, answer: 'Deny' }))
    const last = { match: { groups, resourceAttributes: { name: 'team-2999' } }, answer: 'Allow' }
    const { authorize } = webhook(readWebhook(JSON.stringify([...none, last])))
    const user = userInfo({ username: 'deputy', groups })
    const allowed = groups.filter((name) => authorize({ ...REVIEW, user, name }).decision === 'Allow')
    expect(allowed).toEqual(['team-2999'])
  })
})
