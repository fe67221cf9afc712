import {
  type Attributes,
  type Authorizer,
  authorizerChain,
  constrained,
  readPolicy,
  userInfo,
} from '@authz-playground/engine'
import {
  type ConstrainPlan,
  constrain,
  type JudgedRequest,
  nearRequests,
  sentRequest,
} from '@authz-playground/engine/constrain'
import {
  type Observation,
  ObservationReader,
  RequestDecider,
  type SeenRequest,
} from '@authz-playground/engine/observation'
import { readHTTP } from '@authz-playground/engine/requests'
import type { VectorAnswer, VectorCheck, VectorRequest, VectorScenario } from '@authz-playground/engine/vectors'
import { APART } from './impersonators.ts'

/** The result of the circle for one cluster. */
export interface Circle {
  /** Requests that passed before, and pass now with a constraint. */
  readonly passed: number
  /** Requests that no mode takes. */
  readonly stays: number
  /** Near requests that passed before. */
  readonly near: number
  /** Those of them that pass now, of parts that the log shows in other requests. */
  readonly open: number
  /** What went wrong, a sentence each. */
  readonly wrong: readonly string[]
}

/** Answers the requests of a scenario. */
export type AnswerScenario = (scenario: VectorScenario) => Promise<VectorScenario>

/** Near requests for each observed one. */
const NEAR_EACH = 12

/**
 * Plays the requests, makes rules of the audit events, takes the legacy rights away, and plays the same requests and near ones
 * again. Undefined where the policy is refused.
 */
export async function circle(made: VectorScenario, answer: AnswerScenario): Promise<Circle | undefined> {
  const before = await answer(made)
  if (before.error !== undefined || before.expect === undefined) return undefined
  const cluster = { policy: readPolicy(made.policy), featureEnabled: true }
  const plan = constrain(cluster, observedIn(before))
  const after = await answer({ ...made, policy: plan.whole })
  if (after.error !== undefined) return { ...NOTHING, wrong: [`the new policy is refused: ${after.error}`] }
  if (after.expect === undefined) return undefined
  const same = comparison(made, before, after, plan)
  const stripped = constrain(cluster, { requests: [], unread: [] }).whole
  const nearby = await nearCircle(made, plan, stripped, after, answer)
  return { ...same, ...nearby, wrong: [...same.wrong, ...nearby.wrong] }
}

const NOTHING = { passed: 0, stays: 0, near: 0, open: 0 }

/** The audit events of the answers, as a log has them. The ID of each is its number. */
function observedIn({ expect = [] }: VectorScenario): Observation {
  const reader = new ObservationReader()
  reader.begin('audit.log')
  const lines = expect.map(({ audit }, at) => JSON.stringify({ ...audit, auditID: String(at) }))
  reader.read(new TextEncoder().encode(lines.join('\n')))
  reader.end()
  return reader.observation()
}

function comparison(made: VectorScenario, before: VectorScenario, after: VectorScenario, plan: ConstrainPlan) {
  const verdicts = new Map(
    plan.impersonators.flatMap(({ requests, left }) =>
      requests.flatMap((judged) =>
        (judged.request.ids ?? []).map((id) => [Number(id), { judged, isLeft: left.length > 0 }] as const),
      ),
    ),
  )
  const wrong: string[] = []
  let passed = 0
  let stays = 0
  for (const [at, request] of made.requests.entries()) {
    const was = (before.expect ?? [])[at] as VectorAnswer
    const is = (after.expect ?? [])[at] as VectorAnswer
    const entry = verdicts.get(at)
    if (entry === undefined) {
      // An event of a refused impersonation does not name the whole target.
      if (was.impersonatedUser !== undefined) wrong.push(`not planned for: ${shown(request)}`)
      else if (is.impersonatedUser !== undefined) wrong.push(`was refused, and passes now: ${shown(request)}`)
      continue
    }
    const problem = problemOf(entry.judged, entry.isLeft, was, is)
    if (problem !== undefined) wrong.push(`${problem}: ${shown(request)}: ${is.message ?? is.code}`)
    if (entry.judged.verdict === 'stays') stays++
    else if (was.code !== 403) passed++
  }
  return { passed, stays, wrong }
}

function problemOf(
  { verdict }: JudgedRequest,
  isLeft: boolean,
  was: VectorAnswer,
  is: VectorAnswer,
): string | undefined {
  if (was.code === 403) return is.code === 403 ? undefined : 'was refused, and passes now'
  if (verdict === 'stays')
    return is.code === 403 || isLeft ? undefined : 'passes without the legacy verb, which it needs'
  if (verdict === 'failed' || verdict === 'differs') return `passed, and the plan says ${verdict}`
  if (is.code !== was.code) return 'passed, and does not now'
  return (is.constraint ?? '') === '' && !isLeft ? 'passes without a constraint' : undefined
}

async function nearCircle(
  made: VectorScenario,
  plan: ConstrainPlan,
  stripped: string,
  after: VectorScenario,
  answer: AnswerScenario,
) {
  const requests = nearOf(plan)
  if (requests.length === 0) return { near: 0, open: 0, wrong: [] }
  const ask = async (policy: string) => (await answer({ ...made, policy, requests })).expect
  const [was, is, without] = [await ask(made.policy), await ask(plan.whole), await ask(stripped)]
  // Where the order of Go's maps decides, there is no answer.
  if (was === undefined || is === undefined || without === undefined) return { near: 0, open: 0, wrong: [] }
  // Where legacy rights stay, requests pass by these, and their checks tell nothing about the new rules.
  const isLeft = plan.impersonators.some(({ left }) => left.length > 0)
  // Each check that the requests of the log passed: a near request may pass by these, and by no other.
  const granted = (after.expect ?? []).flatMap(({ impersonatedUser, checks }) =>
    impersonatedUser === undefined ? [] : checks.filter(isGranted),
  )
  // What rules other than the new ones grant may be used together with these.
  const held = authorizerChain({ policy: readPolicy(stripped) }, ['RBAC'])
  const passed = requests.flatMap((request, at) => (was[at]?.code === 403 ? [] : [{ request, at }]))
  const open = passed.filter(({ at }) => is[at]?.code !== 403)
  const wrong = open.flatMap(({ request, at }) => {
    if (without[at]?.code !== 403 || isLeft) return []
    const odd = (is[at]?.checks ?? []).filter(
      (check) => isGranted(check) && !granted.some((one) => covers(one, check)) && !isHeld(check, held),
    )
    return odd.map(
      (check) => `a near request passes by what no request asked for: ${shown(request)}: ${JSON.stringify(check)}`,
    )
  })
  const opened = requests.flatMap((request, at) =>
    was[at]?.code === 403 && is[at]?.code !== 403
      ? [`a near request was refused, and passes now: ${shown(request)}`]
      : [],
  )
  return { near: passed.length, open: open.length, wrong: [...wrong, ...opened] }
}

function nearOf({ impersonators }: ConstrainPlan): readonly VectorRequest[] {
  const decider = new RequestDecider(constrained, true)
  const moved = impersonators.flatMap(({ requests }) => requests.filter(({ verdict }) => verdict === 'moves'))
  return moved.flatMap(({ request }) =>
    nearRequests(request, NEAR_EACH * 4)
      .filter((_, at) => at % 4 === 0)
      .flatMap((near) => vectorRequest(near, decider) ?? []),
  )
}

function vectorRequest(request: SeenRequest, decider: RequestDecider): VectorRequest | undefined {
  const sent = sentRequest(request, decider)
  const { request: http } = sent === undefined ? {} : readHTTP(sent.request.text)
  if (sent === undefined || http === undefined) return undefined
  return {
    method: http.method,
    url: http.target,
    headers: http.headers.map(({ name, value }) => [name, value] as const),
    requestor: sent.requestor,
    after: APART,
  }
}

function isGranted({ phase, decision }: VectorCheck): boolean {
  return phase === 'impersonation' && decision === 'Allow'
}

/** Whether an authorizer allows a check of a vector. */
function isHeld({ user, ...check }: VectorCheck, authorizer: Authorizer): boolean {
  const {
    verb = '',
    apiGroup = '',
    apiVersion = '',
    resource = '',
    subresource = '',
    namespace = '',
    name = '',
    path = '',
  } = check
  const asked: Attributes = {
    ...{ verb, apiGroup, apiVersion, resource, subresource, namespace, name, path },
    user: userInfo({ username: '', ...user }),
    isResourceRequest: resource !== '',
    fieldSelector: [],
    labelSelector: [],
    selectorNotParsed: false,
  }
  return authorizer.authorize(asked).decision === 'Allow'
}

/**
 * Whether RBAC allows a check by a rule that grants just another. A rule for every name allows each, and one
 * for the whole cluster each namespace.
 */
function covers(one: VectorCheck, check: VectorCheck): boolean {
  const same = (['verb', 'apiGroup', 'resource', 'subresource', 'path'] as const).every(
    (field) => one[field] === check[field],
  )
  const isForAny = (one.name ?? '') === '' || (one.resource === 'nodes' && one.name === '*')
  const isThere = (one.namespace ?? '') === '' || one.namespace === check.namespace
  return same && isThere && one.user.username === check.user.username && (isForAny || one.name === check.name)
}

function shown({ method, url, headers = [], requestor }: VectorRequest): string {
  return `${requestor?.username}: ${method} ${url} ${JSON.stringify(headers)}`
}
