import { beforeAll, describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import type { WebhookVisit } from '../kube/index.ts'
import { increments, markdown } from '../report/index.ts'
import { plainText, sentences, webhookVisitInWords } from '../words/index.ts'
import { type Decider, decider } from './decider.ts'
import type { Scenario } from './scenario.ts'

let decide: Decider
beforeAll(async () => {
  const decideWith = await decider()
  decide = (scenario) => decideWith(scenario, { cel: CEL })
})

const WEBHOOK = `  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    connectionInfo: {type: KubeConfigFile, kubeConfigFile: /etc/agent}
`

/** The chain of a webhook with these fields, and RBAC after it. */
function chain(fields: string, name = 'agent'): string {
  return `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: ${name}
${WEBHOOK}${fields.replace(/^/gm, '    ')}
- {type: RBAC, name: rbac}
`
}

const GRANT = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules: [{apiGroups: [""], resources: [pods], verbs: [list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: readers}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
`

const GET = { form: 'http', text: 'GET /api/v1/namespaces/prod/pods' } as const

function scenario(config: string, webhook: string, more: Partial<Scenario> = {}): Scenario {
  return {
    version: 2,
    policy: GRANT,
    design: 'constrained',
    request: GET,
    requestor: { username: 'jane' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    authorizationConfig: config,
    webhook,
    ...more,
  }
}

function answerOf(of: Scenario) {
  const { trace, errors } = decide(of)
  expect(errors).toEqual([])
  const check = trace?.steps.findLast((step) => step.check)?.check
  return { outcome: trace?.outcome.code, ...check?.answer }
}

function visits(of: Scenario): readonly WebhookVisit[] {
  return answerOf(of).webhooks ?? []
}

const DENY = '- answer: Deny\n  reason: not today\n'
const SKIP =
  'failurePolicy: NoOpinion\nmatchConditions:\n- expression: request.user != "nobody"\n- expression: request.user != "jane"'

describe('the chain of an AuthorizationConfiguration', () => {
  it('asks its webhook before RBAC, whatever the modes of the scenario', () => {
    const answer = answerOf(scenario(chain('failurePolicy: NoOpinion'), DENY))
    expect(answer).toMatchObject({ outcome: 403, decision: 'Deny', reason: 'not today' })
    expect(answer.webhooks).toEqual([{ name: 'agent', is: 'asked', answer: 'Deny' }])
  })

  it('asks several webhooks, each by its table', () => {
    const two = chain('failurePolicy: NoOpinion').replace(
      '- {type: RBAC',
      `- type: Webhook\n  name: second\n${WEBHOOK}    failurePolicy: Deny\n- {type: RBAC`,
    )
    const tables = 'second: [{answer: Deny}]\nagent: [{match: {user: dana}, answer: Deny}]\n'
    expect(answerOf(scenario(two, tables))).toMatchObject({
      decision: 'Deny',
      evidence: { authorizer: 'Webhook', entry: { name: 'second', index: 0, range: { line: 1 } } },
      webhooks: [
        { name: 'agent', is: 'asked', answer: 'NoOpinion' },
        { name: 'second', is: 'asked', answer: 'Deny' },
      ],
    })
  })

  it('does not ask a webhook of which a match condition is false', () => {
    const answer = answerOf(scenario(chain(SKIP), DENY))
    expect(answer).toMatchObject({ outcome: 200, decision: 'Allow', evidence: { authorizer: 'RBAC' } })
    expect(answer.webhooks).toMatchObject([
      { name: 'agent', is: 'skipped', condition: { index: 1, range: { line: 14 } } },
    ])
  })

  const error = 'request.nonResourceAttributes.path == "/"'
  it('refuses a request where a match condition has an error and failurePolicy is Deny', () => {
    const answer = answerOf(scenario(chain(`failurePolicy: Deny\nmatchConditions: [{expression: '${error}'}]`), ''))
    expect(answer).toMatchObject({
      outcome: 500,
      decision: 'Deny',
      error: `cel evaluation error: expression '${error}' resulted in error: no such key: nonResourceAttributes`,
      webhooks: [{ is: 'not-asked', answer: 'Deny', condition: { index: 0 } }],
    })
  })

  it('continues where failurePolicy is NoOpinion', () => {
    const answer = answerOf(
      scenario(chain(`failurePolicy: NoOpinion\nmatchConditions: [{expression: '${error}'}]`), DENY),
    )
    expect(answer).toMatchObject({
      outcome: 200,
      decision: 'Allow',
      webhooks: [{ is: 'not-asked', answer: 'NoOpinion' }],
    })
  })

  it('skips the webhook where a condition after the one with an error is false', () => {
    const conditions = `matchConditions: [{expression: '${error}'}, {expression: "false"}]`
    expect(visits(scenario(chain(`failurePolicy: Deny\n${conditions}`), DENY))).toMatchObject([
      { is: 'skipped', condition: { index: 1 }, others: 'errors' },
    ])
  })

  it('has the decision of failurePolicy where the call fails', () => {
    const fails = '- answer: Error\n  reason: connection refused\n'
    expect(answerOf(scenario(chain('failurePolicy: Deny'), fails))).toMatchObject({
      outcome: 500,
      decision: 'Deny',
      error: 'connection refused',
    })
    expect(answerOf(scenario(chain('failurePolicy: NoOpinion'), fails))).toMatchObject({ outcome: 200 })
  })

  it('denies with an error where a status is both allowed and denied, whatever failurePolicy says', () => {
    const both = scenario(chain('failurePolicy: NoOpinion'), '- answer: AllowAndDeny\n')
    const answer = answerOf(both)
    expect(answer).toMatchObject({ outcome: 500, decision: 'Deny' })
    expect(answer.webhooks?.map((visit) => plainText(webhookVisitInWords(visit)))).toEqual([
      'Webhook agent: asked, and answered both allowed and denied.',
    ])
    const { trace } = decide(both)
    const counted = trace && increments(trace, '1.36').map(({ name, labels }) => `${name} ${Object.values(labels)}`)
    expect(counted).toEqual(
      expect.arrayContaining([
        'apiserver_authorization_decisions_total Webhook,agent,denied',
        'apiserver_authorization_webhook_evaluations_total agent,success',
      ]),
    )
  })

  it('has the decision of failurePolicy where the call times out, and counts it as a timeout', () => {
    const slow = scenario(chain('failurePolicy: NoOpinion'), '- answer: Timeout\n')
    expect(answerOf(slow)).toMatchObject({ outcome: 200, webhooks: [{ is: 'failed', result: 'timeout' }] })
    expect(answerOf(scenario(chain('failurePolicy: Deny'), '- answer: Timeout\n'))).toMatchObject({
      outcome: 500,
      error: 'context deadline exceeded',
    })
    const { trace } = decide(slow)
    expect(trace && increments(trace, '1.36').map(({ name, labels }) => `${name} ${labels.result}`)).toEqual(
      expect.arrayContaining([
        'apiserver_authorization_webhook_evaluations_total timeout',
        'apiserver_authorization_webhook_evaluations_fail_open_total timeout',
      ]),
    )
  })

  it('joins the errors of conditions and of calls in one list', () => {
    const both = chain(
      `failurePolicy: NoOpinion\nmatchConditions: [{expression: '${error}'}, {expression: int(request.uid) > 1}]`,
    )
    const fails = both.replace(
      '- {type: RBAC, name: rbac}',
      `- type: Webhook\n  name: second\n${WEBHOOK}    failurePolicy: NoOpinion`,
    )
    expect(answerOf(scenario(fails, 'second: [{answer: Error, reason: EOF}]')).error).toMatch(
      /^\[cel [^[]*, cel [^[]*, EOF\]$/,
    )
  })

  it('has what its webhooks did in Markdown', () => {
    const of = scenario(chain(SKIP), DENY)
    const { trace, design, request } = decide(of)
    if (trace === undefined || request.request === undefined) throw new Error('not decided')
    const said = sentences(trace, request.request)
    const text = markdown(trace, design.graph, said, { of: { scenario: of, design, request: request.request } })
    expect(text).toContain('Webhooks of check 1:\n\n- Webhook `agent`: skipped, because match condition 2, in line 14')
    expect(text).toContain('authorizers as the AuthorizationConfiguration lists them')
  })

  it('is not decided while the file has errors', () => {
    const { state, errors } = decide(scenario(chain('failurePolicy: Fail'), ''))
    expect(state).toBe('not-decided')
    expect(errors).toMatchObject([{ code: 'unsupported-value', range: { source: 'authorizationConfig', line: 11 } }])
  })

  it('warns of entries for a webhook that is not in the chain', () => {
    const { cluster } = decide(scenario(chain('failurePolicy: Deny'), 'other: [{answer: Deny}]\n'))
    expect(cluster.webhook?.diagnostics).toMatchObject([{ code: 'unknown-webhook', range: { line: 1 } }])
  })
})

describe('the cache of a webhook', () => {
  const none = 'failurePolicy: NoOpinion'
  const second = (seconds: number, config: string, table: string, more: Partial<Scenario> = {}) =>
    visits(
      scenario(chain(config), table, {
        earlier: [{ request: GET, requestor: { username: 'jane' } }],
        after: seconds,
        ...more,
      }),
    )

  it.each([
    ['NoOpinion is kept for 30 s', none, '', 30, 30],
    ['and no longer', none, '', 31, undefined],
    ['Allow is kept for 5 min', none, '- answer: Allow\n', 300, 300],
    ['and no longer than that', none, '- answer: Allow\n', 301, undefined],
    ['allowed and denied is kept as long as Allow', none, '- answer: AllowAndDeny\n', 300, 300],
    ['Allow is kept for its TTL', `${none}\nauthorizedTTL: 1m`, '- answer: Allow\n', 61, undefined],
    ['NoOpinion is not kept where the file says so', `${none}\ncacheUnauthorizedRequests: false`, '', 1, undefined],
    ['Allow is kept then', `${none}\ncacheUnauthorizedRequests: false`, '- answer: Allow\n', 1, 1],
  ])('%s', (_, config, table, seconds, cachedFor) => {
    const [visit] = second(seconds, config, table)
    expect(visit).toMatchObject({ is: 'asked' })
    expect(visit?.is === 'asked' && visit.cachedFor).toBe(cachedFor)
  })

  it('keeps no failed call, and nothing for another user', () => {
    expect(second(1, none, '- answer: Error\n')).toMatchObject([{ is: 'failed' }])
    const [other] = second(1, none, '', { requestor: { username: 'dana' } })
    expect(other).toEqual({ name: 'agent', is: 'asked', answer: 'NoOpinion' })
  })

  const review = (fields: string) =>
    ({
      form: 'review',
      text: `apiVersion: authorization.k8s.io/v1\nkind: SubjectAccessReview\nspec: {user: jane, resourceAttributes: {verb: list, resource: pods, namespace: prod${fields}}}\n`,
    }) as const

  it.each([
    ['a review before the same review', review(''), review(''), 4],
    ['a review of this version before a request', review(', version: v1'), GET, 4],
    ['a request before a review of its version', GET, review(', version: v1'), 4],
    ['a review of every version before a request', review(''), GET, undefined],
  ])('counts the check of %s', (_, first, then, cachedFor) => {
    const more = { request: then, earlier: [{ request: first, requestor: { username: 'jane' } }] }
    const [visit] = second(4, none, '- answer: Allow\n', more)
    expect(visit?.is === 'asked' && visit.cachedFor).toBe(cachedFor)
  })

  it('counts only the reviews that the webhook gets', () => {
    const evaluations = (of: Scenario) => {
      const { trace } = decide(of)
      return trace && increments(trace, '1.36').map(({ name, labels }) => `${name} ${Object.values(labels).join()}`)
    }
    const name = 'apiserver_authorization_webhook_evaluations_total agent,success'
    const first = scenario(chain(none), DENY)
    expect(evaluations(first)).toContain(name)
    expect(evaluations(first)).toContain('apiserver_authorization_decisions_total Webhook,agent,denied')
    const again = { ...first, earlier: [{ request: GET, requestor: { username: 'jane' } }] }
    expect(evaluations(again)).not.toContain(name)
    expect(evaluations(scenario(chain(SKIP), DENY))).toContain(
      'apiserver_authorization_match_condition_exclusions_total Webhook,agent',
    )
  })
})
