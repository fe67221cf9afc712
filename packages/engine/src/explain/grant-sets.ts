import type { Cluster } from '../cluster/index.ts'
import { type Attributes, attributesFor, isOfImpersonation } from '../kube/index.ts'
import { reviewKey } from '../rights/index.ts'
import { type Check, finalAnswer, type Grant, grantedCount, isRefused, type Trace } from '../trace/index.ts'
import { canBeGranted } from './explain.ts'
import type { Explained } from './explained.ts'

/** Decides a scenario, as if rules granted these reviews as well. */
export type DecideGranting = (granted: readonly Attributes[]) => Pick<Explained, 'trace'>

/**
 * Checks that, all allowed, let a request through, and of which none can be left out. A request with impersonation often has
 * several such sets: one for each mode of impersonation.
 */
export type GrantSet = readonly Check[]

/** The most decisions that are made to find the sets, and the most steps that they take in all: about a second. */
const MOST_DECISIONS = 600
const MOST_STEPS = 50_000
/** The most sets. */
const MOST_SETS = 6

/**
 * The sets of checks that would let a refused request through. Every set is complete for the whole request, with the
 * permissions of the target. None where rules cannot: because of a Deny, or a refusal without a check.
 *
 * The checks are found by trying: grant one that is missing, decide again, and see which are missing then. Each step is a
 * decision.
 */
export function* grantSets(cluster: Cluster, decide: DecideGranting): Generator<void, readonly GrantSet[]> {
  const search = new Search(cluster, decide)
  yield* search.from([], undefined)
  return search.sets
}

class Search {
  readonly sets: Check[][] = []
  readonly #cluster: Cluster
  readonly #decide: DecideGranting
  readonly #tried = new Set<string>()
  #decisionsLeft = MOST_DECISIONS
  #stepsLeft = MOST_STEPS

  constructor(cluster: Cluster, decide: DecideGranting) {
    this.#cluster = cluster
    this.#decide = decide
  }

  /** Looks for sets that have these checks. `before`: the keys of the checks that were missing before the last was granted. */
  *from(granted: readonly Check[], before: ReadonlySet<string> | undefined): Generator<void, void> {
    const key = setKey(granted)
    if (this.#tried.has(key) || this.sets.length >= MOST_SETS) return
    this.#tried.add(key)
    yield
    const trace = this.#traceWith(granted)
    if (trace === undefined) return
    if (!isRefused(trace)) {
      yield* this.#keep(granted)
      return
    }
    const rules = rulesToHold(trace.grant)
    if (rules.length > 0) this.sets.push([...granted, ...rules])
    const missing = this.#missingIn(trace)
    const keys = new Set(missing.keys())
    const isNew = [...missing].filter(([one]) => before?.has(one) === false)
    // A check that was made only now continues the way that the last grant opened.
    const next = isNew.length > 0 ? isNew : [...missing]
    for (const [, check] of next) yield* this.from([...granted, check], keys)
  }

  /** The checks without an Allow, by what RBAC sees of them. Shortcuts for all names come last. */
  #missingIn({ steps }: Trace): ReadonlyMap<string, Check> {
    const missing = steps.flatMap(({ check }) =>
      check !== undefined && finalAnswer(check).decision !== 'Allow' && canBeGranted(check, this.#cluster)
        ? [check]
        : [],
    )
    missing.sort((a, b) => Number(isShortcut(a)) - Number(isShortcut(b)))
    return new Map(missing.map((check) => [checkKey(check), check]))
  }

  /** Keeps what is needed of a set that lets the request through. */
  *#keep(granted: readonly Check[]): Generator<void, void> {
    let needed = granted
    for (const check of granted) {
      const without = needed.filter((one) => one !== check)
      yield
      const trace = this.#traceWith(without)
      if (trace !== undefined && !isRefused(trace)) needed = without
    }
    const key = setKey(needed)
    if (!this.sets.some((set) => setKey(set) === key)) this.sets.push([...needed])
  }

  #traceWith(granted: readonly Check[]): Trace | undefined {
    if (this.#decisionsLeft-- <= 0 || this.#stepsLeft <= 0) return undefined
    const { trace } = this.#decide(granted.map(({ attributes }) => attributes))
    this.#stepsLeft -= trace?.steps.length ?? 1
    return trace
  }
}

/** The most rules of a role that its writer is given, so that they may be granted. */
const MOST_RULES = 20

/** Marks a rule that the handler compares: it is not asked as a check. */
const HELD = { phase: 'handler', purpose: 'request' } as const

/** Whether a check of a set is a rule to hold, which opens more than the write for which it is needed. */
export function isRuleToHold({ phase, purpose }: Pick<Check, 'phase' | 'purpose'>): boolean {
  return phase === HELD.phase && purpose === HELD.purpose
}

/**
 * The rules that a written role or binding grants and that its writer does not hold, as checks: a writer who holds them may grant
 * them. None where they are too many, where all permissions are needed, and where one is of impersonation, which its holder
 * could use.
 */
function rulesToHold(grant: Grant | undefined): readonly Check[] {
  if (grant === undefined || grant.waived !== undefined || grantedCount(grant).missing > MOST_RULES) return []
  const missing = grant.rules.filter(({ coveredBy }) => coveredBy === undefined)
  if (missing.some(({ forAggregation, rule }) => forAggregation || isOfImpersonation(rule))) return []
  return missing.map(({ rule: { verbs, apiGroups, resources, resourceNames, nonResourceURLs } }): Check => {
    const [resource = '', subresource = ''] = (resources[0] ?? '').split('/')
    const [path = ''] = nonResourceURLs
    const about = { apiGroup: apiGroups[0] ?? '', resource, subresource, name: resourceNames[0] ?? '' }
    const asked = path === '' ? { ...about, namespace: grant.namespace } : { isResourceRequest: false, path }
    return {
      ...HELD,
      attributes: attributesFor(grant.user, { verb: verbs[0] ?? '', ...asked }),
      answer: { decision: 'NoOpinion', reason: '' },
    }
  })
}

/** Whether a check asks for all names at once to save a check for each (Go: `impersonationModeState` in `mode.go`). */
export function isShortcut({ purpose, attributes }: Pick<Check, 'purpose' | 'attributes'>): boolean {
  return (purpose === 'group' || purpose === 'extra') && attributes.name === '*'
}

function setKey(checks: readonly Check[]): string {
  return checks.map(checkKey).sort().join('\n')
}

function checkKey({ attributes }: Pick<Check, 'attributes'>): string {
  return reviewKey(attributes)
}
