import { join } from 'node:path'
import {
  type Attributes,
  attributesOf,
  type HTTPRequest,
  readRequest,
  type Scenario,
  userInfo,
} from '@authz-playground/engine'
import {
  httpRequest,
  type VectorAnswer,
  type VectorRequest,
  type VectorScenario,
} from '@authz-playground/engine/internal/vectors'
import { filledScenario, parseClusterOutput } from '@authz-playground/engine/logs'
import { describe, expect, it } from 'vitest'
import { scenariosIn, VECTORS } from './files.ts'

/** Only one in this many scenarios is read, because reading all takes too long. */
const EVERY = 25

interface Answered {
  readonly of: VectorScenario
  readonly request: VectorRequest
  readonly answer: VectorAnswer
}

const answered: readonly Answered[] = scenariosIn(join(VECTORS, 'scenarios-1.36.3.ndjson.gz'))
  .filter((_, index) => index % EVERY === 0)
  .flatMap((of) => of.requests.map((request, at) => ({ of, request, answer: of.expect?.[at] })))
  .flatMap(({ answer, ...one }) => (answer === undefined ? [] : [{ ...one, answer }]))

const PAGE: Scenario = {
  version: 2,
  policy: '',
  request: { form: 'http', text: 'GET /healthz' },
  requestor: { username: 'page' },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}

const filledWith = (text: string) => {
  const { requests } = parseClusterOutput(text)
  const [only] = requests
  if (only === undefined || requests.length !== 1) throw new Error(`${requests.length} requests in ${text}`)
  return { observed: only, filling: filledScenario(only, PAGE) }
}

/** The authorization attributes of a request, without its user. */
const asked = (request: HTTPRequest | undefined) => request && attributesOf(request, userInfo({ username: '' }))

type CheckParts = Pick<Attributes, 'verb' | 'apiGroup' | 'resource' | 'subresource' | 'namespace' | 'name'>

function checkParts({ verb, apiGroup, resource, subresource, namespace, name }: CheckParts): CheckParts {
  return { verb, apiGroup, resource, subresource, namespace, name }
}

describe('what kube-apiserver’s own code wrote is read back', () => {
  const events = answered.filter(({ answer }) => answer.audit !== undefined)
  const refusals = answered.filter(({ answer }) => answer.code === 403)

  it('is there to be read', () => {
    expect(events.length).toBeGreaterThan(500)
    expect(refusals.length).toBeGreaterThan(200)
  })

  it('from audit events: requestor, request and answer', () => {
    for (const { of, request, answer } of events) {
      const { filling } = filledWith(JSON.stringify(answer.audit))
      const { scenario, missing, expect: expected } = filling
      expect(userInfo(scenario.requestor)).toEqual(userInfo({ username: '', ...(request.requestor ?? of.requestor) }))
      const read = readRequest(scenario.request)
      expect(asked(read.request)).toEqual(asked(httpRequest(request)))
      expect(read.diagnostics.some(({ severity }) => severity === 'error')).toBe(missing.some(({ needed }) => needed))
      expect(expected[0]?.code).toBe(answer.code)
      if (answer.code !== 200) expect(expected[0]?.message).toBe(answer.message)
    }
  })

  it('from messages: what was refused to whom', () => {
    for (const { request, answer } of refusals) {
      const { observed, filling } = filledWith(`Error from server (Forbidden): ${answer.message}`)
      expect(observed.answer.message).toBe(answer.message)
      const { attributes } = observed.request
      if (attributes === undefined || filling.missing.some(({ needed, place }) => needed && place === 'request'))
        continue
      const { question } = readRequest(filling.scenario.request)
      if (filling.scenario.request.form === 'review' && observed.check === undefined) {
        // The message does not name the object, so its check is decided.
        const was = asked(httpRequest(request))
        if (!was?.ok || question?.kind !== 'access') throw new Error(filling.scenario.request.text)
        expect(checkParts(question.attributes)).toEqual(checkParts(was.attributes))
        continue
      }
      if (filling.scenario.request.form === 'review') {
        // The message is about one check of the filter, which is decided by itself.
        const refused = answer.checks.filter(({ phase, decision }) => phase === 'impersonation' && decision !== 'Allow')
        const about = refused.map(
          ({ verb, apiGroup = '', resource = '', subresource = '', namespace = '', name = '' }) => {
            return { verb, apiGroup, resource, subresource, namespace, name }
          },
        )
        if (question?.kind !== 'access') throw new Error(filling.scenario.request.text)
        expect(about).toContainEqual(checkParts(question.attributes))
        continue
      }
      const [was, is] = [asked(httpRequest(request)), asked(readRequest(filling.scenario.request).request)]
      if (!was?.ok || !is?.ok) throw new Error(filling.scenario.request.text)
      expect(is.attributes).toMatchObject(checkParts(was.attributes))
    }
  })
})
