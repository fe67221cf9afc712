import type { ConditionLanguage } from '../authorizers/index.ts'
import { type Cluster, perCluster, unreadInWords } from '../cluster/index.ts'
import { unreadOfAnswer } from '../decide/index.ts'
import type { Attributes, Binding } from '../kube/index.ts'
import { BeyondLimit } from '../text/index.ts'
import { type Check, finalAnswer, isRefused, type RichText, type Trace } from '../trace/index.ts'
import { oneHalfInWords } from '../words/index.ts'
import { asksNoVerb, asMeant, type Explained } from './explained.ts'
import { missedModesAnswer, type Retry } from './missed-modes.ts'
import { MOST_NEAR, type NearMatch, NearRules } from './near.ts'
import { nearInWords } from './near-words.ts'
import { deniesBeforeRBAC, meaningOfNames, notByRules } from './not-by-rules.ts'
import { unmetCondition } from './unmet-conditions.ts'
import { unservedInWords } from './unserved-check.ts'
import { untriedRules } from './untried-rules.ts'

/** A check that was not allowed, and the rules that come closest to allowing it. */
export interface UnmetCheck {
  /** The index of its step in the trace. */
  readonly step: number
  readonly check: Check
  /** The nearest first, at most five. Empty where no rule has to do with the check. */
  readonly near: readonly NearMatch[]
  /** Each of `near` in words. */
  readonly words: readonly RichText[]
}

/** Why a request was refused, as far as the rules tell. */
export interface Explanation {
  /** The checks without an Allow, in the order of the trace; of very many, the first ones and the last. */
  readonly unmet: readonly UnmetCheck[]
  /** The one with the nearest rule of all. Absent where no rule comes close. */
  readonly first?: UnmetCheck
  /** What the names of the request say before any rule: one is masked, or nobody should bind the requestor. */
  readonly meaning?: RichText
  /** Where no rule could be the reason, or not alone: what is, and what would do. */
  readonly otherwise?: RichText
  /** The bindings that may grant one of the checks, and whose role was not read: with the role the answer may be another. */
  readonly unread: readonly Binding[]
}

/**
 * Explains a refusal: the rules that come closest to each check without an Allow. Undefined where nothing was decided, or
 * where the request was authorized.
 *
 * @param cel the language of conditions, where the request was decided with it: what of a condition is not true is said
 * @param retry how another request is decided: what it gets without what kept a mode of impersonation from being tried is said
 */
export function explain(
  asked: Explained,
  { cel, retry }: { readonly cel?: ConditionLanguage; readonly retry?: Retry } = {},
): Explanation | undefined {
  const decided = asMeant(asked)
  const { trace } = decided
  if (trace === undefined || !isRefused(trace)) return undefined
  const otherwise =
    (retry && missedModesAnswer(decided, retry)) ??
    notByRules(decided, trace) ??
    (cel && unmetConditionOf(trace, cel)) ??
    reviewAsOther(trace) ??
    (trace.question && oneHalfInWords(trace.question))
  const unmet = asksNoVerb(trace) ? [] : unmetChecks(decided.cluster, trace)
  const first = unmet.reduce<UnmetCheck | undefined>((best, one) => {
    return rank(one, trace) < rank(best, trace) ? one : best
  }, undefined)
  const unread = [...new Set(unreadOfAnswer(trace, decided))]
  const meaning = meaningOfNames(trace, decided.cluster)
  return { ...(meaning && { meaning }), unmet, ...(first && { first }), ...(otherwise && { otherwise }), unread }
}

/** A review is a request as any other: to send it as somebody else needs a right of its own. */
function reviewAsOther({ outcome }: Trace): RichText | undefined {
  const { verb = '', resource = '' } = outcome.kind === 'forbidden' ? outcome.about : {}
  if (!verb.startsWith('impersonate-on:') || !/^self.*reviews$/.test(resource)) return undefined
  return [
    'The review is a request of its own: to send it as somebody else needs ',
    { code: verb },
    ' on ',
    { code: resource },
    '. To test a right to impersonate, try the request itself.',
  ]
}

/** The condition that comes closest to holding, of the last check that was left to conditions. */
function unmetConditionOf({ steps }: Trace, cel: ConditionLanguage): RichText | undefined {
  return steps.map(({ check }) => check && unmetCondition(check, cel.evaluate)).findLast((words) => words !== undefined)
}

/** Roles and bindings times checks: beyond so many, not every check is explained. Looking at them takes some 50 ms. */
const MOST_LOOKED_AT = 30_000

function unmetChecks(cluster: Cluster, trace: Trace): readonly UnmetCheck[] {
  const notAllowed = trace.steps.flatMap(({ check }, step) =>
    check === undefined || finalAnswer(check).decision === 'Allow' ? [] : [{ step, check }],
  )
  try {
    const rules = nearRulesOf(cluster)
    const most = Math.max(2, Math.floor(MOST_LOOKED_AT / rules.size))
    const explained =
      notAllowed.length <= most ? notAllowed : [...notAllowed.slice(0, most - 1), ...notAllowed.slice(-1)]
    const untried = trace.untried ?? []
    const constrained =
      untried.some(({ asks }) => asks !== undefined) ||
      trace.steps.some(({ check }) => check?.phase === 'impersonation' && !isLegacy(check))
    const firstOfImpersonation = explained.find(({ check }) => check.phase === 'impersonation')
    return explained.map(({ step, check }) => {
      const canBe = canBeGranted(check, cluster)
      const all = canBe ? rules.nearTo(check.attributes) : []
      const kept = canBe && step === firstOfImpersonation?.step ? untriedRules(cluster.rights, untried) : []
      // Another check asks for what they grant, or a condition that did not hold is made of it.
      const elsewhere = isLegacy(check) && (constrained || check.settled !== undefined)
      const near = [...kept, ...(elsewhere ? all.filter((one) => !isForConstrained(one)) : all)].slice(0, MOST_NEAR)
      return { step, check, near, words: near.map((one, at) => nearInWords(one, check.attributes, at === 0)) }
    })
  } catch (thrown) {
    // Roles that did not decide may aggregate too many others.
    if (thrown instanceof BeyondLimit) return []
    throw thrown
  }
}

function isLegacy({ attributes: { verb } }: Check): boolean {
  return verb === 'impersonate'
}

/** Whether a near rule grants constrained impersonation in place of the legacy verb. Other checks ask for that. */
function isForConstrained({ rule, marks }: NearMatch): boolean {
  return marks.verb === false && rule?.verbs.some((verb) => /^impersonate(?:-on)?:/.test(verb)) === true
}

/**
 * The nearest comes first; of equally near ones, that of the check which the client is told of. Checks for all names at once
 * only save others, so their near rules come last.
 */
function rank(one: UnmetCheck | undefined, { outcome }: Trace): number {
  const distance = one?.near[0]?.distance
  if (one === undefined || distance === undefined) return Number.POSITIVE_INFINITY
  const { purpose, attributes } = one.check
  if ((purpose === 'group' || purpose === 'extra') && attributes.name === '*') return distance + 100
  return outcome.kind === 'forbidden' && outcome.about === attributes ? distance - 0.25 : distance
}

/** Whether a rule could allow a check. */
export function canBeGranted(check: Check, cluster: Cluster): boolean {
  return (
    cluster.asksRBAC &&
    check.attributes.accessRule === undefined &&
    unservedInWords(check, cluster) === undefined &&
    !deniesBeforeRBAC(finalAnswer(check), cluster)
  )
}

/** The rule that comes closest to allowing one review. Undefined where none does. May throw `BeyondLimit`. */
export function nearestTo(cluster: Cluster, review: Attributes): NearMatch | undefined {
  return nearRulesOf(cluster).nearTo(review)[0]
}

/**
 * The rule that comes closest to allowing one review, in words, by its role: for readers who do not have the text. Undefined
 * where none does.
 */
export function nearestInWords(cluster: Cluster, review: Attributes): RichText | undefined {
  const near = nearestTo(cluster, review)
  if (near === undefined) return undefined
  const [first = '', ...rest] = nearInWords(near, review, true)
  if (near.role === undefined || typeof first !== 'string') return [first, ...rest]
  return [`${near.role.kind} `, { code: near.role.name }, first.replace(/^Line \d+/, ''), ...rest]
}

/** The index of a cluster, made once. */
export const nearRulesOf = perCluster((cluster) => new NearRules(cluster))

/**
 * The first near rule of a refusal in words, or that there is none. Undefined where rules are not the reason.
 */
export function firstNearInWords({ unmet, first, otherwise }: Omit<Explanation, 'unread'>): RichText | undefined {
  if (first !== undefined) return first.words[0]
  const unanswered = unmet.some(({ check }) => check.settled === undefined)
  return unanswered && otherwise === undefined ? ['No RBAC rule comes close.'] : undefined
}

/**
 * What a text says below a refusal, a line each: what the names in it mean, the rule that comes closest, what else is the
 * reason, and what was not judged.
 *
 * @param lead what the line of the closest rule begins with, such as "Nearly: "
 */
export function refusalLines(explanation: Explanation, lead: string): readonly RichText[] {
  const unmet = firstNearInWords(explanation)
  const { meaning, first, otherwise, unread } = explanation
  return [
    ...(meaning ? [meaning] : []),
    ...(unmet ? [first === undefined ? unmet : [lead, ...unmet]] : []),
    ...(otherwise ? [otherwise] : []),
    ...unread.map(unreadInWords),
  ]
}
