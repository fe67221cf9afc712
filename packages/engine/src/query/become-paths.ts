import type { BoundRoles } from '../authorizers/index.ts'
import type { ClusterSettings } from '../decide/index.ts'
import { type ImpersonationMode, withImpliedGroups } from '../designs/index.ts'
import {
  ALL_SERVICE_ACCOUNTS,
  ALL_UNAUTHENTICATED,
  type Evidence,
  missingGroups,
  NODES_GROUP,
  nodeOf,
  nodeUsername,
  type Role,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountOf,
  serviceAccountUsername,
  type UserInfo,
  userInfo,
} from '../kube/index.ts'
import type { RuleParts } from '../trace/index.ts'
import { type BecomingInMode, becomingBy } from './become.ts'
import { both, type Permissions, permissionsOf } from './become-deeds.ts'
import { type ActionGrant, includes, isConstrainedGroup, type NameGrant, type UsernameGrant } from './become-grants.ts'
import { EVERYTHING, type Held, isMaster, type Names } from './become-held.ts'
import { BecomingSubjects, CLUSTER_ADMIN, subjectOfUser, usernameOf } from './become-subjects.ts'
import { isCertain, type Way, waysOf } from './become-ways.ts'
import { type SubjectName, userOfSubject } from './subjects.ts'

/** The end of a path. `everything`: a user who may do everything in the whole cluster, as `cluster-admin` may. */
export type Goal = { readonly kind: 'everything' } | { readonly kind: 'subject'; readonly subject: SubjectName }

/** A user on a path. */
export interface Reached {
  /** Empty where it may be any that the step allows, because only the groups count. */
  readonly username: string
  /** The groups that count on the path. */
  readonly groups: readonly string[]
}

/** One step of a path. */
export type PathStep =
  | {
      readonly kind: 'impersonation'
      readonly mode: ImpersonationMode
      readonly as: Reached
      /** The groups are allowed only where four or more are asked for. */
      readonly fromFour?: true
      /** A rule for each part of the identity. */
      readonly evidence: readonly Evidence[]
      /** What it may do then. Empty for legacy: whatever the target may. */
      readonly actions: readonly ActionGrant[]
    }
  | {
      readonly kind: 'way'
      readonly way: Way
      /** The user whose rights it leads to. For `bind` and `escalate`, the user who takes the step and now has more rights. */
      readonly as: Reached
      /** The roles that `bind` and `escalate` add to its rights. An aggregated role gets its rules by one that it aggregates. */
      readonly roles?: readonly RoleName[]
    }

/** A role, and the namespace in which it is bound; absent for the whole cluster. */
export interface RoleName {
  readonly role: 'Role' | 'ClusterRole'
  readonly name: string
  readonly namespace?: string
}

/** The shortest path of a user to a goal. */
export interface Path {
  /** Empty where the user is at the goal already. */
  readonly steps: readonly PathStep[]
  /** Whether rules alone decide every step. Others depend on pods or Secrets that no policy describes. */
  readonly certain: boolean
  /** The last step is an impersonation in a constrained mode with only some actions. */
  readonly limited: boolean
  /** The rule that makes the last user one who may do everything. Absent where the goal is a subject. */
  readonly goal?: Evidence
}

/** A path of a subject of the policy. */
export interface SubjectPath extends Path {
  readonly subject: SubjectName
}

/** A user, and what it has beyond its own bindings. */
interface Person {
  readonly user: UserInfo
  readonly added: readonly AddedRole[]
}

/** A role that was bound, or a role that was rewritten so that it allows everything. */
interface AddedRole extends RoleName {
  readonly rewritten: boolean
}

/** A state of the search: a user whose rights the subject has. */
interface Node {
  readonly person: Person
  /** Present where the person is impersonated: a request as this person cannot ask to be somebody else. */
  readonly by?: { readonly person: Person; readonly mode: BecomingInMode }
  readonly from?: Node
  readonly step?: PathStep
}

/**
 * The shortest path of each subject of a policy to a goal, for the subjects that have one: “who can become cluster-admin,
 * and how”. Paths that rules alone decide come before others, and whole ones before those that end in a constrained mode.
 *
 * The steps are those of `becoming` and `equivalents`. An impersonated user makes requests, but cannot impersonate somebody
 * else in turn, because a request names one target. Rights that were gained by a token, a certificate or a binding can be
 * used for further impersonation. Each step is made by one user: two who need each other, such as one who requests a
 * certificate and another who approves it, are no path.
 *
 * Every cluster has the ClusterRole `cluster-admin` and, in each namespace, the service account `default`: they count where
 * the policy does not contain them. Other accounts count where a binding or a rule names them.
 */
export function pathsTo(goal: Goal, bound: BoundRoles, cluster: ClusterSettings): readonly SubjectPath[] {
  const search = new PathSearch(goal, bound, cluster)
  return BecomingSubjects.of(bound).all.flatMap((subject) => {
    const path = search.pathOf(userOfSubject(subject))
    return path === undefined ? [] : [{ subject, ...path }]
  })
}

/** The shortest path of one user to a goal; undefined where there is none. */
export function pathTo(goal: Goal, user: UserInfo, bound: BoundRoles, cluster: ClusterSettings): Path | undefined {
  return new PathSearch(goal, bound, cluster).pathOf(user)
}

/** The username of a node that no text names. */
const SOME_NODE = nodeUsername('node')

class PathSearch {
  readonly #goal: Goal
  readonly #bound: BoundRoles
  readonly #cluster: ClusterSettings
  readonly #subjects: BecomingSubjects
  readonly #usernames: readonly string[]
  readonly #groups: readonly string[]
  readonly #held = new Map<string, readonly Held[]>()
  readonly #permissions = new Map<string, Permissions>()

  constructor(goal: Goal, bound: BoundRoles, cluster: ClusterSettings) {
    const subjects = BecomingSubjects.of(bound)
    this.#goal = goal
    this.#bound = bound
    this.#cluster = cluster
    this.#subjects = subjects
    const wanted = goal.kind === 'subject' ? [goal.subject] : []
    const groups = [...wanted.filter(({ kind }) => kind === 'Group').map(({ name }) => name), ...subjects.groups]
    this.#usernames = [
      ...new Set([
        ...wanted.filter(({ kind }) => kind !== 'Group').map(usernameOf),
        ...subjects.usernames,
        ...groups.flatMap(someMember),
      ]),
    ]
    // With the group of unauthenticated users, the API server would not add that of authenticated users.
    this.#groups = [...new Set([SYSTEM_PRIVILEGED_GROUP, ...groups])].filter((group) => group !== ALL_UNAUTHENTICATED)
  }

  pathOf(user: UserInfo): Path | undefined {
    const certain = this.#search(user, true)
    if (certain !== undefined && !certain.limited) return certain
    const other = this.#search(user, false)
    return certain !== undefined && (other === undefined || other.limited) ? certain : other
  }

  /** Breadth first, so that the first path is a shortest one. A path that ends in a constrained mode counts last. */
  #search(user: UserInfo, certain: boolean): Path | undefined {
    const start: Node = { person: { user, added: [] } }
    const atStart = this.#arrived(start)
    if (atStart !== undefined) return pathFrom(start, atStart, this.#goal)
    let limited: Path | undefined
    const seen = new Set([keyOf(start)])
    const queue = [start]
    for (const node of queue) {
      for (const next of this.#next(node, certain)) {
        const key = keyOf(next)
        if (seen.has(key)) continue
        seen.add(key)
        queue.push(next)
        const arrived = this.#arrived(next)
        if (arrived === undefined) continue
        const path = pathFrom(next, arrived, this.#goal)
        if (!path.limited) return path
        limited ??= path
      }
    }
    return limited
  }

  /** The rule that makes a user one who may do everything, or nothing but the arrival at a subject. */
  #arrived({ person }: Node): Arrival | undefined {
    if (this.#goal.kind === 'subject') {
      const { kind, name } = this.#goal.subject
      const { username, groups } = person.user
      const is = kind === 'Group' ? groups.includes(name) : username === usernameOf(this.#goal.subject)
      return is ? {} : undefined
    }
    const held = this.#heldBy(person).find(({ rule, namespace }) => namespace === undefined && isEverything(rule))
    return held && { goal: held.evidence() }
  }

  #next(node: Node, certain: boolean): readonly Node[] {
    return [...(node.by === undefined ? this.#impersonations(node) : []), ...this.#afterWays(node, certain)]
  }

  #heldBy(person: Person): readonly Held[] {
    const key = personKey(person)
    const known = this.#held.get(key)
    if (known !== undefined) return known
    const { user, added } = person
    const own = [...this.#subjects.heldBy(user), ...added.flatMap((role) => this.#rulesOf(role))]
    const held = this.#cluster.authorizationModes.includes('RBAC') ? own : isMaster(user) ? [EVERYTHING] : []
    this.#held.set(key, held)
    return held
  }

  #permissionsOf(person: Person): Permissions {
    const key = personKey(person)
    const known = this.#permissions.get(key) ?? permissionsOf(this.#heldBy(person))
    this.#permissions.set(key, known)
    return known
  }

  #rulesOf(added: AddedRole): readonly Held[] {
    const scope = added.namespace === undefined ? {} : { namespace: added.namespace }
    const role = this.#roleOf(added)
    if (role === undefined || added.rewritten) {
      // The rules of a role that was rewritten, and of the default cluster-admin, are in no text.
      const everything = added.rewritten || isClusterAdmin(added)
      return everything ? [{ rule: EVERYTHING.rule, ...scope, evidence: () => ({ authorizer: 'RBAC' }) }] : []
    }
    return this.#subjects.relevantRules(role).map(({ rule, role: from, index }) => ({
      rule,
      ...scope,
      evidence: () => {
        const lines = this.#bound.linesOf(from)
        return {
          authorizer: 'RBAC',
          role: { kind: from.kind, name: from.name, namespace: from.namespace, range: lines.range(from.span) },
          rule: { ...rule, index, range: lines.range(rule.span) },
        }
      },
    }))
  }

  #roleOf({ role, name, namespace = '' }: RoleName): Role | undefined {
    return this.#subjects.roleNamed(role, role === 'Role' ? namespace : '', name)
  }

  #impersonations(node: Node): readonly Node[] {
    const { user } = node.person
    const { modes } = becomingBy(this.#heldBy(node.person), user, this.#cluster)
    return modes
      .filter(({ missing }) => missing.length === 0)
      .flatMap((mode) => mode.usernames.flatMap((username) => this.#targetsOf(node, mode, username)))
  }

  #targetsOf(node: Node, mode: BecomingInMode, grant: UsernameGrant): readonly Node[] {
    const names = this.#namesOf(grant)
    const groups = this.#groups.filter((group) => groupGrant(mode, group) !== undefined)
    const withGroups = groups.length === 0 ? [] : names.map((username) => userInfo({ username, groups }))
    return [...names.map((username) => userInfo({ username })), ...withGroups].map((target): Node => {
      const user = withImpliedGroups(target, mode.mode === 'legacy' ? 'nodes-are-users' : 'node-groups')
      return {
        person: { user, added: [] },
        by: { person: node.person, mode },
        from: node,
        step: {
          kind: 'impersonation',
          mode: mode.mode,
          as: { username: user.username, groups: target.groups },
          evidence: [grant.evidence],
          actions: mode.actions,
        },
      }
    })
  }

  /** The usernames of a grant, and of a grant for any username those that matter. Empty for a user of any name. */
  #namesOf({ kind, names, namespace }: UsernameGrant): readonly string[] {
    const any = names === 'any'
    switch (kind) {
      case 'user':
        return any ? ['', ...this.#usernames.filter((one) => serviceAccountOf(one) === undefined)] : names
      case 'serviceaccount':
        return this.#accounts(names, namespace)
      case 'node':
        return any ? this.#usernames.filter((one) => nodeOf(one) !== undefined) : names.map(nodeUsername)
      case 'own-node':
        return this.#usernames.filter((one) => nodeOf(one) !== undefined)
    }
  }

  /** The usernames of service accounts that matter, and of those that are listed. */
  #accounts(names: Names, namespace: string | undefined): readonly string[] {
    const listed =
      names === 'any' || namespace === undefined ? [] : names.map((name) => serviceAccountUsername({ namespace, name }))
    const others = this.#usernames.filter((username) => {
      const account = serviceAccountOf(username)
      return (
        account !== undefined &&
        includes(names, account.name) &&
        (namespace === undefined || namespace === account.namespace)
      )
    })
    return [...new Set([...listed, ...others])]
  }

  #afterWays(node: Node, certain: boolean): readonly Node[] {
    const { person, by } = node
    const checks = this.#permissionsOf(person)
    const requests = by === undefined ? checks : this.#requestsOf(by, checks)
    const ways = waysOf({ requests, checks }, this.#bound.bindings).filter((way) => !certain || isCertain(way))
    return ways.flatMap((way) =>
      this.#after(way, node).map(({ person: after, by: still, roles }): Node => {
        const { username, groups } = after.user
        return {
          person: after,
          ...(still && { by: still }),
          from: node,
          step: { kind: 'way', way, as: { username, groups }, ...(roles && { roles }) },
        }
      }),
    )
  }

  /** The requests of an impersonated user: those that are actions of the mode as well. */
  #requestsOf({ person, mode: { mode } }: NonNullable<Node['by']>, as: Permissions): Permissions {
    if (mode === 'legacy') return as
    const own = this.#permissionsOf(person)
    return (deed) => both(as(deed), own({ ...deed, verb: `impersonate-on:${mode}:${deed.verb}` }))
  }

  #after(way: Way, node: Node): readonly After[] {
    switch (way.kind) {
      case 'token':
      case 'pod':
      case 'token-secret':
        return this.#accounts(way.accounts, way.namespace).map(newPerson)
      case 'workload':
      case 'read-secrets':
      case 'exec':
        return this.#accounts('any', way.namespace).map(newPerson)
      case 'node-proxy':
        return this.#accounts('any', undefined).map(newPerson)
      case 'certificate': {
        const groups = this.#groups.filter((group) => group !== SYSTEM_PRIVILEGED_GROUP)
        return ['', ...this.#usernames].map((username) => ({
          person: {
            user: userInfo({ username, groups: [...groups, ...missingGroups({ username, groups })] }),
            added: [],
          },
        }))
      }
      case 'bind': {
        const person = node.by?.person ?? node.person
        const added = this.#boundBy(way)
        return added.length === 0 ? [] : [{ person: withRoles(person, added), roles: added.map(roleName) }]
      }
      case 'escalate': {
        const person = node.by?.person ?? node.person
        const added = this.#rewrittenBy(way, person)
        if (added.length > 0) return [{ person: withRoles(person, added), roles: added.map(roleName) }]
        // The roles of an impersonated user serve whoever may go on as that user.
        if (node.by?.mode.mode !== 'legacy') return []
        const its = this.#rewrittenBy(way, node.person)
        return its.length === 0 ? [] : [{ person: withRoles(node.person, its), by: node.by, roles: its.map(roleName) }]
      }
    }
  }

  /** The roles that a way binds to the user who takes it. */
  #boundBy({ role, names, namespace, by }: Way & { kind: 'bind' }): readonly AddedRole[] {
    const inCluster = by === 'ClusterRoleBinding'
    const scopes = inCluster ? [undefined] : namespace === undefined ? this.#namespaces() : [namespace]
    return scopes.flatMap((scope): readonly AddedRole[] => {
      const at = scope === undefined ? {} : { namespace: scope }
      const listed = names === 'any' ? this.#rolesIn(role, scope) : names
      return listed
        .map((name) => ({ role, name, ...at, rewritten: false }))
        .filter((one) => this.#rulesOf(one).length > 0)
    })
  }

  /** The roles that matter: `cluster-admin` alone where it allows everything. */
  #rolesIn(role: 'Role' | 'ClusterRole', namespace: string | undefined): readonly string[] {
    if (role === 'Role') return this.#subjects.rolesIn(namespace ?? '')
    const admin = this.#rulesOf({ role, name: CLUSTER_ADMIN, rewritten: false }).some(({ rule }) => isEverything(rule))
    return admin ? [CLUSTER_ADMIN] : this.#subjects.rolesIn('')
  }

  /** The namespaces of the service accounts that matter. */
  #namespaces(): readonly string[] {
    return [...new Set(this.#usernames.flatMap((username) => serviceAccountOf(username)?.namespace ?? []))]
  }

  /** The roles of a user that a way can rewrite: those named by bindings, or aggregated into them. */
  #rewrittenBy(way: Way & { kind: 'escalate' }, person: Person): readonly AddedRole[] {
    const matches = [
      ...this.#bound.clusterWide(person.user),
      ...this.#bound.namespaces.flatMap((namespace) => this.#bound.within(namespace, person.user)),
    ]
    const toGroups = matches.filter(({ subject }) => subject.kind === 'Group')
    const bindings = [...matches.filter(({ subject }) => subject.kind !== 'Group'), ...toGroups].map(
      ({ binding: { kind, namespace, roleRef } }): RoleName => {
        return { role: roleRef.kind, name: roleRef.name, ...(kind === 'RoleBinding' && { namespace }) }
      },
    )
    const rewritable = [...bindings, ...person.added].filter((one) => this.#isRewritable(way, one))
    // One role of the whole cluster is enough.
    const inCluster = rewritable.find(({ namespace }) => namespace === undefined)
    return (inCluster === undefined ? rewritable : [inCluster]).map((one) => ({ ...roleName(one), rewritten: true }))
  }

  #isRewritable({ role, names, namespace }: Way & { kind: 'escalate' }, one: RoleName): boolean {
    if (one.role !== role || (role === 'Role' && namespace !== undefined && namespace !== one.namespace)) return false
    const written = this.#roleOf(one)
    const selectors = written?.aggregationRule?.clusterRoleSelectors ?? []
    if (written === undefined) return false
    if (selectors.length === 0) return names !== undefined && includes(names, one.name)
    // The controller replaces the rules of an aggregated role by those of the roles that it selects.
    if (names === undefined) return true
    return this.#bound.rulesIn(written).some(({ role: from }) => from !== written && includes(names, from.name))
  }
}

/** What makes the end of a path: a rule for everything, or nothing else than the user. */
type Arrival = Pick<Path, 'goal'>

function isClusterAdmin({ role, name }: RoleName): boolean {
  return role === 'ClusterRole' && name === CLUSTER_ADMIN
}

/** Whether a rule allows everything but paths, as that of `cluster-admin` does. */
function isEverything({ verbs, apiGroups, resources, resourceNames }: RuleParts): boolean {
  return verbs.includes('*') && apiGroups.includes('*') && resources.includes('*') && resourceNames.length === 0
}

/** A user who is in a group by its name alone. */
function someMember(group: string): readonly string[] {
  if (group === NODES_GROUP) return [SOME_NODE]
  if (group === ALL_SERVICE_ACCOUNTS) return [serviceAccountUsername({ namespace: 'default', name: 'default' })]
  if (!group.startsWith(`${ALL_SERVICE_ACCOUNTS}:`)) return []
  const username = serviceAccountUsername({ namespace: group.slice(ALL_SERVICE_ACCOUNTS.length + 1), name: 'default' })
  return serviceAccountOf(username) === undefined ? [] : [username]
}

/** The user after a way. */
interface After extends Pick<Node, 'person' | 'by'> {
  readonly roles?: readonly RoleName[]
}

function roleName({ role, name, namespace }: RoleName): RoleName {
  return { role, name, ...(namespace !== undefined && { namespace }) }
}

function newPerson(username: string): Pick<Node, 'person'> {
  return { person: { user: userOfSubject(subjectOfUser(username)), added: [] } }
}

function withRoles({ user, added }: Person, roles: readonly AddedRole[]): Person {
  const all = new Map([...added, ...roles].map((one) => [JSON.stringify(one), one]))
  return { user, added: [...all.values()] }
}

function personKey({ user: { username, groups }, added }: Person): string {
  return JSON.stringify([username, groups, added])
}

function keyOf({ person, by }: Node): string {
  return JSON.stringify([personKey(person), by && [by.mode.mode, personKey(by.person)]])
}

function groupGrant({ mode, groups }: BecomingInMode, group: string): NameGrant | undefined {
  if (mode !== 'legacy' && !isConstrainedGroup(group)) return undefined
  const allowed = groups.filter(({ names }) => includes(names, group))
  return allowed.find(({ fromFour }) => !fromFour) ?? allowed[0]
}

/** The steps to a node, each with what counts of the user that it leads to. */
function pathFrom(end: Node, arrival: Arrival, goal: Goal): Path {
  const steps: PathStep[] = []
  let used: Used =
    goal.kind === 'subject' ? wantedOf(goal.subject) : usedBy(arrival.goal === undefined ? [] : [arrival.goal])
  for (let node: Node | undefined = end; node?.step !== undefined; node = node.from) {
    const step = neededOf(node.step, node, used)
    steps.unshift(step)
    used = usedBy(step.kind === 'way' ? step.way.evidence : [...step.evidence, ...step.actions.map(evidenceIn)])
  }
  return {
    steps,
    certain: steps.every((step) => step.kind === 'impersonation' || isCertain(step.way)),
    limited: end.by !== undefined && isLimited(end.by.mode),
    ...arrival,
  }
}

/** Whether a mode allows only some actions. */
function isLimited({ mode, actions }: BecomingInMode): boolean {
  const everything = actions.some(
    ({ verbs, rule, namespace }) => verbs === 'any' && namespace === undefined && isEverything(rule),
  )
  return mode !== 'legacy' && !everything
}

function evidenceIn({ evidence }: ActionGrant): Evidence {
  return evidence
}

/** The names of a user on which the next step rests. */
interface Used {
  readonly usernames: readonly string[]
  readonly groups: readonly string[]
}

function wantedOf(subject: SubjectName): Used {
  return subject.kind === 'Group'
    ? { usernames: [], groups: [subject.name] }
    : { usernames: [usernameOf(subject)], groups: [] }
}

function usedBy(evidence: readonly Evidence[]): Used {
  const subjects = evidence.flatMap(({ subject }) => subject ?? [])
  const masters = evidence.some(({ authorizer }) => authorizer === 'system:masters') ? [SYSTEM_PRIVILEGED_GROUP] : []
  return {
    usernames: subjects.filter(({ kind }) => kind !== 'Group').map(({ name }) => name),
    groups: [...masters, ...subjects.filter(({ kind }) => kind === 'Group').map(({ name }) => name)],
  }
}

/** A step with the groups that count, and a rule for each of them. */
function neededOf(step: PathStep, { by }: Node, { usernames, groups }: Used): PathStep {
  const counting = step.as.groups.filter((group) => groups.includes(group))
  const { username } = step.as
  if (step.kind === 'way') {
    if (step.way.kind !== 'certificate') return { ...step, as: { username, groups: [] } }
    // A certificate has the name and the groups that its request asks for.
    return { ...step, as: { username: usernames.length === 0 ? '' : username, groups: counting } }
  }
  const grants = by === undefined ? [] : counting.flatMap((group) => groupGrant(by.mode, group) ?? [])
  const anyNode = username === SOME_NODE
  return {
    ...step,
    as: { username: anyNode ? '' : username, groups: anyNode ? [NODES_GROUP] : counting },
    ...(grants.some(({ fromFour }) => fromFour) && { fromFour: true as const }),
    evidence: [...new Set([...step.evidence, ...grants.map(({ evidence }) => evidence)])],
  }
}
