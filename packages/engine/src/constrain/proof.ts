import type { Cluster } from '../cluster/index.ts'
import { constrained } from '../designs/index.ts'
import { RequestDecider, type SeenRequest } from '../logs/index.ts'
import type { ConstrainPlan, Impersonator, JudgedRequest } from './constrain.ts'
import { nearRequests } from './near-requests.ts'

/** What the plan does to the observed requests, and to those near them. */
export interface Proof {
  /** Observed requests that legacy impersonation allowed, and constrained impersonation allows now. */
  readonly moved: readonly JudgedRequest[]
  /** Observed requests that legacy impersonation allowed, and nothing does now. */
  readonly lost: readonly JudgedRequest[]
  /** The number of near requests whose impersonation was allowed before. */
  readonly near: number
  /** Those of them that are refused now. */
  readonly closed: readonly SeenRequest[]
  /**
   * Those that are still allowed: the rules grant actions and identities apart, so each may be of another request, and a rule
   * for all objects grants each.
   */
  readonly open: readonly SeenRequest[]
}

/** Whether legacy impersonation allowed a request, and nothing does now. */
export function isLost({ verdict, before, after }: JudgedRequest): boolean {
  return verdict !== 'failed' && before.impersonatedUser !== undefined && after.impersonatedUser === undefined
}

/** The most requests of one impersonator whose neighbours are tried; of more, evenly spread ones. */
const MOST_TRIED = 100

/** Decides the requests near those of an impersonator, `each` of each, before and after. */
export function proofOf(
  { requests }: Impersonator,
  cluster: Cluster,
  { after }: Pick<ConstrainPlan, 'after'>,
  each = 100,
): Proof {
  const moved = requests.filter(({ verdict, after }) => verdict === 'moves' && after.impersonatedUser !== undefined)
  const lost = requests.filter(isLost)
  const passesBefore = passing(cluster, cluster.hasFeature(constrained))
  const passesAfter = passing(after, true)
  const seen = new Set(requests.map(({ request }) => askedKey(request)))
  const tried = new Map<string, SeenRequest>()
  for (const { request } of spread(moved, MOST_TRIED)) {
    for (const near of nearRequests(request, each)) if (!seen.has(askedKey(near))) tried.set(askedKey(near), near)
  }
  const passed = [...tried.values()].filter(passesBefore)
  const open = passed.filter(passesAfter)
  const stillOpen = new Set(open)
  return { moved, lost, near: passed.length, closed: passed.filter((one) => !stillOpen.has(one)), open }
}

function passing({ rbac }: Cluster, featureEnabled: boolean): (request: SeenRequest) => boolean {
  const decider = new RequestDecider(constrained, featureEnabled)
  return (request) =>
    decider.decide(request, ({ attributes }) => rbac.authorize(attributes)).impersonatedUser !== undefined
}

function askedKey({ requestor, target, attributes }: SeenRequest): string {
  return JSON.stringify([requestor, target, attributes])
}

function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T)
}
