import type { Check, Trace } from '@authz-playground/engine'
import {
  type Difference,
  differences,
  type VectorAnswer,
  type VectorCheck,
  type VectorScenario,
} from '@authz-playground/engine/internal/vectors'
import { mayAllow, withSortedErrors } from './any-allowing-binding.ts'
import { notAuthorizedLines } from './denials.ts'
import { type Observation, observedAnswer } from './observation.ts'

/** A difference between a server and the engine, for one request. */
export function judged(
  scenario: VectorScenario,
  answer: VectorAnswer,
  trace: Trace,
  seen: Observation,
): readonly Difference[] {
  const checks = trace.steps.flatMap(({ check }) => check ?? [])
  const expected = visible(scenario, answer, seen)
  const authorization = expected.checks.find(({ phase }) => phase === 'request')
  const found = observedAnswer(seen, authorization, handlerIsPlayed(trace))
  const named = sameNamed(scenario, checks, expected, found)
  const logged = seen.notAuthorized.filter((line) => !isConnectionCheck(line, checks))
  const lines = [notAuthorizedLines(scenario, checks), logged].map((list) => [...list].sort())
  return [
    ...differences(orderly(expected), orderly(named)),
    ...(JSON.stringify(lines[0]) === JSON.stringify(lines[1])
      ? []
      : [{ field: 'not authorized by RBAC', expected: lines[0], found: lines[1] }]),
  ]
}

/**
 * Whether a line reports the second check of a connection into a pod, which the engine does not make: a `GET` also
 * needs `create` (Go: `AuthorizePodWebsocketUpgradeCreatePermission` in
 * `k8s.io/kubernetes/pkg/registry/core/pod/rest`).
 */
function isConnectionCheck(line: string, checks: readonly Check[]): boolean {
  return checks.some(
    ({ phase, attributes: { verb, resource, apiGroup, subresource }, answer }) =>
      phase === 'request' &&
      answer.decision === 'Allow' &&
      verb === 'get' &&
      resource === 'pods' &&
      apiGroup === '' &&
      ['attach', 'exec', 'portforward'].includes(subresource) &&
      line.includes(` to "create" resource "pods/${subresource}" `),
  )
}

/** Whether the engine also computes the result after authorization: for writes of roles and bindings. */
function handlerIsPlayed({ outcome, grant }: Trace): boolean {
  return outcome.kind === 'refused' || (outcome.kind === 'allowed' && (outcome.code === 201 || grant !== undefined))
}

/**
 * The part of an answer that a server shows. Checks of the older filter and of the handler are logged only where RBAC
 * does not allow them.
 */
function visible(
  { cluster }: VectorScenario,
  { metrics: _, chain: __, message, ...answer }: VectorAnswer,
  { response, event }: Observation,
): VectorAnswer {
  // The answer to HEAD has no body, and an invalid path has no audit event.
  const said = response.body !== '' || event !== undefined
  const older = cluster?.constrainedImpersonation === false
  return {
    ...answer,
    ...(said && message !== undefined && { message }),
    checks: answer.checks
      .filter(({ phase }) => phase === 'request' || (phase === 'impersonation' && !older))
      // The log has the requirements of a label selector as one text.
      .map((check) =>
        check.labelSelector && check.phase === 'impersonation'
          ? { ...check, labelSelector: [check.labelSelector.join(', ')] }
          : check,
      ),
  }
}

/** The observation, with the expected bindings wherever the server might have named those. */
function sameNamed(
  scenario: VectorScenario,
  asked: readonly Check[],
  expected: VectorAnswer,
  found: VectorAnswer,
): VectorAnswer {
  const renamed = new Map<string, string>()
  const checks = found.checks.map((check): VectorCheck => {
    const { reason = '', decision } = check
    const other = expected.checks.find((one) => sameReview(one, check))
    const question = asked.find(({ phase, attributes }) => sameReview({ phase, ...attributes }, check))
    if (other?.reason === undefined || question === undefined || decision !== 'Allow' || other.decision !== decision)
      return check
    if (reason === other.reason || !mayAllow(scenario, question, reason)) return check
    if (check.phase === 'request') renamed.set(reason, other.reason)
    return { ...check, reason: other.reason }
  })
  const { annotations } = (found.audit ?? {}) as { readonly annotations?: Readonly<Record<string, string>> }
  const reason = annotations?.['authorization.k8s.io/reason']
  const other = reason === undefined ? undefined : renamed.get(reason)
  return {
    ...found,
    checks,
    ...(other !== undefined && {
      audit: { ...found.audit, annotations: { ...annotations, 'authorization.k8s.io/reason': other } },
    }),
  }
}

type Review = Pick<VectorCheck, 'phase' | 'verb' | 'resource' | 'subresource' | 'name'>

function sameReview(a: Review, b: Review): boolean {
  if (a.phase !== b.phase || a.phase === 'request') return a.phase === b.phase
  const keys = ['verb', 'resource', 'subresource', 'name'] as const
  return keys.every((key) => (a[key] ?? '') === (b[key] ?? ''))
}

/** An answer with every list of errors sorted. */
function orderly(answer: VectorAnswer): VectorAnswer {
  return inStrings(answer) as VectorAnswer
}

function inStrings(value: unknown): unknown {
  if (typeof value === 'string') return withSortedErrors(value)
  if (Array.isArray(value)) return value.map(inStrings)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inStrings(item)]))
}
