import { describe, expect, it } from 'vitest'
import { readWebhook } from '../../cluster/index.ts'
import { type Attributes, userInfo } from '../../kube/index.ts'
import { webhook } from './webhook.ts'

const REVIEW: Attributes = {
  user: userInfo({ username: 'deputy', groups: ['agents', 'staff'] }),
  verb: 'get',
  isResourceRequest: true,
  apiGroup: '',
  apiVersion: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'prod',
  name: 'web',
  path: '/api/v1/namespaces/prod/pods/web',
  fieldSelector: [],
  labelSelector: [],
  selectorNotParsed: false,
}

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
})
