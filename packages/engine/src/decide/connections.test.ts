import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../authorizers/index.ts'
import { loadDesigns } from '../designs/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import { type Answer, KUBERNETES_VERSIONS, userInfo } from '../kube/index.ts'
import type { Trace } from '../trace/index.ts'
import { plainText, sentences } from '../words/index.ts'
import { traceOf } from './trace-of.ts'

const DESIGNS = await loadDesigns()
const released = DESIGNS.find(({ id }) => id === 'constrained') as (typeof DESIGNS)[number]
const ANN = userInfo({ username: 'ann' })
const EXEC = '/api/v1/namespaces/prod/pods/web/exec'

const sent = (target: string, method = 'GET'): HTTPRequest => ({ method, target, headers: [], body: '' })

/** Allows everything but `create`, of which it says this. */
function refusingCreate(answer: Answer): Authorizer {
  return { authorize: ({ verb }) => (verb === 'create' ? answer : { decision: 'Allow', reason: '' }) }
}

const NO_RULE = refusingCreate({ decision: 'NoOpinion', reason: '' })

function played(
  request: HTTPRequest,
  authorizer = NO_RULE,
  cluster: Partial<Parameters<typeof traceOf>[3]> = {},
  design = released,
): Trace {
  return traceOf(design, request, ANN, { version: '1.36', authorizationModes: ['RBAC'], ...cluster }, authorizer)
}

const verbs = ({ steps }: Trace): readonly string[] => steps.flatMap(({ check }) => check?.attributes.verb ?? [])

describe('a GET that connects to a pod', () => {
  it.each(KUBERNETES_VERSIONS)('needs create from 1.35 on: %s', (version) => {
    const asks = Number(version.slice(2)) >= 35
    expect(verbs(played(sent(EXEC), NO_RULE, { version }))).toEqual(asks ? ['get', 'create'] : ['get'])
    expect(played(sent(EXEC), NO_RULE, { version }).outcome.code).toBe(asks ? 403 : 200)
  })

  it('needs none where the gate is off, and no setting turns on what a version does not have', () => {
    const gate = (on: boolean) => ({ authorizePodWebsocketUpgradeCreatePermission: on })
    expect(verbs(played(sent(EXEC), NO_RULE, gate(false)))).toEqual(['get'])
    expect(verbs(played(sent(EXEC), NO_RULE, { ...gate(true), version: '1.34' }))).toEqual(['get'])
  })

  it.each(['exec', 'attach', 'portforward'])('is any of the three: %s', (subresource) => {
    expect(verbs(played(sent(`/api/v1/namespaces/prod/pods/web/${subresource}?x=1`)))).toEqual(['get', 'create'])
  })

  it.each([
    ['POST', EXEC],
    ['HEAD', EXEC],
    ['GET', '/api/v1/namespaces/prod/pods/web/log'],
    ['GET', '/api/v1/namespaces/prod/pods/web/proxy'],
    ['GET', `${EXEC}/more`],
    ['GET', '/api/v1/pods/web/exec'],
    ['GET', '/api/v2/namespaces/prod/pods/web/exec'],
    ['GET', '/api/v1/watch/namespaces/prod/pods/web/exec'],
    ['GET', '/apis/apps/v1/namespaces/prod/pods/web/exec'],
  ])('is not %s %s', (method, target) => {
    const allowed: Authorizer = { authorize: () => ({ decision: 'Allow', reason: '' }) }
    expect(verbs(played(sent(target, method), allowed))).toHaveLength(1)
  })

  it('is refused in words that name neither the user nor the verb', () => {
    const { outcome } = played(
      sent(EXEC),
      refusingCreate({ decision: 'NoOpinion', reason: 'RBAC: role "x" not found' }),
    )
    expect(outcome).toMatchObject({
      code: 403,
      phase: 'handler',
      message: 'pods "web" is forbidden: RBAC: role "x" not found',
      status: { reason: 'Forbidden', details: { name: 'web', kind: 'pods' } },
    })
    expect(played(sent(EXEC)).outcome).toMatchObject({ message: 'pods "web" is forbidden: ' })
  })

  it('is an internal error where an authorizer fails', () => {
    const failing = refusingCreate({ decision: 'NoOpinion', reason: '', error: 'no answer' })
    expect(played(sent(EXEC), failing).outcome).toMatchObject({ code: 500, message: 'no answer' })
  })

  it('is explained in a sentence about the verb that is missing', () => {
    const { answer, because } = sentences(played(sent(EXEC)), sent(EXEC))
    expect(plainText(answer)).toBe(
      '403: ann may not get pods/exec named web in namespace prod: no rule grants create on pods/exec named web in namespace prod.',
    )
    expect(plainText(because)).toBe(
      'get is allowed, and then the handler of pods/exec asks for create as well. The 403 does not name what is missing.',
    )
  })
})

it.each(DESIGNS)('every design ends with the handler: $id', (design) => {
  const { steps, outcome } = played(sent(EXEC), NO_RULE, {}, design)
  expect([steps.at(-2)?.check?.purpose, outcome.code]).toEqual(['connect', 403])
})

it('the design of KEP-5681 asks for create on proxy too', () => {
  const proxy = sent('/api/v1/nodes/n1/proxy/metrics')
  const asking = DESIGNS.filter((design) => verbs(played(proxy, NO_RULE, {}, design)).length === 2)
  expect(asking.map(({ id }) => id)).toEqual(['condition-sets'])
})
