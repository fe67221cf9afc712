import type { ClusterSettings } from '../../cluster/index.ts'
import { type ImpersonationMode, withImpliedGroups } from '../../designs/index.ts'
import {
  ALL_SERVICE_ACCOUNTS,
  ALL_UNAUTHENTICATED,
  type Evidence,
  hasVerbBeginning,
  NODES_GROUP,
  nodeOf,
  nodeUsername,
  type Role,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountOf,
  serviceAccountUsername,
  type UserInfo,
  userInfo,
} from '../../kube/index.ts'
import {
  allowsEveryResource,
  EVERYTHING,
  type Held,
  identityKey,
  includesName,
  isSuperuser,
  type Names,
  type Rights,
  ruleEvidence,
  subjectOfUsername,
  usernameOf,
  userOf,
} from '../../rights/index.ts'
import { BeyondLimit } from '../../text/index.ts'
import { canBecomeBy, type ImpersonationInMode } from './can-become.ts'
import { type Actor, type Escalation, escalationsOf, isCertain } from './escalations.ts'
import { isConstrainedGroup, type NameGrant, type TargetKind, type UsernameGrant } from './mode-grants.ts'
import { type Permissions, permissionsOf, within } from './permissions.ts'
import { CLUSTER_ADMIN, RelevantSubjects } from './relevant-subjects.ts'

/** The end of a path. `everything`: a user who may do everything in the whole cluster, as `cluster-admin` may. */
export type Goal = { readonly kind: 'everything' } | { readonly kind: 'subject'; readonly subject: SubjectName }

/** A role, and the namespace in which it is bound; absent for the whole cluster. */
export interface RoleName {
  readonly role: 'Role' | 'ClusterRole'
  readonly name: string
  readonly namespace?: string
}

/** A role that was bound, or a role that was rewritten so that it allows everything. */
export interface AddedRole extends RoleName {
  readonly rewritten: boolean
}

/** A way to more rights of one's own, and the roles that give them. */
export interface AddedRoles {
  readonly escalation: Escalation
  readonly roles: readonly AddedRole[]
}

/** How one gets from a node to another. */
export type EdgeKind =
  | { readonly kind: 'impersonation'; readonly mode: ImpersonationInMode; readonly username: UsernameGrant }
  | { readonly kind: 'escalation'; readonly escalation: Escalation }
  /** By each of these that the next step needs. */
  | { readonly kind: 'gains'; readonly gains: readonly AddedRoles[] }

/** An edge of the graph. */
export interface Edge {
  readonly to: GraphNode
  /** Absent on an edge from a hub: the edge to the hub has it. */
  readonly how?: EdgeKind
  /** Whether rules alone decide it. */
  readonly certain: boolean
}

/** A user whose rights one has; or a hub, which stands for one of several users. */
export interface GraphNode {
  /** Absent for a hub. */
  readonly user?: UserInfo
  /** Present at the goal: the rule that allows everything, or `subject`. */
  readonly goal?: Evidence | 'subject'
  /** Whether a constrained mode allows only some actions. */
  readonly isLimited?: true
  readonly edges: () => readonly Edge[]
}

/** A user, and what it has beyond its own bindings. */
interface Identity {
  readonly user: UserInfo
  readonly added: readonly AddedRole[]
}

/** A user who may rewrite roles. */
interface Rewriter {
  readonly target: Identity
  readonly escalation: Escalation & { kind: 'escalate' }
}

/** How somebody is impersonated. */
interface ModeUse {
  readonly mode: ImpersonationMode
  /** The same for all who may take the same actions in the mode. */
  readonly key: string
  /** The permissions for the verbs `impersonate-on:‹mode›:‹verb›`. Absent for legacy, which has no limits. */
  readonly actions?: Permissions
  readonly isLimited: boolean
}

const LEGACY: ModeUse = { mode: 'legacy', key: 'legacy', isLimited: false }

/** The username of a node that no text names. */
export const SOME_NODE = nodeUsername('node')

/** The most rules that are read, each for every user and impersonation that it counts for. This takes some seconds. */
const MOST_RULES = 300_000

/** With more bound roles than this, one user looks for no further roles to bind: in a hostile policy there could be thousands. */
const MOST_ADDED = 64

/**
 * The users of a policy, and how the rights of one lead to those of another. Every node and edge is made once, however many
 * paths use it. Where rules allow any name, an edge leads to a hub, which has an edge for each name that matters.
 *
 * Roles that an impersonated user binds are a user of their own: the one to whom they are bound.
 */
export class IdentityGraph {
  readonly #goal: Goal
  readonly #bound: Rights
  readonly #cluster: ClusterSettings
  readonly #subjects: RelevantSubjects
  readonly #usernames: readonly string[]
  readonly #groups: readonly string[]
  readonly #nodes = new Map<string, GraphNode>()
  readonly #held = new WeakMap<Identity, readonly Held[]>()
  readonly #permissions = new WeakMap<Identity, Permissions>()
  readonly #escalations = new WeakMap<Identity, readonly Escalation[]>()
  /** The users that can be impersonated, by name and groups. */
  readonly #targets = new Map<string, Identity>()
  readonly #groupLists = new Map<string, readonly string[]>()
  readonly #ids = new WeakMap<object, number>()
  readonly #origins = new WeakMap<Evidence, AddedRole>()
  readonly #rewritersOf = new Map<string, readonly Rewriter[]>()
  #lastID = 0
  #rulesLeft = MOST_RULES
  #escalators: readonly string[] | undefined
  #accounts: Map<string | undefined, string[]> | undefined

  constructor(goal: Goal, bound: Rights, cluster: ClusterSettings) {
    const subjects = RelevantSubjects.of(bound)
    this.#goal = goal
    this.#bound = bound
    this.#cluster = cluster
    this.#subjects = subjects
    const wanted = goal.kind === 'subject' ? [goal.subject] : []
    const groups = [...wanted.filter(({ kind }) => kind === 'Group').map(({ name }) => name), ...subjects.groups]
    this.#usernames = [
      ...new Set([
        ...wanted.filter(({ kind }) => kind !== 'Group').flatMap((one) => usernameOf(one) ?? []),
        ...subjects.usernames,
        ...groups.flatMap(someMember),
      ]),
    ]
    // With the group of unauthenticated users, the API server would not add that of authenticated users.
    this.#groups = [...new Set([SYSTEM_PRIVILEGED_GROUP, ...groups])].filter((group) => group !== ALL_UNAUTHENTICATED)
  }

  /** The node of somebody who has the credentials of a user. */
  of(user: UserInfo): GraphNode {
    return this.#identity({ user, added: [] })
  }

  /** The role that a rule comes from, where it was added on a path. */
  originOf(evidence: Evidence): AddedRole | undefined {
    return this.#origins.get(evidence)
  }

  #node(key: string, make: () => Omit<GraphNode, 'edges'>, edges: () => readonly Edge[]): GraphNode {
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    let made: readonly Edge[] | undefined
    const node: GraphNode = {
      ...make(),
      edges: () => {
        made ??= edges()
        return made
      },
    }
    this.#nodes.set(key, node)
    return node
  }

  #identity(identity: Identity): GraphNode {
    return this.#node(
      `identity ${keyOf(identity)}`,
      () => ({ user: identity.user, ...this.#atGoal(identity) }),
      () => [...this.#impersonations(identity), ...this.#waysFrom(identity)],
    )
  }

  /** The node of a user who is impersonated. Such a request cannot ask to be somebody else in turn. */
  #impersonated(identity: Identity, modeUse: ModeUse): GraphNode {
    return this.#node(
      `as ${modeUse.key} ${this.#idOf(identity)}`,
      () => ({
        user: identity.user,
        ...this.#atGoal(identity),
        ...(modeUse.isLimited && { isLimited: true as const }),
      }),
      () => this.#waysFrom(identity, modeUse),
    )
  }

  #idOf(one: object): number {
    const known = this.#ids.get(one) ?? ++this.#lastID
    this.#ids.set(one, known)
    return known
  }

  #hub(key: string, users: () => readonly GraphNode[]): GraphNode {
    return this.#node(
      `hub ${key}`,
      () => ({}),
      () => users().map((to) => ({ to, certain: true })),
    )
  }

  #atGoal(identity: Identity): Pick<GraphNode, 'goal'> {
    if (this.#goal.kind === 'subject') {
      const { kind, name } = this.#goal.subject
      const { username, groups } = identity.user
      const is = kind === 'Group' ? groups.includes(name) : username === usernameOf(this.#goal.subject)
      return is ? { goal: 'subject' } : {}
    }
    const held = this.#heldAs(identity).find(({ rule, namespace }) => namespace === '' && allowsEveryResource(rule))
    return held === undefined ? {} : { goal: held.evidence() }
  }

  #heldAs(identity: Identity): readonly Held[] {
    const known = this.#held.get(identity)
    if (known !== undefined) return known
    const { user, added } = identity
    const own = [...this.#subjects.relevantHeldBy(user), ...added.flatMap((role) => this.#rulesAddedBy(role))]
    const held = this.#cluster.authorizationModes.includes('RBAC') ? own : isSuperuser(user) ? [EVERYTHING] : []
    this.#held.set(identity, held)
    return held
  }

  #permissionsOf(identity: Identity): Permissions {
    const known = this.#permissions.get(identity) ?? permissionsOf(this.#heldAs(identity))
    this.#permissions.set(identity, known)
    return known
  }

  #rulesAddedBy(added: AddedRole): readonly Held[] {
    const { namespace = '' } = added
    const from = (evidence: Evidence): Evidence => {
      this.#origins.set(evidence, added)
      return evidence
    }
    const role = this.#roleOf(added)
    if (role === undefined || added.rewritten) {
      // The rules of a role that was rewritten, and of the default cluster-admin, are in no text.
      const everything = added.rewritten || isClusterAdmin(added)
      return everything ? [{ rule: EVERYTHING.rule, namespace, evidence: () => from({ authorizer: 'RBAC' }) }] : []
    }
    return this.#subjects.relevantRules(role).map((effective) => ({
      rule: effective.rule,
      namespace,
      evidence: () => from({ authorizer: 'RBAC', ...ruleEvidence(effective, effective.role.name, this.#bound) }),
    }))
  }

  #roleOf({ role, name, namespace = '' }: RoleName): Role | undefined {
    return this.#bound.roleNamed({ kind: role, namespace: role === 'Role' ? namespace : '', name })
  }

  #impersonations(identity: Identity): readonly Edge[] {
    const { modes } = canBecomeBy(this.#heldAs(identity), identity.user, this.#cluster)
    return modes
      .filter(({ missing }) => missing.length === 0)
      .flatMap((mode) => mode.usernames.flatMap((username) => this.#targetsOf(identity, mode, username)))
  }

  #targetsOf(identity: Identity, mode: ImpersonationInMode, username: UsernameGrant): readonly Edge[] {
    const how: EdgeKind = { kind: 'impersonation', mode, username }
    const modeUse = this.#modeUseOf(identity, mode)
    const groups = this.#groupsIn(mode)
    // Of any user only the groups count that go with it.
    const bringing = groups.length === 0 ? [] : this.#listed(username)
    const nodes = [
      ...this.#plainTargets(username, modeUse),
      ...bringing.flatMap((name) => this.#target(name, groups, modeUse)),
      ...this.#forEscalation(identity, username, modeUse),
    ]
    return nodes.map((to) => ({ to, how, certain: true }))
  }

  #modeUseOf(identity: Identity, { mode, actions }: ImpersonationInMode): ModeUse {
    if (mode === 'legacy') return LEGACY
    const prefix = `impersonate-on:${mode}:`
    const held = this.#heldAs(identity).filter(({ rule }) => hasVerbBeginning(rule.verbs, prefix))
    const rules = new Set(held.map(({ rule, namespace }) => `${this.#idOf(rule)}@${namespace}`))
    const isLimited = !actions.some(
      ({ verbs, rule, namespace }) => verbs === 'any' && namespace === undefined && allowsEveryResource(rule),
    )
    return { mode, key: `${mode} ${[...rules].sort().join()}`, actions: permissionsOf(held), isLimited }
  }

  /** The groups that matter and that a mode allows. */
  #groupsIn(mode: ImpersonationInMode): readonly string[] {
    const any = mode.groups.some(({ names }) => names === 'any')
    const key = any
      ? `any ${mode.mode === 'legacy'}`
      : JSON.stringify([mode.mode === 'legacy', ...mode.groups.map(({ names }) => names)])
    const known = this.#groupLists.get(key) ?? this.#groups.filter((group) => groupGrant(mode, group) !== undefined)
    this.#groupLists.set(key, known)
    return known
  }

  /** The targets of a grant without more groups. */
  #plainTargets(username: UsernameGrant, modeUse: ModeUse): readonly GraphNode[] {
    const { kind, names, namespace = '*' } = username
    if (names !== 'any') return this.#listed(username).flatMap((name) => this.#target(name, [], modeUse))
    return [
      this.#hub(`${modeUse.key} ${kind} ${namespace}`, () =>
        this.#allOf(username).flatMap((name) => this.#target(name, [], modeUse)),
      ),
    ]
  }

  /** The usernames of a grant that lists them, or one in place of any. */
  #listed({ kind, names, namespace }: UsernameGrant): readonly string[] {
    if (names === 'any') return kind === 'user' ? [''] : this.#allOf({ kind, namespace }).slice(0, 1)
    switch (kind) {
      case 'serviceaccount':
        return this.#accountsNamed(names, namespace)
      case 'node':
      case 'own-node':
        return names.map(nodeUsername)
      case 'user':
        return names
    }
  }

  /** The usernames that matter of a kind of target. */
  #allOf({
    kind,
    namespace,
  }: {
    readonly kind: TargetKind
    readonly namespace?: string | undefined
  }): readonly string[] {
    switch (kind) {
      case 'serviceaccount':
        return this.#accountsIn(namespace)
      case 'node':
      case 'own-node':
        return this.#usernames.filter((username) => nodeOf(username) !== undefined)
      case 'user':
        return ['', ...this.#usernames.filter((username) => serviceAccountOf(username) === undefined)]
    }
  }

  /** A target, where its rights lead anywhere. */
  #target(username: string, groups: readonly string[], modeUse: ModeUse): readonly GraphNode[] {
    const identity = this.#targetIdentity(username, groups, modeUse)
    const matters = this.#atGoal(identity).goal !== undefined || this.#escalationsOf(identity).length > 0
    return matters ? [this.#impersonated(identity, modeUse)] : []
  }

  #targetIdentity(username: string, groups: readonly string[], { mode }: ModeUse): Identity {
    const nodes = mode === 'legacy' ? 'nodes-are-users' : 'node-groups'
    const key = JSON.stringify([username, nodes, groups.length === 0 ? 0 : this.#idOf(groups)])
    const known = this.#targets.get(key) ?? {
      user: withImpliedGroups(userInfo({ username, groups }), nodes),
      added: [],
    }
    this.#targets.set(key, known)
    return known
  }

  /** Users who may rewrite roles, where they may rewrite one of the user who impersonates them. */
  #forEscalation(identity: Identity, username: UsernameGrant, modeUse: ModeUse): readonly GraphNode[] {
    return this.#rewriters(username, modeUse).flatMap(({ target, escalation }): readonly GraphNode[] => {
      const gains = this.#rewritten([escalation], identity)
      if (gains.length === 0) return []
      const edge: Edge = {
        to: this.#identity(withRoles(identity, gains)),
        how: { kind: 'gains', gains },
        certain: true,
      }
      const key = `for ${keyOf(identity)} ${modeUse.key} ${target.user.username}`
      return [
        this.#node(
          key,
          () => ({ user: target.user }),
          () => [edge],
        ),
      ]
    })
  }

  /** The users of a grant who may rewrite roles, one for each such way. */
  #rewriters({ evidence: _, ...grant }: UsernameGrant, modeUse: ModeUse): readonly Rewriter[] {
    this.#escalators ??= this.#usernames.filter(
      (one) => escalating(this.#escalationsOf(this.#targetIdentity(one, [], LEGACY))).length > 0,
    )
    if (this.#escalators.length === 0) return []
    const key = JSON.stringify([modeUse.key, grant])
    const known = this.#rewritersOf.get(key)
    if (known !== undefined) return known
    const rewriters = new Map<string, Rewriter>()
    for (const one of this.#escalators.filter((username) => isAllowed(grant, username))) {
      const target = this.#targetIdentity(one, [], modeUse)
      for (const escalation of escalating(this.#escalationsIn(target, modeUse))) {
        const content = JSON.stringify([escalation.role, escalation.names, escalation.namespace])
        if (!rewriters.has(content)) rewriters.set(content, { target, escalation })
      }
    }
    this.#rewritersOf.set(key, [...rewriters.values()])
    return [...rewriters.values()]
  }

  #actorOf(identity: Identity, { mode, actions }: ModeUse): Actor {
    const checks = this.#permissionsOf(identity)
    if (actions === undefined) return { requests: checks, checks }
    // The requests that are actions of the mode as well.
    const requests: Permissions = (action) =>
      within(checks(action), actions({ ...action, verb: `impersonate-on:${mode}:${action.verb}` }))
    return { requests, checks }
  }

  /** The ways of a user by its own permissions. */
  #escalationsOf(identity: Identity): readonly Escalation[] {
    const known = this.#escalations.get(identity)
    if (known !== undefined) return known
    const escalations = this.#escalationsIn(identity, LEGACY)
    this.#escalations.set(identity, escalations)
    return escalations
  }

  #escalationsIn(identity: Identity, modeUse: ModeUse): readonly Escalation[] {
    this.#rulesLeft -= 1 + this.#heldAs(identity).length
    if (this.#rulesLeft < 0) throw tooMany()
    return escalationsOf(this.#actorOf(identity, modeUse), this.#bound.bindings)
  }

  /** The edges by ways of a user with credentials, or of one who is impersonated. */
  #waysFrom(identity: Identity, modeUse?: ModeUse): readonly Edge[] {
    const escalations =
      modeUse?.actions === undefined ? this.#escalationsOf(identity) : this.#escalationsIn(identity, modeUse)
    const toUsers = escalations.flatMap((escalation): readonly Edge[] => {
      const how: EdgeKind = { kind: 'escalation', escalation }
      return this.#usersAfter(escalation).map((to) => ({ to, how, certain: isCertain(escalation) }))
    })
    return [...toUsers, ...this.#gainsFrom(identity, escalations, modeUse)]
  }

  #usersAfter(escalation: Escalation): readonly GraphNode[] {
    switch (escalation.kind) {
      case 'token':
      case 'pod':
      case 'token-secret':
        return this.#accountNodes(escalation.accounts, escalation.namespace)
      case 'workload':
      case 'read-secrets':
      case 'exec':
        return this.#accountNodes('any', escalation.namespace)
      case 'node-proxy':
        return this.#accountNodes('any', undefined)
      case 'certificate':
        return [this.#anyCertificate()]
      case 'bind':
      case 'escalate':
        return []
    }
  }

  #anyCertificate(): GraphNode {
    return this.#hub('certificate', () => {
      const groups = this.#groups.filter((group) => group !== SYSTEM_PRIVILEGED_GROUP)
      const members = groups.map((name) => this.of(userOf({ kind: 'Group', name, namespace: '' })))
      return [...members, ...this.#usernames.map((username) => this.of(userOf(subjectOfUsername(username))))]
    })
  }

  #accountNodes(names: Names, namespace: string | undefined): readonly GraphNode[] {
    if (names !== 'any')
      return this.#accountsNamed(names, namespace).map((username) => this.#identity(newIdentity(username)))
    return [
      this.#hub(`credentials of accounts ${namespace ?? '*'}`, () =>
        this.#accountsIn(namespace).map((username) => this.#identity(newIdentity(username))),
      ),
    ]
  }

  #accountsIn(namespace: string | undefined): readonly string[] {
    if (this.#accounts === undefined) {
      this.#accounts = new Map()
      for (const username of this.#usernames) {
        const account = serviceAccountOf(username)
        if (account === undefined) continue
        for (const key of [undefined, account.namespace]) {
          const known = this.#accounts.get(key)
          if (known === undefined) this.#accounts.set(key, [username])
          else known.push(username)
        }
      }
    }
    return this.#accounts.get(namespace) ?? []
  }

  /** Accounts by their names; in no certain namespace, those that matter. */
  #accountsNamed(names: readonly string[], namespace: string | undefined): readonly string[] {
    return namespace === undefined
      ? this.#accountsIn(undefined).filter((username) => names.includes(serviceAccountOf(username)?.name ?? ''))
      : names.map((name) => serviceAccountUsername({ namespace, name }))
  }

  /**
   * More rights by binding and rewriting roles. A user with credentials adds them to its own. One who is impersonated gives
   * bound roles to somebody else, and by legacy rewrites its own.
   */
  #gainsFrom(identity: Identity, escalations: readonly Escalation[], modeUse: ModeUse | undefined): readonly Edge[] {
    const bound = escalations.flatMap((escalation): readonly AddedRoles[] => {
      const roles = escalation.kind === 'bind' ? this.#boundBy(escalation) : []
      return roles.length === 0 ? [] : [{ escalation, roles }]
    })
    const edge = (gains: readonly AddedRoles[], to: () => GraphNode): readonly Edge[] =>
      gains.length === 0 ? [] : [{ to: to(), how: { kind: 'gains', gains }, certain: true }]
    if (modeUse === undefined) {
      const gains = [...bound, ...this.#rewritten(escalations, identity)]
      const next = withRoles(identity, gains)
      const more = next.added.length > identity.added.length && identity.added.length < MOST_ADDED
      return more ? edge(gains, () => this.#identity(next)) : []
    }
    const rewritten = modeUse.actions === undefined ? this.#rewritten(escalations, identity) : []
    const next = withRoles(identity, rewritten)
    const more = next.added.length > identity.added.length && identity.added.length < MOST_ADDED
    return [
      ...edge(bound, () => this.#identity(withRoles(SOMEBODY, bound))),
      ...(more ? edge(rewritten, () => this.#impersonated(next, modeUse)) : []),
    ]
  }

  /** The roles that a way binds. */
  #boundBy({ role, names, namespace, by }: Escalation & { kind: 'bind' }): readonly AddedRole[] {
    const inCluster = by === 'ClusterRoleBinding'
    const scopes = inCluster ? [undefined] : namespace === undefined ? this.#namespaces() : [namespace]
    return scopes.flatMap((scope): readonly AddedRole[] => {
      const at = scope === undefined ? {} : { namespace: scope }
      const listed = names === 'any' ? this.#rolesIn(role, scope) : names
      return listed
        .map((name) => ({ role, name, ...at, rewritten: false }))
        .filter((one) => this.#rulesAddedBy(one).length > 0)
    })
  }

  /** The roles that matter: `cluster-admin` alone where it allows everything. */
  #rolesIn(role: 'Role' | 'ClusterRole', namespace: string | undefined): readonly string[] {
    if (role === 'Role') return this.#subjects.rolesIn(namespace ?? '')
    const admin = this.#rulesAddedBy({ role, name: CLUSTER_ADMIN, rewritten: false }).some(({ rule }) =>
      allowsEveryResource(rule),
    )
    return admin ? [CLUSTER_ADMIN] : this.#subjects.rolesIn('')
  }

  /** The namespaces of the service accounts that matter. */
  #namespaces(): readonly string[] {
    return [...new Set(this.#accountsIn(undefined).flatMap((username) => serviceAccountOf(username)?.namespace ?? []))]
  }

  /** What ways to rewrite roles give a user. */
  #rewritten(escalations: readonly Escalation[], identity: Identity): readonly AddedRoles[] {
    return escalating(escalations).flatMap((escalation): readonly AddedRoles[] => {
      const roles = this.#rewrittenBy(escalation, identity)
      return roles.length === 0 ? [] : [{ escalation, roles }]
    })
  }

  /** The roles of a user that a way can rewrite: those named by bindings, or aggregated into them. */
  #rewrittenBy(escalation: Escalation & { kind: 'escalate' }, identity: Identity): readonly AddedRole[] {
    const matches = [
      ...this.#bound.clusterWide(identity.user),
      ...this.#bound.namespaces.flatMap((namespace) => this.#bound.within(namespace, identity.user)),
    ]
    const toGroups = matches.filter(({ subject }) => subject.kind === 'Group')
    const bindings = [...matches.filter(({ subject }) => subject.kind !== 'Group'), ...toGroups].map(
      ({ binding: { kind, namespace, roleRef } }): RoleName => {
        return { role: roleRef.kind, name: roleRef.name, ...(kind === 'RoleBinding' && { namespace }) }
      },
    )
    const rewritable = [...bindings, ...identity.added].filter((one) => this.#isRewritable(escalation, one))
    // One role of the whole cluster is enough.
    const inCluster = rewritable.find(({ namespace }) => namespace === undefined)
    return (inCluster === undefined ? rewritable : [inCluster]).map((one) => ({ ...roleName(one), rewritten: true }))
  }

  #isRewritable({ role, names, namespace }: Escalation & { kind: 'escalate' }, one: RoleName): boolean {
    if (one.role !== role || (role === 'Role' && namespace !== undefined && namespace !== one.namespace)) return false
    const written = this.#roleOf(one)
    const selectors = written?.aggregationRule?.clusterRoleSelectors ?? []
    if (written === undefined) return false
    if (selectors.length === 0) return names !== undefined && includesName(names, one.name)
    // The controller replaces the rules of an aggregated role by those of the roles that it selects.
    if (names === undefined) return true
    return this.#bound.rulesIn(written).some(({ role: from }) => from !== written && includesName(names, from.name))
  }
}

function tooMany(): BeyondLimit {
  const most = MOST_RULES.toLocaleString('en')
  const message = `Searching paths reads more than ${most} rules, for one user after the other.`
  return new BeyondLimit({ message, fix: 'Ask about a smaller part of the policy.' })
}

/** Whether a grant allows a username. */
function isAllowed({ kind, names, namespace }: Omit<UsernameGrant, 'evidence'>, username: string): boolean {
  const account = serviceAccountOf(username)
  const node = nodeOf(username)
  switch (kind) {
    case 'user':
      return account === undefined && includesName(names, username)
    case 'serviceaccount':
      return (
        account !== undefined &&
        includesName(names, account.name) &&
        (namespace === undefined || namespace === account.namespace)
      )
    case 'node':
      return node !== undefined && includesName(names, node)
    case 'own-node':
      return node !== undefined
  }
}

/** Somebody to whom roles are bound. */
const SOMEBODY: Identity = { user: userInfo({ username: '' }), added: [] }

function isClusterAdmin({ role, name }: RoleName): boolean {
  return role === 'ClusterRole' && name === CLUSTER_ADMIN
}

/** A user who is in a group by its name alone. */
function someMember(group: string): readonly string[] {
  if (group === NODES_GROUP) return [SOME_NODE]
  if (group === ALL_SERVICE_ACCOUNTS) return [serviceAccountUsername({ namespace: 'default', name: 'default' })]
  if (!group.startsWith(`${ALL_SERVICE_ACCOUNTS}:`)) return []
  const username = serviceAccountUsername({ namespace: group.slice(ALL_SERVICE_ACCOUNTS.length + 1), name: 'default' })
  return serviceAccountOf(username) === undefined ? [] : [username]
}

function newIdentity(username: string): Identity {
  return { user: userOf(subjectOfUsername(username)), added: [] }
}

function withRoles({ user, added }: Identity, gains: readonly AddedRoles[]): Identity {
  const all = [...added, ...gains.flatMap(({ roles }) => roles)]
  return { user, added: [...new Map(all.map((one) => [JSON.stringify(one), one])).values()] }
}

/** A role without what happened to it. */
export function roleName({ role, name, namespace }: RoleName): RoleName {
  return { role, name, ...(namespace !== undefined && { namespace }) }
}

function keyOf({ user, added }: Identity): string {
  return `${identityKey(user)} ${JSON.stringify(added)}`
}

function escalating(escalations: readonly Escalation[]): readonly (Escalation & { kind: 'escalate' })[] {
  return escalations.flatMap((escalation) => (escalation.kind === 'escalate' ? [escalation] : []))
}

/** The rule that allows a group in a mode. */
export function groupGrant({ mode, groups }: ImpersonationInMode, group: string): NameGrant | undefined {
  if (mode !== 'legacy' && !isConstrainedGroup(group)) return undefined
  const allowed = groups.filter(({ names }) => includesName(names, group))
  return allowed.find(({ fromFour }) => !fromFour) ?? allowed[0]
}
