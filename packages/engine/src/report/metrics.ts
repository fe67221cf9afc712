import { aboutDesign } from '../designs/index.ts'
import {
  type Answer,
  AUTHORIZER_NAMES,
  CHANGED_IN,
  type Decision,
  hasChange,
  type KubernetesVersion,
  type WebhookVisit,
} from '../kube/index.ts'
import type { Check, Trace } from '../trace/index.ts'

/** A counter that one request increments, by name and labels. */
export interface Increment {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly by: number
}

/** The counter of the authorizers (KEP-3221). */
const DECISIONS = 'apiserver_authorization_decisions_total'

/** The label with which the filter that authorizes the request itself counts a decision. */
const RESULTS: Readonly<Record<Decision, string>> = {
  Allow: 'allowed',
  Deny: 'denied',
  NoOpinion: 'no-opinion',
  Conditional: 'no-opinion',
}

/**
 * The counters that one request increments, in the order of first use.
 *
 * - Those of the released filter: each check by mode and decision, and the attempt by mode and decision (a refused one has no
 *   mode) (Go: `filters/impersonation/metrics`).
 * - The authorization of the request itself, once, however many checks came before (Go: `endpoints/filters/metrics.go`).
 * - `apiserver_authorization_decisions_total`: every Allow and Deny of a configured authorizer, in whatever check, by its type
 *   and name. NoOpinion is not terminal and is not counted, and neither is an error without a decision. Authorizers of
 *   `--authorization-mode` are counted as those of `--authorization-config` are (Go: `authorization/metrics`,
 *   `InstrumentedAuthorizer`; `kubeapiserver/authorizer/reload.go` wraps each of them).
 */
export function increments(trace: Trace, version: KubernetesVersion): readonly Increment[] {
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const counted: Increment[] = []
  if (countsImpersonation(trace, version)) {
    const impersonation = checks.filter(({ phase }) => phase === 'impersonation')
    for (const check of impersonation)
      add(counted, 'apiserver_impersonation_authorization_attempts_total', labelsOf(check))
    const attempt = attemptLabels(trace)
    if (attempt) add(counted, 'apiserver_impersonation_attempts_total', attempt)
  }
  // The filter counts the final decision once, however many checks were made before.
  const request = checks.findLast(({ phase }) => phase === 'request')
  if (request) add(counted, 'authorization_attempts_total', { result: resultOf(request.answer) })
  for (const { answer } of checks) {
    for (const visit of answer.webhooks ?? []) {
      for (const [name, labels] of webhookCounters(visit)) add(counted, `apiserver_authorization_${name}_total`, labels)
    }
    const labels = decisionLabels(answer)
    if (labels) add(counted, DECISIONS, labels)
  }
  return counted
}

/** The reason why a request that asks for impersonation increments no impersonation counter; undefined when it may. */
export function noImpersonationMetrics(trace: Trace, version: KubernetesVersion): string | undefined {
  if (trace.design !== 'constrained' && !aboutDesign(trace.design)?.impersonatesAsReleased)
    return `The ${trace.design} design has no impersonation metrics.`
  if (!trace.featureEnabled) return 'With the feature gate off the older filter runs, which counts nothing.'
  if (!hasChange(version, 'impersonation-metrics'))
    return `The impersonation metrics begin with Kubernetes ${CHANGED_IN['impersonation-metrics']}.`
  return undefined
}

function countsImpersonation(trace: Trace, version: KubernetesVersion): boolean {
  return noImpersonationMetrics(trace, version) === undefined
}

function resultOf({ decision, error }: Answer): string {
  return error !== undefined && decision !== 'Allow' ? 'error' : RESULTS[decision]
}

/**
 * The labels of a terminal decision. Undefined for one that is not counted, as that of `system:masters`, which is asked before
 * the configured authorizers.
 */
function decisionLabels({ decision, evidence }: Answer): Record<string, string> | undefined {
  const type = evidence?.authorizer
  const name = type && ((type === 'Webhook' && evidence?.entry?.name) || AUTHORIZER_NAMES[type])
  if (type === undefined || name === undefined || (decision !== 'Allow' && decision !== 'Deny')) return undefined
  return { type, name, decision: decision === 'Allow' ? 'allowed' : 'denied' }
}

/**
 * The counters of a webhook of an AuthorizationConfiguration: a review that it gets, and one that its match conditions keep from
 * it; in a fail-open the call failed and the chain continues (Go: `authorizer/webhook/metrics`, `authorization/cel/metrics.go`).
 */
function webhookCounters(visit: WebhookVisit): readonly (readonly [string, Record<string, string>])[] {
  const { name } = visit
  const ofConditions = { type: 'Webhook', name }
  switch (visit.is) {
    case 'skipped': {
      const exclusion = ['match_condition_exclusions', ofConditions] as const
      return visit.others ? [exclusion, ['match_condition_evaluation_errors', ofConditions]] : [exclusion]
    }
    case 'not-asked':
      return [['match_condition_evaluation_errors', ofConditions]]
    case 'failed': {
      const failed = { name, result: visit.result }
      const evaluation = ['webhook_evaluations', failed] as const
      return visit.answer === 'NoOpinion' ? [evaluation, ['webhook_evaluations_fail_open', failed]] : [evaluation]
    }
    case 'asked':
      return visit.cachedFor === undefined ? [['webhook_evaluations', { name, result: 'success' }]] : []
  }
}

function labelsOf({ attributes, answer }: Check): Record<string, string> {
  return { mode: modeOf(attributes.verb), decision: answer.decision === 'Allow' ? 'allowed' : 'denied' }
}

function attemptLabels(trace: Trace): Record<string, string> | undefined {
  if (trace.impersonatedUser) return { mode: modeOf(trace.constraint ?? 'impersonate'), decision: 'allowed' }
  const refused = trace.outcome.kind === 'forbidden' && trace.outcome.phase === 'impersonation'
  return refused ? { mode: '', decision: 'denied' } : undefined
}

/** `legacy` for the verb `impersonate`, else the text between the first colon and the next. */
function modeOf(verb: string): string {
  return verb === 'impersonate' ? 'legacy' : (verb.split(':')[1] ?? 'unknown')
}

function add(increments: Increment[], name: string, labels: Record<string, string>): void {
  const key = JSON.stringify(labels)
  const at = increments.findIndex((increment) => increment.name === name && JSON.stringify(increment.labels) === key)
  const known = increments[at]
  if (known === undefined) increments.push({ name, labels, by: 1 })
  else increments[at] = { ...known, by: known.by + 1 }
}

/** Increments in the format of Prometheus, one a line, with a plus sign: `name{mode="user-info"} +2`. */
export function printIncrements(increments: readonly Increment[]): string {
  return increments
    .map(({ name, labels, by }) => {
      const printed = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
      return `${name}{${printed.join(',')}} +${by}`
    })
    .join('\n')
}
