import { type Attributes, type Authorizer, defaultRoles, readPolicy, userInfo } from '@authz-playground/engine'
import { clusterOf } from '@authz-playground/engine/internal/cluster'
import { nearRequests, sentRequest } from '@authz-playground/engine/internal/constrain'
import { constrained } from '@authz-playground/engine/internal/designs'
import { readHTTP } from '@authz-playground/engine/internal/http'
import { UNNAMED_VERSION } from '@authz-playground/engine/internal/kube'
import { RequestDecider } from '@authz-playground/engine/internal/logs'
import type {
  VectorAnswer,
  VectorCheck,
  VectorRequest,
  VectorScenario,
} from '@authz-playground/engine/internal/vectors'
import {
  type ConstrainPlan,
  constrain,
  type JudgedRequest,
  type Observation,
  ObservationReader,
  type SeenRequest,
} from '@authz-playground/engine/logs'
import { APART } from './impersonators.ts'

/** What was found of one cluster. */
export interface MigrationCheck {
  /** Requests that passed before, and pass now with a constraint. */
  readonly passed: number
  /** Requests that passed before, and pass now by legacy rights that a change of the policy's text does not take away. */
  readonly kept: number
  /** Requests that no mode takes. */
  readonly stays: number
  /** Near requests that passed before. */
  readonly near: number
  /** Those of them that pass now, of parts that the log shows in other requests. */
  readonly open: number
  /** Those of them that rights beside the new ones allow, or legacy rights that stay may allow: their checks are not compared with those of the log. */
  readonly openByLegacy: number
  /** What went wrong, a sentence each. */
  readonly wrong: readonly string[]
}

/** The figures of such a check. */
export function migrationInWords({
  passed,
  kept,
  stays,
  near,
  open,
  openByLegacy,
}: Omit<MigrationCheck, 'wrong'>): string {
  return `${passed} requests pass as before, with a constraint; ${kept} by legacy rights that stay; ${stays} cannot go over; ${near} near requests passed before, ${near - open} are refused now, ${open - openByLegacy} pass by what other requests ask for, ${openByLegacy} where other rights stay`
}

/** kube-apiserver's code, or the real one. */
export interface MigrationServer {
  /** Answers the requests of a scenario, all under the policy of that scenario. */
  readonly answer: (scenario: VectorScenario) => Promise<VectorScenario>
  /**
   * The audit log of the last answer, where the server writes one: an event a line. The audit ID of a request ends with a dot and
   * its number. Otherwise the log is made from the audit events of the answers.
   */
  readonly auditLog?: () => Promise<string>
  /** The most near requests that are sent; of more, evenly spread ones. */
  readonly mostNear?: number
}

/** Near requests for each observed one. */
const NEAR_EACH = 12

/**
 * Plays the requests, makes rules of the audit events, takes the legacy rights away, and plays the same requests and near ones
 * again. Undefined where the policy is refused.
 */
export async function checkMigration(
  made: VectorScenario,
  server: MigrationServer,
): Promise<MigrationCheck | undefined> {
  const before = await server.answer(made)
  if (before.error !== undefined || before.expect === undefined) return undefined
  const log = server.auditLog === undefined ? madeLog(before) : await server.auditLog()
  const { version = UNNAMED_VERSION, defaultRoles: hasDefaults = false } = made.cluster ?? {}
  const parts = hasDefaults ? { defaultRoles: defaultRoles(version) } : {}
  const cluster = clusterOf(readPolicy(made.policy), { version, defaultRoles: hasDefaults }, parts)
  const plan = constrain(cluster, observedIn(log))
  const after = await server.answer({ ...made, policy: plan.whole })
  if (after.error !== undefined) return { ...NOTHING, wrong: [`the new policy is refused: ${after.error}`] }
  if (after.expect === undefined) return undefined
  const same = comparison(made, before, after, plan)
  const stripped = constrain(cluster, { requests: [], unread: [] }).whole
  // What rules other than the new ones grant may be used together with these.
  const held = cluster.withPolicy(readPolicy(stripped)).rbac
  const nearby = await nearMigration({ made, plan, stripped, held, after }, server)
  return { ...same, ...nearby, wrong: [...same.wrong, ...nearby.wrong] }
}

const NO_NEAR = { near: 0, open: 0, openByLegacy: 0 }
const NOTHING = { passed: 0, kept: 0, stays: 0, ...NO_NEAR }

/** The audit events of the answers, as a log has them. */
function madeLog({ id, expect = [] }: VectorScenario): string {
  return expect.map(({ audit }, at) => JSON.stringify({ ...audit, auditID: `${id}.${at}` })).join('\n')
}

function observedIn(log: string): Observation {
  const reader = new ObservationReader()
  reader.begin('audit.log')
  reader.read(new TextEncoder().encode(log))
  reader.end()
  return reader.observation()
}

/** The number of a request in its scenario. */
function numberOf(auditID: string): number {
  return Number(auditID.slice(auditID.lastIndexOf('.') + 1))
}

function comparison(made: VectorScenario, before: VectorScenario, after: VectorScenario, plan: ConstrainPlan) {
  const verdicts = new Map(
    plan.impersonators.flatMap(({ requests, left }) =>
      requests.flatMap((judged) =>
        (judged.request.ids ?? []).map((id) => [numberOf(id), { judged, isLeft: left.length > 0 }] as const),
      ),
    ),
  )
  const wrong: string[] = []
  let passed = 0
  let kept = 0
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
    else if (was.code !== 403 && (is.constraint ?? '') === '') kept++
    else if (was.code !== 403) passed++
  }
  return { passed, kept, stays, wrong }
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

interface Constrained {
  readonly made: VectorScenario
  readonly plan: ConstrainPlan
  /** The policy without the legacy rights and without new rules, and its authorizer. */
  readonly stripped: string
  readonly held: Authorizer
  /** The answers to the observed requests under the new policy. */
  readonly after: VectorScenario
}

async function nearMigration(
  { made, plan, stripped, held, after }: Constrained,
  { answer, mostNear = Number.POSITIVE_INFINITY }: MigrationServer,
) {
  const all = nearOf(plan)
  const count = Math.min(all.length, mostNear)
  const near = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as NearRequest)
  const requests = near.map(({ request }) => request)
  if (requests.length === 0) return { ...NO_NEAR, wrong: [] }
  const errors: string[] = []
  const ask = async (policy: string) => {
    const { error, expect } = await answer({ ...made, policy, requests })
    if (error !== undefined) errors.push(`near requests were not answered: ${error}`)
    return expect
  }
  const [was, is, without] = [await ask(made.policy), await ask(plan.whole), await ask(stripped)]
  if (errors.length > 0) return { ...NO_NEAR, wrong: errors }
  // Where the order of Go's maps decides, there is no answer.
  if (was === undefined || is === undefined || without === undefined) return { ...NO_NEAR, wrong: [] }
  // Each check that the requests of the log passed: a near request may pass by these, and by no other.
  const granted = (after.expect ?? []).flatMap(({ impersonatedUser, checks }) =>
    impersonatedUser === undefined ? [] : checks.filter(isGranted),
  )
  const passed = near.flatMap((one, at) => (was[at]?.code === 403 ? [] : [{ ...one, at }]))
  const open = passed.filter(({ at }) => is[at]?.code !== 403)
  // Of these the checks tell nothing about the new rules.
  const isAllowedOtherwise = ({ isLeft, at }: (typeof open)[number]) => without[at]?.code !== 403 || isLeft
  const openByLegacy = open.filter(isAllowedOtherwise).length
  const wrong = open.flatMap((one) => {
    if (isAllowedOtherwise(one)) return []
    const { request, at } = one
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
  return { near: passed.length, open: open.length, openByLegacy, wrong: [...wrong, ...opened] }
}

interface NearRequest {
  readonly request: VectorRequest
  /** Whether its impersonator keeps legacy rights. */
  readonly isLeft: boolean
}

function nearOf({ impersonators }: ConstrainPlan): readonly NearRequest[] {
  const decider = new RequestDecider(constrained, true)
  return impersonators.flatMap(({ requests, left }) =>
    requests
      .filter(({ verdict }) => verdict === 'moves')
      .flatMap(({ request }) =>
        nearRequests(request, NEAR_EACH * 4)
          .filter((_, at) => at % 4 === 0)
          .flatMap((near) => vectorRequest(near, decider) ?? []),
      )
      .map((request) => ({ request, isLeft: left.length > 0 })),
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
