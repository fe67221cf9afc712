import type { Cluster } from '../cluster/index.ts'
import { constrained } from '../designs/index.ts'
import { nearestInWords } from '../explain/index.ts'
import { type DecidedRequest, RequestDecider, type SeenRequest } from '../logs/index.ts'
import type { Check, RichText } from '../trace/index.ts'
import { decidedBy } from '../words/index.ts'

/**
 * `refused`, `allowed`: now. `constraint`: allowed before and after, by another mode of impersonation, which is the
 * constraint in the audit event.
 */
export type RequestChange = 'refused' | 'allowed' | 'constraint'

/** An observed request that a change of policy answers otherwise. */
export interface ChangedRequest {
  readonly change: RequestChange
  readonly request: SeenRequest
  readonly before: DecidedRequest
  readonly after: DecidedRequest
  /** The rule that nearly allows it now, the rule that allows it, or the modes. */
  readonly why: RichText
}

/** The observed requests under two policies. */
export interface RequestsDiff {
  /** Refused ones first, then allowed ones, then those with another constraint; of each the most frequent first. */
  readonly changed: readonly ChangedRequest[]
  /** The number of distinct requests that have the same answer in both. */
  readonly same: number
}

/** Decides observed requests under both policies by RBAC, in the design of released versions. */
export function requestsDiff(requests: readonly SeenRequest[], before: Cluster, after: Cluster): RequestsDiff {
  const [then, now] = [answering(before), answering(after)]
  const changed = requests.flatMap((request): readonly ChangedRequest[] => {
    const [old, next] = [then(request), now(request)]
    const change = changeOf(old, next)
    return change === undefined
      ? []
      : [{ change, request, before: old, after: next, why: whyOf(change, old, next, after) }]
  })
  const order: readonly RequestChange[] = ['refused', 'allowed', 'constraint']
  return {
    changed: changed.sort(
      (a, b) => order.indexOf(a.change) - order.indexOf(b.change) || b.request.count - a.request.count,
    ),
    same: requests.length - changed.length,
  }
}

function answering(cluster: Cluster) {
  const decider = new RequestDecider(constrained, cluster.hasFeature(constrained), cluster.connectionsNeedCreate)
  const { rbacInForce } = cluster
  return (request: SeenRequest): DecidedRequest =>
    decider.decide(request, ({ attributes }) => rbacInForce.authorize(attributes))
}

function changeOf(before: DecidedRequest, after: DecidedRequest): RequestChange | undefined {
  const [then, now] = [isAllowed(before), isAllowed(after)]
  if (then !== now) return now ? 'allowed' : 'refused'
  return now && before.constraint !== after.constraint ? 'constraint' : undefined
}

function isAllowed({ outcome }: DecidedRequest): boolean {
  return outcome.kind !== 'forbidden' && outcome.kind !== 'bad-request'
}

function whyOf(change: RequestChange, before: DecidedRequest, after: DecidedRequest, cluster: Cluster): RichText {
  if (change === 'constraint') return [...modeInWords(before), ' before, ', ...modeInWords(after), ' after']
  if (change === 'allowed') {
    const evidence = after.checks.findLast(isGranted)?.answer.evidence
    return evidence === undefined ? [] : decidedBy(evidence)
  }
  const { outcome } = after
  if (outcome.kind !== 'forbidden') return []
  return nearestInWords(cluster, outcome.about) ?? ['No RBAC rule comes close.']
}

function isGranted({ answer }: Check): boolean {
  return answer.decision === 'Allow'
}

function modeInWords({ constraint, impersonatedUser }: DecidedRequest): RichText {
  if (impersonatedUser === undefined) return ['no impersonation']
  return constraint === undefined ? ['legacy ', { code: 'impersonate' }] : [{ code: constraint }]
}
