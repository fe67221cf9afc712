import type { Scenario } from '@authz-playground/engine'
import type { AnswerWithin } from '@authz-playground/engine/internal/answers'
import { printHTTP, withFields } from '@authz-playground/engine/internal/http'
import type { AnswerRequest, AnswerRow } from '@authz-playground/engine/questions'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, it } from 'vitest'
import { subjectWord } from '../../session/index.ts'
import { decide, type ScenarioDecision } from '../../worker/decisions.ts'
import { askable, whatCan, whomCan } from '../../worker/policy-questions.ts'
import { requestOf, requestorOf } from './requests.ts'

/** One example for each policy that the released API server decides by RBAC, with a few roles. */
const SCENARIOS = [
  ...new Map(
    EXAMPLES.map(({ scenario }) => scenario)
      .filter(({ design, cluster }) => {
        const others = cluster.authorizationModes.filter((mode) => mode !== 'Node' && mode !== 'RBAC')
        return design === 'constrained' && !cluster.defaultRoles && others.length === 0
      })
      .map((scenario) => [scenario.policy, scenario]),
  ).values(),
]

/** An answer of the worker; the policies of examples have no errors. */
function answerOf<Answer>(result: AnswerWithin<Answer | 'nobody'> | undefined): Answer {
  if (result === undefined || 'beyond' in result || result.answer === 'nobody') throw new Error('not answered')
  return result.answer
}

/** The outcome of an answer as a request; undefined where there is no such request. */
async function outcomeOf(
  scenario: Scenario,
  subject: Parameters<typeof requestorOf>[0],
  { action, as, extra }: AnswerRequest,
) {
  const request = action && requestOf(action)
  if (request === undefined) return undefined
  const impersonate = { uid: '', extra: [], username: '', groups: [], ...as }
  const { text } = printHTTP(as?.username ? withFields(request, { impersonate }) : request)
  const requestor = requestorOf(subject, [], extra)
  const { trace } = await decide({ ...scenario, requestor, request: { form: 'http', text } })
  return trace?.outcome
}

it('every right of a subject is a request that is allowed', { timeout: 60_000 }, async () => {
  expect(SCENARIOS.length).toBeGreaterThan(10)
  let asked = 0
  for (const scenario of SCENARIOS) {
    const decision: ScenarioDecision = { scenario, decided: await decide(scenario) }
    for (const subject of answerOf(askable(decision)).subjects) {
      const word = subjectWord(subject)
      const { resources, paths } = answerOf(whatCan(decision, { word, groups: [] }, '')).can
      const actions = [
        ...resources.flatMap(({ apiGroup, resource, verbs }) =>
          verbs.flatMap(({ verb, reaches }) =>
            reaches.map(({ namespace, names: [name] = [] }) => {
              return { verb, apiGroup, resource, namespace, ...(name !== undefined && { name }) }
            }),
          ),
        ),
        ...paths.flatMap(({ url, verbs }) =>
          verbs.map(({ verb }) => ({ verb, apiGroup: '', resource: '', namespace: '', path: url })),
        ),
      ]
      for (const action of actions) {
        const outcome = await outcomeOf(scenario, subject, { action })
        if (outcome === undefined) continue
        asked++
        expect([word, action, outcome.kind]).toEqual([word, action, 'allowed'])
      }
    }
  }
  expect(asked).toBeGreaterThan(100)
})

it('whoever may become somebody is never refused for impersonating', { timeout: 60_000 }, async () => {
  let asked = 0
  for (const scenario of SCENARIOS) {
    const decision: ScenarioDecision = { scenario, decided: await decide(scenario) }
    for (const subject of answerOf(askable(decision)).subjects) {
      const word = subjectWord(subject)
      const from = answerOf(whomCan(decision, { of: { word, groups: [] } }))
      const to = answerOf(whomCan(decision, { to: word }))
      const rows = [from, to].flatMap((one): readonly AnswerRow[] =>
        one.kind === 'cluster-admin' ? [] : one.impersonations.rows,
      )
      for (const { subject: who, request } of rows) {
        const outcome = request && (await outcomeOf(scenario, who, request))
        if (outcome === undefined) continue
        asked++
        const refused = outcome.kind === 'forbidden' ? outcome.about.verb : outcome.kind
        expect([subjectWord(who), request, refused]).not.toEqual([
          subjectWord(who),
          request,
          expect.stringMatching(/^impersonate/),
        ])
      }
    }
  }
  expect(asked).toBeGreaterThan(50)
})
