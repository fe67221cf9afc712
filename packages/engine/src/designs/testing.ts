import { type Authorizer, type ConditionalAuthorizer, withoutConditions } from '../authorizers/index.ts'
import { attributesOf, type HTTPRequest, targetOf } from '../http/index.ts'
import {
  type Answer,
  type Attributes,
  combinedResource,
  type Decision,
  type PlainUser,
  userInfo,
} from '../kube/index.ts'
import { leavesGraph, record } from '../trace/index.ts'
import { type Assumptions, assumptionsOf, type Design } from './design.ts'
import { ServerMemory } from './released/memory.ts'

/** A request as it is sent: a header with several values is sent several times. */
export function wireRequest(
  headers: Readonly<Record<string, string | readonly string[]>>,
  target = '/api/v1/namespaces/prod/pods',
  method = 'GET',
): HTTPRequest {
  const list = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))
  return { method, target, headers: list, body: '' }
}

/** Allows exactly the verbs given, on anything. */
export function allowingVerbs(...verbs: readonly string[]): Authorizer {
  return { authorize: ({ verb }) => ({ decision: verbs.includes(verb) ? 'Allow' : 'NoOpinion', reason: '' }) }
}

/** Random results of conditions: for each effect true, false or an error. */
export type Chance =
  | Exclude<Decision, 'Conditional'>
  | { readonly effect: 'Allow' | 'Deny'; readonly is: boolean | 'error' }

/** An authorizer that gives these answers in turn, again and again, and evaluates its conditions to the results in them. */
export function answeringInTurn(answers: readonly Chance[]): ConditionalAuthorizer {
  let turn = 0
  const next = (): Answer => {
    const drawn = answers[turn++ % answers.length] ?? 'NoOpinion'
    if (typeof drawn === 'string') return { decision: drawn, reason: 'by chance' }
    const { effect, is } = drawn
    return {
      decision: 'Conditional',
      reason: '',
      conditions: [{ id: 'chance/0', effect, condition: `${is}`, description: '' }],
    }
  }
  return {
    authorize: () => withoutConditions(next()),
    conditionally: next,
    evaluate: ({ condition }) => (condition === 'error' ? { error: 'by chance' } : condition === 'true'),
  }
}

/** The trace of one request under a design. Throws where the trace is not a walk over the design's own graph. */
export function runDesign(
  design: Design,
  request: HTTPRequest,
  authorizer: Authorizer,
  requestor: PlainUser = { username: 'ctl' },
  featureEnabled = true,
  memory = new ServerMemory(),
  assumptions: Assumptions = {},
) {
  const user = userInfo(requestor)
  const running = design.run({
    request,
    requestor: user,
    attributes: attributesOf(request, user),
    target: targetOf(request.headers),
    featureEnabled,
    assumptions: assumptionsOf(design, assumptions),
    memory,
  })
  const { steps, result } = record(running, authorizer, design.evaluateConditions)
  const mistake = leavesGraph(steps, design.graph)
  if (mistake !== undefined) throw new Error(mistake)
  const checks = steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  return { ...result, steps, asked: checks.map(({ attributes }) => printed(attributes)) }
}

function printed(attributes: Attributes): string {
  const { verb, apiGroup, apiVersion, namespace, name } = attributes
  return [
    verb,
    combinedResource(attributes),
    name && `name=${name}`,
    namespace && `ns=${namespace}`,
    apiGroup,
    apiVersion,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
