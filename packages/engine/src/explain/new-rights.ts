import {
  type BoundRoles,
  type EffectiveRule,
  type Principal,
  pathLevels,
  principalOf,
  RESOURCE_LEVELS,
  RuleBox,
  RuleBranch,
  type RuleLevel,
  type ValueLists,
} from '../authorizers/index.ts'
import {
  type Binding,
  missingGroups,
  type PolicyRule,
  type Subject,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountOf,
  type UserInfo,
} from '../kube/index.ts'
import { BeyondLimit } from '../text/index.ts'
import type { RuleParts } from '../trace/index.ts'
import { folded } from './fold-rules.ts'

/** A right that a change of a policy gives to somebody. */
export interface NewRight {
  readonly subject: Pick<Subject, 'kind' | 'name' | 'namespace'>
  /** Where it is allowed; empty for the whole cluster: every namespace, and what is in none. */
  readonly namespace: string
  /** No combination of its values was allowed to the subject before. An empty list of names stands for every name. */
  readonly rule: RuleParts
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
 * What each subject gets in each scope: everything that RBAC allows after a change and did not allow before. A request that
 * becomes allowed is in one of these, of its user or of one of the user's groups.
 *
 * A name implies groups: every user except `system:anonymous` is in `system:authenticated`, and a service account in the two
 * groups of service accounts. What such a group could do before is not listed. `known`: users whose groups are given; where
 * one of them is not in such a group, no name implies it. The group `system:masters` may do everything anyway.
 *
 * @throws BeyondLimit as `boundRoles` does, where roles aggregate too many others; where the comparison is too long, and not
 * even approximate answers are of use (see {@link ComparisonOptions})
 */
export function* newRights(
  before: BoundRoles,
  after: BoundRoles,
  known: readonly UserInfo[] = [],
  { approximate = true }: ComparisonOptions = {},
): Generator<readonly NewRight[]> {
  const reach = new Reach(before, after, known, approximate)
  for (const grant of newGrants(before, after)) {
    const boxes = grant.rules.flatMap((rule) => reach.openedOf(rule, grant))
    yield folded(boxes).map(
      (rule): NewRight => ({ subject: subjectOf(grant.principal), namespace: grant.namespace, rule }),
    )
  }
}

/** Rules that a subject gets in a scope, and perhaps has by others already. */
interface NewGrant {
  readonly principal: Principal
  readonly namespace: string
  readonly rules: readonly PolicyRule[]
}

/** The grants of `after` that `before` does not have. Everything else compares only these. */
function newGrants(before: BoundRoles, after: BoundRoles): readonly NewGrant[] {
  const further = after.bindings.length - before.bindings.length
  let granted: Set<string> | undefined
  const isGranted = (binding: Binding, principal: Principal): boolean => {
    granted ??= new Set(before.bindings.flatMap((one) => principalsOf(one).map((who) => grantKey(one, who))))
    return granted.has(grantKey(binding, principal))
  }
  const added = new Map<readonly EffectiveRule[], readonly PolicyRule[]>()
  const addedTo = (binding: Binding): readonly PolicyRule[] => {
    const rules = after.rulesOf(binding) ?? []
    const found = added.get(rules) ?? addedRules(before.rulesOf(binding) ?? [], rules)
    added.set(rules, found)
    return found
  }
  const grants = new Map<string, { principal: Principal; namespace: string; rules: Set<PolicyRule> }>()
  for (const [i, binding] of after.bindings.entries()) {
    // Most bindings are before the change, or after it.
    const isUnchanged = bindSame(binding, before.bindings[i]) || bindSame(binding, before.bindings[i - further])
    if (isUnchanged && addedTo(binding).length === 0) continue
    for (const principal of principalsOf(binding)) {
      if (principal.group === SYSTEM_PRIVILEGED_GROUP) continue
      const rules =
        isUnchanged || isGranted(binding, principal)
          ? addedTo(binding)
          : (after.rulesOf(binding) ?? []).map(({ rule }) => rule)
      if (rules.length === 0) continue
      const { namespace } = binding
      const key = `${namespace}/${principalKey(principal)}`
      const grant = grants.get(key) ?? { principal, namespace, rules: new Set() }
      for (const rule of rules) grant.rules.add(rule)
      grants.set(key, grant)
    }
  }
  return [...grants.values()].map((grant) => ({ ...grant, rules: [...grant.rules] }))
}

function principalsOf(binding: Binding): readonly Principal[] {
  return binding.subjects.flatMap((subject) => principalOf(subject, binding) ?? [])
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

function principalKey({ username, group }: Principal): string {
  return username === undefined ? `g:${group}` : `u:${username}`
}

function roleKey({ roleRef, namespace }: Binding): string {
  return roleRef.kind === 'Role' ? `${namespace}/${roleRef.name}` : `/${roleRef.name}`
}

function grantKey(binding: Binding, principal: Principal): string {
  return `${binding.namespace}/${roleKey(binding)}/${principalKey(principal)}`
}

function addedRules(before: readonly EffectiveRule[], after: readonly EffectiveRule[]): readonly PolicyRule[] {
  const unchanged = before.length === after.length && after.every(({ rule }, i) => areEqual(rule, before[i]?.rule))
  if (unchanged) return []
  const known = new Set(before.map(({ rule }) => ruleKey(rule)))
  return after.flatMap(({ rule }) => (known.has(ruleKey(rule)) ? [] : [rule]))
}

function areEqual(one: PolicyRule, other: PolicyRule | undefined): boolean {
  return one === other || (other !== undefined && LISTS.every((list) => sameValues(one[list], other[list])))
}

function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i])
}

const LISTS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const

function ruleKey(rule: RuleParts): string {
  return JSON.stringify(LISTS.map((list) => rule[list]))
}

/**
 * The most boxes of one rule, and the most comparisons of one change. Beyond them a rule is listed as a whole. With too many
 * boxes, something of the rule is new.
 */
const MOST_BOXES = 500
const MOST_COMPARISONS = 5_000_000
/** The most comparisons of one change where a rule is never listed as a whole for its length. */
const MOST_EXACT_COMPARISONS = 500_000_000

class TooMuchWork extends Error {}

/** What subjects reach without the new grants. */
class Reach {
  readonly #held = new Map<
    string,
    { readonly resources: RuleBranch; readonly paths: RuleBranch; readonly levels: readonly RuleLevel[] }
  >()
  #comparisons = 0

  constructor(
    readonly before: BoundRoles,
    readonly after: BoundRoles,
    readonly known: readonly UserInfo[],
    readonly approximate: boolean,
  ) {}

  /** The parts of a rule that a subject cannot reach otherwise. */
  openedOf(rule: PolicyRule, { principal, namespace }: NewGrant): readonly RuleParts[] {
    const { resources, paths, levels } = this.#heldBy(principal, namespace)
    const { apiGroups, resources: named, verbs, resourceNames, nonResourceURLs } = rule
    const ofResources: ValueLists = [apiGroups, named, verbs, resourceNames.length === 0 ? [undefined] : resourceNames]
    // A request for a path is never in a namespace.
    const ofPaths: ValueLists = namespace === '' ? [nonResourceURLs, verbs] : [[], []]
    return [
      ...this.#missing(ofResources, RESOURCE_LEVELS, resources).map(resourceRule),
      ...this.#missing(ofPaths, levels, paths).map(pathRule),
    ]
  }

  #missing(lists: ValueLists, levels: readonly RuleLevel[], held: RuleBranch): readonly ValueLists[] {
    if (lists.some(({ length }) => length === 0)) return []
    try {
      return new RuleBox(lists, levels, held, (work) => this.#spend(work)).missingBoxes(MOST_BOXES) ?? [lists]
    } catch (error) {
      if (error instanceof TooMuchWork) return [lists]
      throw error
    }
  }

  #spend(comparisons: number): void {
    this.#comparisons += comparisons
    if (this.approximate && this.#comparisons > MOST_COMPARISONS) throw new TooMuchWork()
    if (this.#comparisons > MOST_EXACT_COMPARISONS) {
      throw new BeyondLimit({
        message: `Comparing the two policies takes more than ${MOST_EXACT_COMPARISONS.toLocaleString('en')} steps.`,
        fix: 'Compare them in parts: a part of the bindings of both at a time.',
      })
    }
  }

  #heldBy(principal: Principal, namespace: string) {
    const key = `${namespace}/${principalKey(principal)}`
    const known = this.#held.get(key)
    if (known !== undefined) return known
    const { username = '', group } = principal
    const own: Identity = { username, groups: group === undefined ? [] : [group] }
    const rules = [
      ...rulesFor(this.before, { username, groups: [...own.groups, ...this.#impliedGroups(principal)] }, namespace),
      // What it gets in the whole cluster too is listed there.
      ...(namespace === '' ? [] : rulesFor(this.after, own, '')),
    ]
    const all = rules.map((_, index) => index)
    const levels = pathLevels(rules)
    const held = {
      resources: new RuleBranch(rules, all, RESOURCE_LEVELS),
      paths: new RuleBranch(rules, all, levels),
      levels,
    }
    this.#held.set(key, held)
    return held
  }

  /** The groups that a user of this name is in. The members of a group may be in any others. */
  #impliedGroups({ username }: Principal): readonly string[] {
    if (username === undefined) return []
    return missingGroups({ username }).filter((one) =>
      this.known.every(({ username, groups }) => groups.includes(one) || !missingGroups({ username }).includes(one)),
    )
  }
}

type Identity = Pick<UserInfo, 'username' | 'groups'>

/** The rules of a user in a scope: those of the whole cluster, and of the namespace. */
function rulesFor(bound: BoundRoles, identity: Identity, namespace: string): readonly PolicyRule[] {
  const user: UserInfo = { ...identity, uid: '', extra: new Map() }
  const grants = [...bound.clusterWide(user), ...(namespace === '' ? [] : bound.within(namespace, user))]
  const roles = new Set(grants.map(({ binding }) => bound.rulesOf(binding) ?? []))
  return [...roles].flatMap((rules) => rules.map(({ rule }) => rule))
}

function resourceRule([apiGroups = [], resources = [], verbs = [], names = []]: ValueLists): RuleParts {
  return {
    verbs: texts(verbs),
    apiGroups: texts(apiGroups),
    resources: texts(resources),
    resourceNames: names.includes(undefined) ? [] : texts(names),
    nonResourceURLs: [],
  }
}

function pathRule([urls = [], verbs = []]: ValueLists): RuleParts {
  return { verbs: texts(verbs), apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: texts(urls) }
}

function texts(values: readonly (string | undefined)[]): readonly string[] {
  return values.filter((value) => value !== undefined)
}

function subjectOf({ username, group }: Principal): NewRight['subject'] {
  if (username === undefined) return { kind: 'Group', name: group, namespace: '' }
  const account = serviceAccountOf(username)
  return account === undefined
    ? { kind: 'User', name: username, namespace: '' }
    : { kind: 'ServiceAccount', ...account }
}
