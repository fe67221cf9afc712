import type { ClusterSettings } from '../cluster/index.ts'
import type { SentRequest } from '../decide/index.ts'
import { constrained } from '../designs/index.ts'
import { printHTTP, withFields } from '../http/index.ts'
import { NODE_NAME_KEY, type PlainUser } from '../kube/index.ts'
import { RequestDecider, requestLineFor, type SeenRequest } from '../logs/index.ts'
import type { ScenarioDocument } from '../scenario-file/index.ts'
import type { ConstrainPlan } from './constrain.ts'

/** A plan as a scenario document, and the requests that it cannot write. */
export interface PlanScenario {
  readonly document: ScenarioDocument
  /** Requests for which there is no request line that the API server reads so. */
  readonly unwritten: readonly SeenRequest[]
}

/**
 * The policy after a plan with every observed request that it is for, and what each must be answered: code and constraint. So
 * `check` notices when a later change takes something away. Undefined where there is no such request.
 */
export function planScenario(plan: ConstrainPlan, cluster: ClusterSettings): PlanScenario | undefined {
  const decider = new RequestDecider(constrained, true)
  const kept = plan.impersonators.flatMap(({ requests }) =>
    requests.filter(({ verdict }) => verdict === 'moves' || verdict === 'constrained'),
  )
  const written = kept.map((one) => ({ ...one, sent: sentRequest(one.request, decider) }))
  const unwritten = written.flatMap(({ request, sent }) => (sent === undefined ? [request] : []))
  const sent = written.flatMap((one) => (one.sent === undefined ? [] : [{ ...one, sent: one.sent }]))
  const last = sent.at(-1)
  if (last === undefined) return undefined
  const earlier = sent.slice(0, -1).map((one) => one.sent)
  return {
    unwritten,
    document: {
      title: 'Constrained impersonation, from the log',
      explanation: 'Every request of the log that may go on, with the answer that it must get.',
      scenario: {
        version: 2,
        policy: plan.whole,
        cluster,
        design: 'constrained',
        ...last.sent,
        ...(earlier.length > 0 && { earlier }),
      },
      expect: sent.map(({ after: { outcome, constraint = '' } }, at) => ({
        ...(sent.length > 1 && { request: at + 1 }),
        code: outcome.code,
        constraint,
      })),
    },
  }
}

/** An observed request as a text; undefined where the API server reads no request line so. */
export function sentRequest(request: SeenRequest, decider: RequestDecider): SentRequest | undefined {
  const { path, ...rest } = request.attributes
  const line = requestLineFor({ ...rest, path, isResourceRequest: path === '', fieldSelector: '', labelSelector: '' })
  if (line === undefined) return undefined
  const target = request.target && decider.targetOf(request.target, request.constraint)
  const plain = { ...line, headers: [], body: '' }
  const asked =
    target === undefined
      ? plain
      : withFields(plain, {
          impersonate: {
            username: target.username,
            uid: target.uid,
            groups: target.groups,
            extra: [...target.extra].flatMap(([key, values]) => values.map((value) => ({ key, value }))),
          },
        })
  const { text, gap } = printHTTP(asked)
  return gap === undefined ? { request: { form: 'http', text }, requestor: requestorOf(request) } : undefined
}

function requestorOf({ requestor: { username, groups, node } }: SeenRequest): PlainUser {
  return {
    username,
    ...(groups.length > 0 && { groups }),
    ...(node !== '' && { extra: { [NODE_NAME_KEY]: [node] } }),
  }
}
