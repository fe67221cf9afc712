import type { Cluster } from '../cluster/index.ts'
import type { Decided, Scenario } from '../decide/index.ts'
import {
  type Attributes,
  combinedResource,
  isIdentityInNoNamespace,
  isIdentityVerb,
  isOfImpersonation,
  objectKey,
  POD_CONNECTIONS,
  type Policy,
  RBAC_GROUP,
  type Role,
  type Rule,
  resourceName,
  type SubjectName,
} from '../kube/index.ts'
import { isDefaultRole, PolicyEditor, readPolicy } from '../policy/index.ts'
import {
  accountNamed,
  allowsEveryResource,
  type Rights,
  ruleAllows,
  ruleAllowsAction,
  verbMatches,
} from '../rights/index.ts'
import { BeyondLimit, finished } from '../text/index.ts'
import { type Check, isRefused, type RichText, type Trace } from '../trace/index.ts'
import { type Caution, cautionsOf } from './cautions.ts'
import { nearRulesOf } from './explain.ts'
import { asksNoVerb, asMeant, type Explained } from './explained.ts'
import { type GrantSet, grantSets, isRuleToHold, isShortcut } from './grant-sets.ts'
import { modeRemedies } from './mode-remedies.ts'
import type { NearMatch } from './near.ts'
import { breadthOf, breadthOfRule, extraAccess, type NewAccess, newAccessBy, underOwnDesign } from './new-access.ts'
import { canBind, newName, type Permissions, permissionsOf, rulesFor } from './new-roles.ts'
import { addingSubject, binding, extendedRule, extending, mending, newRole, type Part } from './parts.ts'
import { nodeScenarios, type OtherScenario, otherScenarios } from './request-changes.ts'
import { unservedInWords } from './unserved-check.ts'

/**
 * `mend`: a mistake in the policy is mended. `extend`: a rule that nearly fits gets one more value. `bind`: a role that exists
 * is bound. `new-role`: a new role and binding for just this. `request`: the policy stays, and the request is changed.
 * `request-and-policy`: the request is changed, and the policy grants what is then missing.
 * `setting`: a setting of the cluster is changed.
 */
export type ChangeKind = 'mend' | 'extend' | 'bind' | 'new-role' | 'request' | 'request-and-policy' | 'setting'

/** A change after which a refused request is allowed. */
export interface Change {
  readonly kind: ChangeKind
  /** What is to be done, part by part. Without any one of them the request is refused. */
  readonly parts: readonly RichText[]
  /** The text of the policy after the change. All that the change does not touch is the same to the byte. */
  readonly policy: string
  /** The scenario after the change, where anything but the policy changes. */
  readonly scenario?: Scenario
  /**
   * Everything that becomes allowed, exactly, the request itself with it. Users of the request have the groups that they have
   * there.
   */
  readonly adds: readonly NewAccess[]
  /** The part of it that goes beyond the request. */
  readonly extra: readonly NewAccess[]
  /** Why nobody should make it unasked: subjects that should not be bound, and ways to all rights. */
  readonly unsafe: readonly Caution[]
  /** The decision after the change. */
  readonly decided: Explained
}

/** A question about a scenario: under another policy, or as if RBAC allowed these reviews as well. */
export interface WhatIf {
  readonly policy?: string
  readonly granting?: readonly Attributes[]
}

/** Decides a scenario, `granting` as in `DecideOptions`. */
export type Decide = (scenario: Scenario, options?: { readonly granting?: readonly Attributes[] }) => Decided

/** The most sets of missing permissions for which changes are made. */
const MOST_SETS = 3

/**
 * The changes after which a refused request is allowed: the request without what kept a mode of impersonation from being
 * tried, mends of mistakes, what every cluster has and this one does not count, the others of the policy ({@link policyChanges}),
 * and the others of the request and of the settings. Each is decided again
 * before it is given.
 */
export function changes(decided: Decided, scenario: Scenario, decide: Decide): readonly Change[] {
  return finished(changesInSteps(decided, scenario, decide))
}

/** As {@link changes}, in steps of about one decision each. */
export function* changesInSteps(
  asked: Decided,
  scenario: Scenario,
  decideAsked: Decide,
): Generator<void, readonly Change[]> {
  const decided = asMeant(asked)
  const decide: Decide = (...args) => asMeant(decideAsked(...args))
  const { trace, state } = decided
  if (trace === undefined || state !== 'decided' || !isRefused(trace) || asksNoVerb(trace)) return []
  const whatIf = ({ policy = scenario.policy, granting = [] }: WhatIf) => decide({ ...scenario, policy }, { granting })
  const rules = nearRulesOf(decided.cluster)
  const near = new Map(
    trace.steps.flatMap(({ check }) => (check === undefined ? [] : [[check, rules.nearTo(check.attributes)] as const])),
  )
  const inModes: Change[] = []
  for (const remedy of modeRemedies(decided, scenario)) {
    yield
    inModes.push(...(yield* changesWith(remedy, decide(remedy.scenario), decide)))
  }
  const found = yield* policyChangesInSteps(decided, whatIf)
  const causes: Change[] = []
  const others: Change[] = []
  let narrower: readonly Change[] = []
  for (const other of otherScenarios(decided, scenario, near)) {
    if (other.wider && narrower.length > 0) continue
    yield
    narrower = changeTo(other, decide(other.scenario))
    ;(other.isCause ? causes : others).push(...narrower)
  }
  if (causes.length === 0 && others.length === 0) others.push(...(yield* nodeChanges(decided, scenario, decide)))
  const all = [...inModes, ...found.filter(isMend), ...causes, ...found.filter((one) => !isMend(one)), ...others]
  return keepingConstraints(safestFirst(all))
}

/** Changes that lift a constraint are offered only where no other allows the request. */
function keepingConstraints(all: readonly Change[]): readonly Change[] {
  const keeping = all.filter(({ unsafe }) => unsafe.every(({ id }) => id !== 'lifts-constraint'))
  return keeping.length > 0 ? keeping : all
}

/** The most changes that a request of a node may need at once: the feature gate, the Node authorizer, and one of the request. */
const MOST_FOR_NODE = 3

/** The fewest changes of settings and request together after which the request of a node is let through, where one alone does not do. */
function* nodeChanges(decided: Decided, scenario: Scenario, decide: Decide): Generator<void, readonly Change[]> {
  const tried = new Set<string>()
  let open: readonly {
    readonly parts: readonly OtherScenario[]
    readonly scenario: Scenario
    readonly after: Decided
  }[] = [{ parts: [], scenario, after: decided }]
  for (let count = 1; count <= MOST_FOR_NODE && open.length > 0; count++) {
    const found: Change[] = []
    const next: (typeof open)[number][] = []
    for (const { parts, scenario: before, after: from } of open) {
      for (const other of nodeScenarios(from, before)) {
        const key = JSON.stringify(other.scenario)
        if (tried.has(key)) continue
        tried.add(key)
        yield
        const after = decide(other.scenario)
        const all = [...parts, other]
        next.push({ parts: all, scenario: other.scenario, after })
        const kind = all.some((one) => one.kind === 'setting') ? 'setting' : 'request'
        const made = changeTo({ ...other, kind }, after)
        found.push(...made.map((change) => ({ ...change, parts: all.map(({ words }) => words) })))
      }
    }
    if (found.length > 0) return found
    open = next
  }
  return []
}

/** The change to another scenario, where it lets the request through. */
function changeTo({ kind, words, scenario }: OtherScenario, after: Explained): readonly Change[] {
  if (!isLetThrough(after)) return []
  return [{ kind, parts: [words], scenario, policy: scenario.policy, adds: [], extra: [], unsafe: [], decided: after }]
}

/** The most changes of a policy that are listed with one of the request. */
const MOST_WITH_REQUEST = 2

/** The change to a scenario in which another mode is tried, or where that is not enough, with what the mode still needs. */
function* changesWith(remedy: OtherScenario, after: Explained, decide: Decide): Generator<void, readonly Change[]> {
  const { words, scenario } = remedy
  const alone = changeTo(remedy, after)
  if (alone.length > 0) return alone
  const whatIf = ({ policy = scenario.policy, granting = [] }: WhatIf) => decide({ ...scenario, policy }, { granting })
  const found = yield* policyChangesInSteps(after, whatIf)
  return found
    .filter(({ decided }) => decided.trace?.constraint !== undefined)
    .slice(0, MOST_WITH_REQUEST)
    .map((change) => ({
      ...change,
      kind: 'request-and-policy',
      parts: [words, ...change.parts],
      scenario: { ...scenario, policy: change.policy },
    }))
}

/**
 * The changes of a policy after which a refused request is allowed, the narrowest first, each complete for the whole request:
 * with impersonation the action, every part of the identity, and the target’s own permission. None where no rule could allow
 * the request, where it is for a user who cannot exist, or where nothing was decided.
 */
export function policyChanges(decided: Explained, whatIf: (question: WhatIf) => Explained): readonly Change[] {
  return finished(policyChangesInSteps(decided, whatIf))
}

function* policyChangesInSteps(
  decided: Explained,
  whatIf: (question: WhatIf) => Explained,
): Generator<void, readonly Change[]> {
  const { trace, state } = decided
  if (trace === undefined || state !== 'decided' || !isRefused(trace)) return []
  if (isForNobody(trace) || asksForUnserved(trace, decided.cluster)) return []
  try {
    return yield* foundChanges(decided, whatIf)
  } catch (thrown) {
    // Roles that did not decide may aggregate too many others.
    if (thrown instanceof BeyondLimit) return []
    throw thrown
  }
}

/** Whether a request impersonates a name that begins as that of an account or a node and is none: no right on it is of use. */
function isForNobody({ untried = [] }: Trace): boolean {
  return untried.some(({ obstacles }) => obstacles.some(({ by }) => by === 'malformed-name'))
}

/** Whether a check is of a resource that no API server has: a rule for it would open what does not exist. */
function asksForUnserved({ steps }: Trace, cluster: Cluster): boolean {
  return steps.some(({ check }) => check !== undefined && unservedInWords(check, cluster) !== undefined)
}

function* foundChanges(
  decided: Explained,
  whatIf: (question: WhatIf) => Explained,
): Generator<void, readonly Change[]> {
  const sets = [...(yield* grantSets(decided.cluster, (granting) => whatIf({ granting })))]
  sets.sort((a, b) => breadth(a) - breadth(b))
  const maker = new ChangeMaker(decided, whatIf)
  const found: MadeChange[] = []
  for (const set of sets.slice(0, MOST_SETS)) found.push(...(yield* maker.changesFor(set)))
  const all = withTitles(found)
    .filter(({ kind, unsafe }) => kind === 'mend' || !unsafe.some(({ id }) => id === 'anonymous' || id === 'misnamed'))
    .filter((one) => !opensAccountsEverywhere(one, decided.cluster.rights))
    .sort(
      (a, b) =>
        Number(isMend(b)) - Number(isMend(a)) ||
        Number(grantsAny(a)) - Number(grantsAny(b)) ||
        breadthOf(a.adds) - breadthOf(b.adds) ||
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
    )
  return safestFirst(all)
}

/**
 * Whether a change is the first to let a subject act as the accounts of a name in every namespace, where one account is asked for. The
 * rules are those of the text: new access may have `*` in place of the resource that is written beside it.
 */
function opensAccountsEverywhere({ adds, decided }: Change, before: Rights): boolean {
  return adds.some(
    ({ subject, namespace }) =>
      namespace === '' &&
      actsAsAccountsEverywhere(decided.cluster.rights, subject) &&
      !actsAsAccountsEverywhere(before, subject),
  )
}

function actsAsAccountsEverywhere(rights: Rights, subject: SubjectName): boolean {
  const holder = rights.holder(subject)
  const held = holder === undefined ? [] : rights.heldByHolder(holder).rules
  return held.some(({ binding, rule }) => binding.kind === 'ClusterRoleBinding' && accountNamed(rule) !== undefined)
}

/** A change with what tells its parts from others that have the same words. */
interface MadeChange {
  readonly change: Change
  readonly of: readonly Part[]
}

/** The changes, each of whose words only one of them has. */
function withTitles(all: readonly MadeChange[]): readonly Change[] {
  const title = ({ parts }: Change) => JSON.stringify(parts)
  const different = all.filter(({ change }, at) => all.findIndex((one) => one.change.policy === change.policy) === at)
  return different.map(({ change, of }) =>
    different.some((one) => one.change !== change && title(one.change) === title(change))
      ? { ...change, parts: of.map(({ words, detail = [] }) => [...words, ...detail]) }
      : change,
  )
}

/** What a part binds. */
type BoundRole = Pick<Role, 'kind' | 'name'>

/**
 * The default role that is made to be bound to a component which lacks these rights
 * (https://kubernetes.io/docs/reference/access-authn-authz/rbac/#other-component-roles): for servers that have the API server check
 * tokens and rights, just these two reviews, and for kube-apiserver, which asks kubelets for logs and connections, all of their API.
 */
function roleOfComponent({ namespace, checks }: Permissions): BoundRole | undefined {
  const isFor = (one: (asked: Attributes) => boolean) => checks.every(({ attributes }) => one(attributes))
  const name = isFor(({ verb, ...asked }) => verb === 'create' && OF_DELEGATORS.has(resourceName(asked)))
    ? 'system:auth-delegator'
    : isFor((asked) => asked.apiGroup === '' && combinedResource(asked) === 'nodes/proxy')
      ? 'system:kubelet-api-admin'
      : undefined
  return namespace === '' && name !== undefined ? { kind: 'ClusterRole', name } : undefined
}

const OF_DELEGATORS: ReadonlySet<string> = new Set([
  'tokenreviews.authentication.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
])

/** A mistake in the policy is the cause, so its mend comes first. */
function isMend({ kind }: Change): boolean {
  return kind === 'mend'
}

/** Whether a change lets somebody grant rules that they do not hold, whichever these are. */
function grantsAny({ adds }: Change): boolean {
  return adds.some(({ rule }) => rule.apiGroups.includes(RBAC_GROUP) && rule.verbs.some((verb) => GRANTING.has(verb)))
}

const GRANTING: ReadonlySet<string> = new Set(['escalate', 'bind'])

/** Changes that nobody should make unasked come last. */
function safestFirst(all: readonly Change[]): readonly Change[] {
  return [...all].sort((a, b) => Math.min(1, a.unsafe.length) - Math.min(1, b.unsafe.length))
}

/** Of changes that open as much, the first kind comes first. */
const KINDS: readonly ChangeKind[] = ['mend', 'extend', 'bind', 'new-role']

/** Sets without the verb `impersonate`, which opens everything that the target may do, come first; then smaller ones. */
function breadth(set: GrantSet): number {
  const legacy = set.some(({ phase, attributes }) => phase === 'impersonation' && attributes.verb === 'impersonate')
  return (legacy ? 1000 : 0) + (set.some(isShortcut) ? 500 : 0) + set.length
}

/** Whether a rule is about impersonating users, groups, UIDs, extras or nodes, which nobody may by a binding in a namespace. */
function isOfClusterIdentities({ verbs, resources }: Rule): boolean {
  return verbs.every(isIdentityVerb) && resources.some(isIdentityInNoNamespace)
}

const POD = { isResourceRequest: true, apiGroup: '', resource: 'pods' } as const

class ChangeMaker {
  readonly #decided: Explained
  readonly #whatIf: (question: WhatIf) => Explained
  readonly #bound: Rights

  constructor(decided: Explained, whatIf: (question: WhatIf) => Explained) {
    this.#decided = decided
    this.#whatIf = whatIf
    this.#bound = decided.cluster.rights
  }

  *changesFor(set: GrantSet): Generator<void, readonly MadeChange[]> {
    const rules = nearRulesOf(this.#decided.cluster)
    const near = new Map(set.map((check) => [check, rules.nearTo(check.attributes)]))
    const nearest = (check: Check): readonly NearMatch[] => near.get(check) ?? []
    const asked = ({ attributes }: Check) => attributes
    const made = [
      yield* this.#change('mend', set, (check) => first(nearest(check), (one) => this.#mending(one, asked(check)))),
      // The right word beside a wrong one mends nothing.
      yield* this.#change('extend', set, (check) =>
        first(nearest(check), (one) =>
          this.#mending(one, asked(check)) === undefined && !this.#connectsByHalf(one, asked(check), set)
            ? this.#extending(one, asked(check))
            : undefined,
        ),
      ),
      yield* this.#bind(set),
      yield* this.#change('new-role', set, () => undefined),
    ]
    return made.flatMap((change) => change ?? [])
  }

  /** As `mending`, but an account keeps its right where the policy has more to do with its namespace: then it is another account. */
  #mending(near: NearMatch, asked: Attributes): readonly Part[] | undefined {
    const others = near.mismatches.flatMap(({ cause, dimension, has }) =>
      dimension === 'subject' && cause === 'other-namespace' ? has : [],
    )
    return others.some((namespace) => this.#isInUse(namespace)) ? undefined : mending(near, asked)
  }

  /** As `extending`, of a rule without a mistake, or whose mistake it mends. */
  #extending(near: NearMatch, asked: Attributes): readonly Part[] | undefined {
    const { policy } = this.#decided.cluster
    const part = extending(near, asked)
    if (part === undefined || !warnsOfRule(policy, near)) return single(part)
    const editor = new PolicyEditor(policy)
    return part.apply(editor) && warnsOfRule(readPolicy(editor.text()), near) ? undefined : [part]
  }

  /** Whether a rule would allow one of the two verbs of a connection, of which its other subjects would have no use. */
  #connectsByHalf(near: NearMatch, asked: Attributes, set: GrantSet): boolean {
    const { cluster } = this.#decided
    const { rule, role } = near
    const after = extendedRule(near)
    if (rule === undefined || after === undefined) return false
    const whole = role && this.#bound.roles.find((one) => objectKey(one) === objectKey(role))
    const rules = [after, ...(whole === undefined ? [] : this.#bound.rulesIn(whole).map((one) => one.rule))]
    const opensGetAlone = [...POD_CONNECTIONS].some((subresource) => {
      const get: Attributes = { ...asked, ...POD, verb: 'get', subresource }
      const create = cluster.createToConnect(get)
      const allows = (one: Rule, { verb, apiGroup, resource }: Attributes) =>
        ruleAllowsAction(one, { verb, apiGroup, resource: `${resource}/${subresource}` })
      return (
        create !== undefined && allows(after, get) && !allows(rule, get) && !rules.some((one) => allows(one, create))
      )
    })
    const isOther = ({ attributes }: Check) =>
      cluster.createToConnect(attributes) !== undefined && attributes.subresource === asked.subresource
    return opensGetAlone || (asked.verb === 'create' && !verbMatches(rule, 'get') && set.some(isOther))
  }

  /** Whether more than one subject of the policy has to do with a namespace. */
  #isInUse(namespace: string): boolean {
    const { roles, bindings } = this.#bound
    const subjects = bindings.flatMap((one) => one.subjects).filter((one) => one.namespace === namespace)
    return subjects.length > 1 || [...roles, ...bindings].some((one) => one.namespace === namespace)
  }

  /** A change by the parts that there are for some checks, and new roles for the others. */
  *#change(
    kind: ChangeKind,
    set: GrantSet,
    partsFor: (check: Check) => readonly Part[] | undefined,
  ): Generator<void, MadeChange | undefined> {
    const found = set.map((check) => [check, partsFor(check)] as const)
    const parts = found.flatMap(([, some]) => some ?? [])
    if (parts.length === 0 && kind !== 'new-role') return undefined
    const others = found.flatMap(([check, some]) => (some === undefined ? [check] : []))
    const groups = permissionsOf(others)
    return groups && (yield* this.#made(kind, set, [...parts, ...this.#newRoles(groups)]))
  }

  /** Binds existing roles, each the one with the fewest rules that has all permissions of a user in a scope, of one’s own first. */
  *#bind(set: GrantSet): Generator<void, MadeChange | undefined> {
    const groups = permissionsOf(set)?.map(
      (permissions) => [permissions, this.#roleWith(permissions) ?? roleOfComponent(permissions)] as const,
    )
    const parts = groups?.flatMap(([permissions, role]) =>
      role === undefined ? [] : [this.#binding(permissions, role)],
    )
    if (groups === undefined || parts === undefined || parts.length === 0) return undefined
    const others = groups.flatMap(([permissions, role]) => (role === undefined ? [permissions] : []))
    return yield* this.#made('bind', set, [...parts, ...this.#newRoles(others)])
  }

  #roleWith({ namespace, checks }: Permissions): Role | undefined {
    let best: { readonly role: Role; readonly isDefault: boolean; readonly size: number } | undefined
    for (const role of this.#bound.roles) {
      const isDefault = isDefaultRole(role)
      if (!canBind(role, namespace) || (isDefault && role.name.startsWith('system:'))) continue
      const rules = this.#bound.rulesIn(role).map(({ rule }) => rule)
      // Nobody should be bound to a role that allows everything to get one permission.
      if (rules.some(allowsEveryResource)) continue
      if (namespace !== '' && rules.some(isOfClusterIdentities)) continue
      const covers = checks.every(({ attributes }) => rules.some((rule) => ruleAllows(rule, attributes)))
      if (!covers || (checks.every(({ phase }) => phase !== 'impersonation') && rules.some(isOfImpersonation))) continue
      const size = rules.reduce((sum, rule) => sum + breadthOfRule(rule), 0)
      const isBetter =
        best === undefined || (best.isDefault === isDefault ? size < best.size : best.isDefault && !isDefault)
      if (isBetter) best = { role, isDefault, size }
    }
    return best?.role
  }

  #binding(permissions: Permissions, role: BoundRole): Part {
    const { namespace, subject } = permissions
    const existing = this.#bound.bindings.find(({ kind, namespace: where, roleRef }) => {
      const here = namespace === '' ? kind === 'ClusterRoleBinding' : kind === 'RoleBinding' && where === namespace
      return here && roleRef.kind === role.kind && roleRef.name === role.name
    })
    const lines = existing && this.#bound.linesOf(existing)
    if (existing !== undefined && lines?.source === 'policy') {
      const { kind, name, namespace: where, span } = existing
      return addingSubject({ kind, name, namespace: where, range: lines.range(span) }, subject)
    }
    return binding(newName(permissions, this.#isTaken(namespace)), permissions, role)
  }

  #newRoles(groups: readonly Permissions[]): readonly Part[] {
    const used = new Set<string>()
    return groups.map((permissions) => {
      const { namespace, checks } = permissions
      const isTaken = this.#isTaken(namespace)
      const name = newName(permissions, (one) => isTaken(one) || used.has(`${namespace}/${one}`))
      used.add(`${namespace}/${name}`)
      return newRole(name, permissions, rulesFor(checks))
    })
  }

  #isTaken(namespace: string): (name: string) => boolean {
    const objects = [...this.#bound.roles, ...this.#bound.bindings]
    return (name) => objects.some((one) => one.name === name && one.namespace === namespace)
  }

  /** The change of all parts, without those that are not needed; undefined where it does not let the request through. */
  *#made(kind: ChangeKind, set: GrantSet, all: readonly Part[]): Generator<void, MadeChange | undefined> {
    let parts = all.filter(({ key }, at) => all.findIndex((other) => other.key === key) === at)
    yield
    let made = this.#apply(parts)
    if (made === undefined) return undefined
    for (const part of parts) {
      const fewer = parts.filter((one) => one !== part)
      if (fewer.length > 0) yield
      const without = fewer.length === 0 ? undefined : this.#apply(fewer)
      if (without !== undefined) {
        parts = fewer
        made = without
      }
    }
    const asked = set.map(({ attributes }) => attributes)
    const users = [...new Map(asked.map(({ user }) => [user.username, user])).values()]
    const { design } = this.#decided
    const found = newAccessBy(this.#bound, made.decided.cluster.rights, users)
    const adds = design?.origin === 'own' ? found.map((one) => underOwnDesign(one, set)) : found
    const change: Change = {
      kind,
      parts: parts.map(({ words }) => words),
      adds,
      extra: extraAccess(adds, this.#askedAlone(set)),
      unsafe: cautionsOf(adds, this.#decided.cluster, made.decided.cluster, design),
      ...made,
    }
    return { change, of: parts }
  }

  /**
   * The reviews that open nothing beside this request. A right to impersonate, to bind or to escalate goes with every other one, so it
   * always opens more, unless a review asks for it.
   */
  #askedAlone(set: GrantSet): readonly Attributes[] {
    const { trace } = this.#decided
    if (trace?.question?.kind === 'access') return set.map(({ attributes }) => attributes)
    return set.flatMap(({ phase, purpose, attributes }) =>
      phase === 'impersonation' ||
      isRuleToHold({ phase, purpose }) ||
      isIdentityVerb(attributes.verb) ||
      isOfRoleWrite(attributes) ||
      isForRequestor(attributes, trace)
        ? []
        : [attributes],
    )
  }

  #apply(parts: readonly Part[]): Pick<Change, 'policy' | 'decided'> | undefined {
    const editor = new PolicyEditor(this.#decided.cluster.policy)
    if (!parts.every((part) => part.apply(editor))) return undefined
    const policy = editor.text()
    const decided = this.#whatIf({ policy })
    return isLetThrough(decided) ? { policy, decided } : undefined
  }
}

/** Whether reading a policy warned of the rule of a near match. */
function warnsOfRule({ roles, diagnostics }: Policy, { role, rule }: NearMatch): boolean {
  const written = role && roles.find((one) => objectKey(one) === objectKey(role))
  const span = rule && written?.rules[rule.index]?.span
  return diagnostics.some(
    ({ severity, range }) =>
      span !== undefined && severity === 'warning' && span.start <= range.start && range.end <= span.end,
  )
}

/** Whether a check is made by the handlers of roles and bindings, after the request was authorized. */
function isOfRoleWrite({ apiGroup, verb }: Attributes): boolean {
  return apiGroup === RBAC_GROUP && GRANTING.has(verb)
}

/** Whether the impersonated user is the requestor, who may do it alone then. */
function isForRequestor({ user }: Attributes, trace: Trace | undefined): boolean {
  const impersonates = trace?.steps.some(({ check }) => check?.phase === 'impersonation') === true
  return impersonates && trace?.requestor.username === user.username
}

function isLetThrough({ state, trace }: Explained): boolean {
  return state === 'decided' && trace !== undefined && !isRefused(trace)
}

function first<From, To>(all: readonly From[], of: (one: From) => To | undefined): To | undefined {
  for (const one of all) {
    const found = of(one)
    if (found !== undefined) return found
  }
  return undefined
}

function single(part: Part | undefined): readonly Part[] | undefined {
  return part && [part]
}
