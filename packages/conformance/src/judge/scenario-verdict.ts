import { type Diagnostic, readPolicy } from '@authz-playground/engine'
import {
  type Difference,
  differences,
  playScenario,
  readVectorPolicy,
  type VectorAnswer,
  type VectorScenario,
  vectorAnswer,
} from '@authz-playground/engine/internal/vectors'
import { ALL_DESIGNS } from '../all-designs.ts'
import type { Cluster } from '../cluster/start.ts'
import { judged } from './compare.ts'
import { type Metrics, replay } from './replay.ts'
import type { ClusterStage } from './stage.ts'

/** The result of a scenario. */
export type ScenarioVerdict =
  | { readonly kind: 'agrees'; readonly requests: number; readonly checks: number }
  | { readonly kind: 'refused-by-both' }
  | { readonly kind: 'left-out'; readonly why: string }
  | { readonly kind: 'disagrees'; readonly requests: number; readonly differences: readonly Disagreement[] }

export interface Disagreement extends Difference {
  /** Index of the request; absent where it is about the policy. */
  readonly request?: number
}

/** Why a scenario is skipped, as far as this is known beforehand. */
export function notPlayed(scenario: VectorScenario): string | undefined {
  const played = playScenario(scenario, ALL_DESIGNS)
  if (played.kind === 'unknown-design' || played.kind === 'unknown-assumption') return 'a design without code'
  if (played.kind === 'refused') return undefined
  if (played.cluster.policy.notRead.length > 0) return 'a policy with documents of other kinds'
  const { bindings, accessRules } = readVectorPolicy(scenario.policy)
  if (accessRules.length > 0) return 'a policy with access rules'
  if (refusedApplying(scenario) !== undefined) return undefined
  const names = bindings.map(({ kind, name, namespace }) => `${kind} ${namespace} ${name}`)
  if (new Set(names).size < names.length) return 'two bindings of one name'
  for (const one of played.requests) {
    if (!('trace' in one)) return 'a change that cannot be computed'
    const { checks } = vectorAnswer(one.trace, played.design, one.request)
    const keys = one.request.headers
      .filter(({ name }) => /^impersonate-extra-/i.test(name))
      .map(({ name }) => name.toLowerCase())
    // Go iterates over the keys in the random order of a map: the first refused key ends the checks, and the older
    // filter lists all of them where there is no user name.
    const refused = checks.some(({ resource, decision }) => resource === 'userextras' && decision !== 'Allow')
    const { kind } = one.trace.outcome
    const listed = kind === 'bad-request' && scenario.cluster?.constrainedImpersonation === false
    if (new Set(keys).size > 1 && (refused || kind === 'forbidden' || listed))
      return 'several extras, refused in an order that is chance'
  }
  return undefined
}

/** Runs a scenario on a cluster and compares the observations with the engine. */
export async function scenarioVerdict(
  cluster: Cluster,
  stage: ClusterStage,
  scenario: VectorScenario,
): Promise<ScenarioVerdict> {
  const before = playScenario(scenario, ALL_DESIGNS)
  const refused = refusedApplying(scenario) ?? (before.kind === 'refused' ? before.diagnostics : undefined)
  const replayed = await replay(cluster, stage, scenario)
  if (replayed.kind === 'left-out') return replayed
  if (replayed.kind === 'refused' || refused !== undefined) {
    if (replayed.kind === 'refused' && refused !== undefined) return { kind: 'refused-by-both' }
    if (refused?.every(isDroppedByKubectl))
      return { kind: 'left-out', why: 'a text in which kubectl drops what the API server would refuse' }
    const expected = refused?.map(({ message }) => message).join('; ') ?? 'the policy is read'
    const found = replayed.kind === 'refused' ? replayed.text : 'the policy was applied'
    return { kind: 'disagrees', requests: 0, differences: [{ field: 'policy', expected, found }] }
  }
  const measured = { ...scenario, requests: replayed.requests }
  if (atTheEdge(measured)) return { kind: 'left-out', why: 'requests with about ten seconds between them' }
  const played = playScenario(measured, ALL_DESIGNS)
  if (played.kind !== 'played') throw new Error(`${scenario.id}: ${played.kind}`)
  const answers: VectorAnswer[] = []
  const found = played.requests.flatMap((one, request): readonly Disagreement[] => {
    const seen = replayed.seen[request]
    if (!('trace' in one) || seen === undefined) throw new Error(`${scenario.id}: request ${request} was not played`)
    const answer = vectorAnswer(one.trace, played.design, one.request)
    answers.push(answer)
    return judged(measured, answer, one.trace, seen).map((difference) => ({ ...difference, request }))
  })
  const requests = played.requests.length
  const metrics = differences(
    { checks: [], code: 200, metrics: together(answers) },
    { checks: [], code: 200, metrics: replayed.metrics },
    ['metrics'],
  )
  found.push(...metrics)
  const checks = answers.reduce((sum, answer) => sum + answer.checks.length, 0)
  return found.length === 0 ? { kind: 'agrees', requests, checks } : { kind: 'disagrees', requests, differences: found }
}

/**
 * Errors of a policy whose documents are applied one by one; undefined where there are none. A vector has the final
 * objects, independent of the updates: for two bindings with one name both.
 */
function refusedApplying({ policy }: VectorScenario): readonly Diagnostic[] | undefined {
  const errors = readPolicy(policy).diagnostics.filter(({ severity }) => severity === 'error')
  return errors.length > 0 ? errors : undefined
}

/**
 * Whether the API server would refuse it after kubectl: `kubectl apply` keeps only the last of repeated keys and sends
 * no nulls, so an unknown field without a value disappears.
 */
function isDroppedByKubectl({ severity, detail = '' }: Diagnostic): boolean {
  return severity !== 'error' || detail.startsWith('strict decoding error: ')
}

/** The increments of the impersonation counters by several requests. */
function together(answers: readonly VectorAnswer[]): Metrics {
  const sum = (key: keyof Metrics) => {
    const counted = new Map<string, number>()
    for (const [labels, by] of answers.flatMap(({ metrics }) => Object.entries(metrics?.[key] ?? {})))
      counted.set(labels, (counted.get(labels) ?? 0) + by)
    return counted.size > 0 && { [key]: Object.fromEntries(counted) }
  }
  return { ...sum('attempts'), ...sum('authorizations') }
}

/** The seconds for which the caches keep a success, and the tolerance for the time between sending and answering. */
const KEPT = 10
const ANSWERED = 0.4

/** Whether the time between two requests is so close to the life of cache entries that the result is uncertain. */
function atTheEdge({ requests }: VectorScenario): boolean {
  const times: number[] = []
  for (const { after = 0 } of requests) times.push((times.at(-1) ?? 0) + after)
  return times.some((late, i) => times.slice(0, i).some((early) => Math.abs(late - early - KEPT) < ANSWERED))
}

/** The minimum duration of a scenario in seconds. */
export function secondsOf({ requests }: VectorScenario): number {
  return requests.reduce((sum, { after = 0 }) => sum + after, 0)
}

/** Adds a little time where a request comes exactly when cache entries expire, so that it certainly comes later. */
export function withMargin(scenario: VectorScenario): VectorScenario {
  return {
    ...scenario,
    requests: scenario.requests.map((request) =>
      request.after === KEPT ? { ...request, after: KEPT + 2 * ANSWERED } : request,
    ),
  }
}
