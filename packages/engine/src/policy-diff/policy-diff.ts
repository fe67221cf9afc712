import { type Cluster, type ClusterSettings, unreadBetween } from '../cluster/index.ts'
import { constrained } from '../designs/index.ts'
import { type Danger, newAccessInSteps } from '../explain/index.ts'
import type { Binding, Evidence, Rule, SubjectName } from '../kube/index.ts'
import {
  intersect,
  type Rights,
  sameRule,
  subjectKey,
  unorderedRuleKey,
  userOnlyNamed,
  wildcardLists,
} from '../rights/index.ts'
import { finished } from '../text/index.ts'
import { changedObjects, type ObjectChange } from './changed-objects.ts'
import { HeldByNames, type HeldPart } from './held-rules.ts'
import {
  countsOtherwise,
  type VersionAccess,
  type VersionRight,
  versionAccess,
  withoutConstrainedVerbs,
} from './version-rights.ts'

/** What a change of a policy, of the cluster's version or of its gates changes: exactly the requests of `gains` are allowed that were not, and of `losses` the reverse. */
export interface PolicyDiff {
  /** The most important first. */
  readonly gains: readonly AccessChange[]
  readonly losses: readonly AccessChange[]
  /** Objects that were added, removed or changed, even if no request is answered otherwise. */
  readonly objects: readonly ObjectChange[]
  /** Bindings by which something may change that cannot be seen, because their roles were not read. */
  readonly unread: { readonly before: readonly Binding[]; readonly after: readonly Binding[] }
  /** Whether the texts of the two policies are equal. */
  readonly sameText: boolean
  readonly settings: { readonly before: ClusterSettings; readonly after: ClusterSettings }
}

/**
 * A rule that some subjects gain or lose, each of them, in each of some namespaces. It is about a subject alone: a user with
 * the groups that its name implies, or a member of one group and of no other.
 */
export interface AccessChange {
  readonly subjects: readonly SubjectName[]
  /** The empty one is the whole cluster: every namespace, and what is in none. It is the only one then. */
  readonly namespaces: readonly string[]
  /** An empty list of names stands for every name, and for requests without one. */
  readonly rule: Rule
  /**
   * Absent for a right that the rule grants in one of the policies only. Otherwise the right counts in one of the clusters only,
   * because of its version or gates.
   */
  readonly versionRight?: VersionRight
  /**
   * Parts of the rule that each of the subjects is allowed in both policies. Of an identity: those that legacy impersonation
   * allows already.
   */
  readonly except: readonly HeldPart[]
  readonly dangers: readonly Danger[]
  /** Rules and bindings that grant it, in the policy after the change for a gain and before it for a loss; at most three. */
  readonly grants: readonly Evidence[]
}

/**
 * Compares two policies: for every user with any groups, RBAC answers a request otherwise after the change if and only if a
 * gain or a loss of the username or of one of the groups covers it, and no other of them allows it in both. The groups of a
 * user include those that its name implies. Membership in `system:masters` is left out: it allows everything.
 *
 * Where the clusters differ in version or gates, their default roles count, and rights that only one of them asks for or is
 * content with are gains and losses, too ({@link VersionRight}). An impersonation is a gain where both its halves are covered.
 *
 * @throws BeyondLimit where roles aggregate too many others, or the policies have too much to compare
 */
export function policyDiff(before: Cluster, after: Cluster): PolicyDiff {
  return finished(policyDiffSteps(before, after))
}

/** The same in steps, between which other work can be done. */
export function* policyDiffSteps(before: Cluster, after: Cluster): Generator<void, PolicyDiff> {
  const objects = changedObjects(before.policy, after.policy)
  yield
  return {
    gains: yield* accessChanges(before, after),
    losses: yield* accessChanges(after, before),
    objects,
    unread: unreadChanges(before, after),
    sameText: before.policy.text === after.policy.text,
    settings: { before: before.settings, after: after.settings },
  }
}

/**
 * Authorizers beside RBAC that only one of the clusters asks, or that come in another order: whatever they answer, it is not compared.
 * The order of Node and RBAC changes nothing, for neither denies.
 */
export function notComparedModes({
  settings: { before, after },
}: Pick<PolicyDiff, 'settings'>): ClusterSettings['authorizationModes'] {
  const [then, now] = [before.authorizationModes, after.authorizationModes]
  const inOrder = (modes: typeof then, others: typeof then) =>
    modes.filter((mode) => mode !== 'Node' && others.includes(mode)).join()
  const isSameOrder = inOrder(then, now) === inOrder(now, then)
  const all = [...new Set([...then, ...now])].filter((mode) => mode !== 'RBAC')
  return all.filter((mode) => then.includes(mode) !== now.includes(mode) || (mode !== 'Node' && !isSameOrder))
}

/** What was not read on both sides changes nothing, unless the same rules count in one of the clusters only. */
function unreadChanges(before: Cluster, after: Cluster): PolicyDiff['unread'] {
  const between = unreadBetween(before, after)
  return countsOtherwise(before, after) ? { ...between, after: after.unread } : between
}

/** Whether no request is answered otherwise, as far as RBAC decides. */
export function changesNothing({ gains, losses }: Pick<PolicyDiff, 'gains' | 'losses'>): boolean {
  return gains.length === 0 && losses.length === 0
}

/** The number of different subjects in some changes. */
export function subjectsIn(changes: readonly AccessChange[]): readonly SubjectName[] {
  const all = changes.flatMap(({ subjects }) => subjects)
  return [...new Map(all.map((one) => [subjectKey(one), one])).values()]
}

/** What is allowed by one policy and not by the other. */
function* accessChanges(without: Cluster, granted: Cluster): Generator<void, readonly AccessChange[]> {
  const held = new HeldByNames(without.rightsInForce)
  const parts: NewAccessPart[] = []
  const asksConstrained = [without, granted].every((one) => one.hasFeature(constrained))
  for (const added of newAccessInSteps(without, granted)) {
    const asked = asksConstrained ? added : added.flatMap((one) => withoutConstrainedVerbs(one) ?? [])
    parts.push(...asked.map((one) => withSpelledNamespaces({ ...one, except: held.partsOf(one) })))
    yield
  }
  parts.push(...versionAccess(without, granted, held))
  yield
  const changes = joinedNamespaces(joinedSubjects(parts))
  yield
  const bound = granted.rightsInForce
  const placed: AccessChange[] = []
  for (const one of changes) {
    placed.push({ ...one, grants: grantsOf(one, bound) })
    yield
  }
  return placed.sort((a, b) => importance(b) - importance(a))
}

type NewAccessPart = Omit<VersionAccess, 'versionRight'> & Partial<Pick<VersionAccess, 'versionRight'>>

/** Where all of a rule is held in a namespace, that says more than its parts. */
function withSpelledNamespaces(part: NewAccessPart): NewAccessPart {
  const whole = new Set(part.except.filter(({ rule }) => sameRule(rule, part.rule)).map(({ namespace }) => namespace))
  return whole.size === 0
    ? part
    : {
        ...part,
        except: part.except.filter(({ namespace, rule }) => !whole.has(namespace) || sameRule(rule, part.rule)),
      }
}

type Joined = Omit<AccessChange, 'grants'>

/** The same rule in the same scope, with the same exceptions, is one change of several subjects. */
function joinedSubjects(parts: readonly NewAccessPart[]): readonly Joined[] {
  const joined = new Map<string, { first: NewAccessPart; subjects: Map<string, SubjectName> }>()
  for (const part of parts) {
    const { subject, namespace, rule, except, versionRight } = part
    const key = JSON.stringify([namespace, unorderedRuleKey(rule), exceptText(except), versionRight])
    const same = joined.get(key) ?? { first: part, subjects: new Map() }
    same.subjects.set(subjectKey(subject), subject)
    joined.set(key, same)
  }
  return [...joined.values()].map(({ first: { subject: _, namespace, ...first }, subjects }) => ({
    subjects: [...subjects.values()],
    namespaces: [namespace],
    ...first,
  }))
}

/** The same rule for the same subjects in several namespaces is one change. */
function joinedNamespaces(changes: readonly Joined[]): readonly Joined[] {
  const joined = new Map<string, Joined>()
  for (const [index, change] of changes.entries()) {
    const { namespaces, subjects, rule, except, versionRight } = change
    const who = subjects.map(subjectKey).sort()
    const key =
      namespaces[0] === ''
        ? String(index)
        : JSON.stringify([who, unorderedRuleKey(rule), exceptText(except), versionRight])
    const same = joined.get(key)
    joined.set(key, same === undefined ? change : { ...same, namespaces: [...same.namespaces, ...namespaces] })
  }
  return [...joined.values()].map((one) => ({ ...one, namespaces: one.namespaces.toSorted() }))
}

function exceptText(except: readonly HeldPart[]): string {
  return except
    .map(({ namespace, rule }) => `${namespace} ${unorderedRuleKey(rule)}`)
    .sort()
    .join('\n')
}

const MOST_GRANTS = 3

/** The rules that grant a change to its first subject, with their bindings; where none grants all of it, those that grant a part. */
function grantsOf(
  { subjects: [subject], namespaces: [namespace = ''], rule }: Joined,
  rights: Rights,
): readonly Evidence[] {
  if (subject === undefined) return []
  const alone = userOnlyNamed(subject)
  const held = namespace === '' ? rights.heldIn(alone, '') : rights.heldWithin(namespace, alone)
  const found = held.rules.flatMap((one) => {
    const common = intersect(one.rule, rule)
    return common === undefined ? [] : [{ held: one, isWhole: sameRule(common, rule) }]
  })
  const whole = found.filter(({ isWhole }) => isWhole)
  return (whole.length > 0 ? whole : found).slice(0, MOST_GRANTS).map((one) => one.held.evidence())
}

/** Dangerous changes first, then those of the whole cluster, then those with wildcards, then those of many subjects. */
function importance({ dangers, namespaces, rule, subjects }: AccessChange): number {
  return (
    (dangers.length > 0 ? 1000 : 0) +
    Math.min(dangers.length, 30) * 20 +
    (namespaces[0] === '' ? 10 : 0) +
    wildcardLists(rule).length * 2 +
    Math.min(subjects.length / 1000, 1)
  )
}
