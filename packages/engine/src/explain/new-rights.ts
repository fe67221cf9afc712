import {
  type Binding,
  missingGroups,
  objectKey,
  type PolicyRule,
  type Rule,
  roleNamed,
  type SubjectName,
  type UserInfo,
  userInfo,
} from '../kube/index.ts'
import {
  type EffectiveRule,
  equalRules,
  fold,
  grantedParts,
  grantKey,
  isMasters,
  type Rights,
  RuleSet,
  ruleKey,
  subjectKey,
  subjectsIn,
  subtract,
  usernameOf,
  userOnlyNamed,
} from '../rights/index.ts'
import { BeyondLimit } from '../text/index.ts'

/** A right that a change of a policy gives to somebody. */
export interface NewRight {
  readonly subject: SubjectName
  /** Where it is allowed; empty for the whole cluster: every namespace, and what is in none. */
  readonly namespace: string
  /** No combination of its values was allowed to the subject before. An empty list of names stands for every name. */
  readonly rule: Rule
}

/** How a change is compared. */
export interface ComparisonOptions {
  /**
   * Whether a rule is listed as a whole, even if nothing of it is new, where the comparison takes too long; true by default.
   * Otherwise the comparison may take a hundred times as long, and throws `BeyondLimit` after that.
   */
  readonly approximate?: boolean
}

/**
 * What each subject gets in each scope: everything that RBAC allows after a change and did not allow before. Verbs that rules grant
 * to no request, because of their names or their namespace, are left out. A request that becomes allowed is in one of these, of its user or of one of the user's groups.
 *
 * A name implies groups: every user except `system:anonymous` is in `system:authenticated`, and a service account in the two
 * groups of service accounts. What such a group could do before is not listed. `known`: users whose groups are given; where
 * one of them is not in such a group, no name implies it. The group `system:masters` may do everything anyway.
 *
 * @throws BeyondLimit as `rightsOf` does, where roles aggregate too many others; where the comparison is too long, and not
 * even approximate answers are of use (see {@link ComparisonOptions})
 */
export function* newRights(
  before: Rights,
  after: Rights,
  known: readonly UserInfo[] = [],
  { approximate = true }: ComparisonOptions = {},
): Generator<readonly NewRight[]> {
  const held = new HeldRights(before, after, known, approximate)
  for (const grant of newGrants(before, after)) {
    const { subject, namespace } = grant
    const parts = grant.rules.flatMap((rule) => grantedParts(rule, namespace))
    yield fold(parts.flatMap((part) => held.newPartsOf(part, grant))).map((rule) => ({ subject, namespace, rule }))
  }
}

/** Rules that a subject gets in a scope, and perhaps has by others already. */
interface NewGrant {
  readonly subject: SubjectName
  readonly namespace: string
  readonly rules: readonly PolicyRule[]
}

/** The grants of `after` that `before` does not have. Everything else compares only these. */
function newGrants(before: Rights, after: Rights): readonly NewGrant[] {
  const further = after.bindings.length - before.bindings.length
  let granted: Set<string> | undefined
  const isGranted = (binding: Binding, subject: SubjectName): boolean => {
    granted ??= new Set(before.bindings.flatMap((one) => subjectsIn(one).map((who) => grantKey(one, who))))
    return granted.has(grantKey(binding, subject))
  }
  // Not by the rules after the change: roles that aggregate the same roles share them, and one may have had others before.
  const added = new Map<string, readonly PolicyRule[]>()
  const addedTo = (binding: Binding): readonly PolicyRule[] => {
    const role = objectKey(roleNamed(binding))
    const found = added.get(role) ?? addedRules(before.rulesOf(binding) ?? [], after.rulesOf(binding) ?? [])
    added.set(role, found)
    return found
  }
  const grants = new Map<string, { subject: SubjectName; namespace: string; rules: Set<PolicyRule> }>()
  for (const [i, binding] of after.bindings.entries()) {
    // Most bindings are before the change, or after it.
    const isUnchanged = bindSame(binding, before.bindings[i]) || bindSame(binding, before.bindings[i - further])
    if (isUnchanged && addedTo(binding).length === 0) continue
    for (const subject of subjectsIn(binding)) {
      if (isMasters(subject)) continue
      const rules =
        isUnchanged || isGranted(binding, subject)
          ? addedTo(binding)
          : (after.rulesOf(binding) ?? []).map(({ rule }) => rule)
      if (rules.length === 0) continue
      const { namespace } = binding
      const key = `${namespace}/${subjectKey(subject)}`
      const grant = grants.get(key) ?? { subject, namespace, rules: new Set() }
      for (const rule of rules) grant.rules.add(rule)
      grants.set(key, grant)
    }
  }
  return [...grants.values()].map((grant) => ({ ...grant, rules: [...grant.rules] }))
}

/** Whether two bindings grant the same role to the same subjects in the same scope. */
function bindSame({ namespace, roleRef, subjects }: Binding, other: Binding | undefined): boolean {
  return (
    other?.namespace === namespace &&
    other.roleRef.kind === roleRef.kind &&
    other.roleRef.name === roleRef.name &&
    other.subjects.length === subjects.length &&
    subjects.every(({ kind, name, namespace }, i) => {
      const one = other.subjects[i]
      return one?.kind === kind && one.name === name && one.namespace === namespace
    })
  )
}

function addedRules(before: readonly EffectiveRule[], after: readonly EffectiveRule[]): readonly PolicyRule[] {
  const unchanged = before.length === after.length && after.every(({ rule }, i) => equalRules(rule, before[i]?.rule))
  if (unchanged) return []
  const known = new Set(before.map(({ rule }) => ruleKey(rule)))
  return after.flatMap(({ rule }) => (known.has(ruleKey(rule)) ? [] : [rule]))
}

/**
 * The most boxes of one rule, and the most comparisons of one change. Beyond them a rule is listed as a whole. With too many
 * boxes, something of the rule is new.
 */
const MOST_BOXES = 500
const MOST_COMPARISONS = 5_000_000
/** The most comparisons of one change where a rule is never listed as a whole for its length. */
const MOST_EXACT_COMPARISONS = 500_000_000

/** What subjects reach without the new grants. */
class HeldRights {
  readonly #held = new Map<string, RuleSet>()
  #comparisons = 0

  constructor(
    readonly before: Rights,
    readonly after: Rights,
    readonly known: readonly UserInfo[],
    readonly approximate: boolean,
  ) {}

  /** The parts of a rule that a subject cannot reach otherwise. */
  newPartsOf(rule: PolicyRule, { subject, namespace }: NewGrant): readonly Rule[] {
    // A request for a path is never in a namespace.
    const inScope = namespace === '' ? rule : { ...rule, nonResourceURLs: [] }
    const spend = (comparisons: number): boolean => this.#spend(comparisons)
    return subtract(inScope, this.#heldBefore(subject, namespace), { most: MOST_BOXES, spend })
  }

  #spend(comparisons: number): boolean {
    this.#comparisons += comparisons
    if (this.approximate) return this.#comparisons <= MOST_COMPARISONS
    if (this.#comparisons <= MOST_EXACT_COMPARISONS) return true
    throw new BeyondLimit({
      message: `Comparing the two policies takes more than ${MOST_EXACT_COMPARISONS.toLocaleString('en')} steps.`,
      fix: 'Compare them in parts: a part of the bindings of both at a time.',
    })
  }

  #heldBefore(subject: SubjectName, namespace: string): RuleSet {
    const key = `${namespace}/${subjectKey(subject)}`
    const known = this.#held.get(key)
    if (known !== undefined) return known
    const own = userOnlyNamed(subject)
    const withImplied = userInfo({ username: own.username, groups: [...own.groups, ...this.#impliedGroups(subject)] })
    const held = new RuleSet([
      ...rulesIn(this.before, withImplied, namespace),
      // What it gets in the whole cluster too is listed there.
      ...(namespace === '' ? [] : rulesIn(this.after, own, '')),
    ])
    this.#held.set(key, held)
    return held
  }

  /** The groups that a user of this name is in. The members of a group may be in any others. */
  #impliedGroups(subject: SubjectName): readonly string[] {
    const username = usernameOf(subject)
    if (username === undefined) return []
    return missingGroups({ username }).filter((one) =>
      this.known.every(({ username, groups }) => groups.includes(one) || !missingGroups({ username }).includes(one)),
    )
  }
}

/** The rules of a user in a scope: those of the whole cluster, and of the namespace. */
function rulesIn(rights: Rights, user: UserInfo, namespace: string): readonly Rule[] {
  return rights.heldIn(user, namespace, { eachRoleOnce: true }).rules.map(({ rule }) => rule)
}
