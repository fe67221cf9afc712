import { beforeAll, describe, expect, it } from 'vitest'
import { CEL } from '../cel/index.ts'
import { type Decider, decider, type Scenario } from './index.ts'
import { type MostReviews, mostReviews } from './most-reviews.ts'

let decide: Decider
beforeAll(async () => {
  const decideWith = await decider()
  decide = (scenario) => decideWith(scenario, { cel: CEL })
})

const PLAIN = 'GET /api/v1/namespaces/ns/pods HTTP/1.1'
/** The request with eight parts of the review thread of KEP-5284. */
const EIGHT_PARTS = `${PLAIN}
Impersonate-User: a
Impersonate-Uid: b
Impersonate-Group: c
Impersonate-Group: d
Impersonate-Extra-example.com%2Ffoo: e
Impersonate-Extra-example.com%2Ffoo: f
Impersonate-Extra-example.com%2Fbar: g
Impersonate-Extra-example.com%2Fbar: h`

function mostOf(
  text: string,
  more: Partial<Pick<Scenario, 'design' | 'request' | 'authorizationConfig'>> = {},
): MostReviews | undefined {
  const scenario: Scenario = {
    version: 2,
    policy: '',
    design: 'constrained',
    cluster: { version: '1.37', authorizationModes: ['RBAC'], defaultRoles: false },
    requestor: { username: 'impersonator' },
    request: { form: 'http', text },
    ...more,
  }
  return mostReviews(decide(scenario))
}

const reviews = (most: MostReviews | undefined) =>
  most && [most.cold.reviews, most.afterAllowed.reviews, most.afterRefused.reviews]

describe('the most reviews of a request', () => {
  it.each([
    // After a success by legacy, legacy is tried first, and asks anew. A refused impersonation is not remembered.
    ['constrained', [19, 9, 18]],
    ['proposal', [18, 18, 18]],
    ['legacy', [9, 9, 9]],
    ['unified', [2, 2, 2]],
  ])('with eight parts, under %s', (design, expected) => {
    expect(reviews(mostOf(EIGHT_PARTS, { design }))).toEqual(expected)
  })

  it('without impersonation is one, again and again', () => {
    expect(mostOf(PLAIN)).toEqual({
      cold: { reviews: 1 },
      afterAllowed: { reviews: 1 },
      afterRefused: { reviews: 1 },
    })
  })

  it('has the second review of a connection', () => {
    expect(reviews(mostOf('GET /api/v1/namespaces/ns/pods/a/exec?command=sh HTTP/1.1\nUpgrade: websocket'))?.[0]).toBe(
      2,
    )
  })

  it('is not known for a question, and where there are too many ways', () => {
    expect(mostOf('', { request: { form: 'kubectl', text: 'kubectl auth can-i list pods' } })).toBeUndefined()
    const groups = Array.from({ length: 300 }, (_, at) => `Impersonate-Group: g${at}`)
    expect(mostOf([PLAIN, 'Impersonate-User: a', ...groups].join('\n'))).toBeUndefined()
  })
})

describe('the most calls of webhooks', () => {
  const configuration = (settings: string) => `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
${['one', 'two'].map((name) => webhook(name, settings)).join('')}- {type: RBAC, name: rbac}
`
  const webhook = (name: string, settings: string) => `- type: Webhook
  name: ${name}
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: NoOpinion
    connectionInfo: {type: KubeConfigFile, kubeConfigFile: /etc/${name}}
    ${settings}
`
  const calls = (settings: string) => {
    const most = mostOf(`${PLAIN}\nImpersonate-User: a`, { authorizationConfig: configuration(settings) })
    return most && [most.cold.calls, most.afterAllowed.calls, most.afterRefused.calls]
  }

  it('are those of each webhook about each review, and none while its answers are kept', () => {
    expect(reviews(mostOf(`${PLAIN}\nImpersonate-User: a`))).toEqual([4, 2, 3])
    expect(calls('authorizedTTL: 5m\n    unauthorizedTTL: 30s')).toEqual([8, 0, 0])
  })

  it('are as many again where refusals are not kept', () => {
    expect(calls('authorizedTTL: 5m\n    unauthorizedTTL: 30s\n    cacheUnauthorizedRequests: false')?.[2]).toBe(6)
  })
})
