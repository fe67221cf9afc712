import type { Cluster } from '../cluster/index.ts'
import { constrained, MODES_IN_ORDER } from '../designs/index.ts'
import { dangersOf, type NewAccess } from '../explain/index.ts'
import {
  AUTHENTICATION_GROUP,
  type ConstrainedMode,
  hasVerbBeginning,
  isConstrainedVerb,
  NODES_GROUP,
  nodeUsername,
  POD_CONNECTIONS,
  type Rule,
  type SubjectName,
} from '../kube/index.ts'
import { grantsIn, type ModeGrants } from '../query/index.ts'
import {
  fold,
  type HeldRule,
  intersect,
  isMasters,
  type Rights,
  RuleSet,
  rulesThat,
  subjectKey,
  subjectOfUsername,
  subtract,
  usernameOf,
  userOnlyNamed,
  wildcardLists,
} from '../rights/index.ts'
import type { HeldByNames, HeldPart } from './held-rules.ts'

/**
 * Rights that count in one of two clusters only, because of its version or its gates. `identity`, `action`: both halves of
 * constrained impersonation, which a server without it never asks for. `connection`: `get` without `create` on a connection to a pod.
 */
export type VersionRight = 'identity' | 'action' | 'connection'

/** Such a right of one subject in one scope. */
export interface VersionAccess extends NewAccess {
  readonly versionRight: VersionRight
  /** Of an identity: what legacy impersonation allows already. Of a connection: where `create` is held as well. */
  readonly except: readonly HeldPart[]
}

/**
 * The rights that count in the cluster `granted` and not in the cluster `without`.
 *
 * @param held the rights in `without`
 */
export function versionAccess(without: Cluster, granted: Cluster, held: HeldByNames): readonly VersionAccess[] {
  return [
    ...(granted.hasFeature(constrained) && !without.hasFeature(constrained)
      ? new ConstrainedHalves(granted.rightsInForce, held).access()
      : []),
    ...(granted.connectionsNeedCreate || !without.connectionsNeedCreate
      ? []
      : connectionAccess(granted.rightsInForce, held)),
  ]
}

/** Whether the same rules may allow a request in one of two clusters and not in the other, because of their versions or gates. */
export function countsOtherwise(one: Cluster, other: Cluster): boolean {
  return (
    one.hasFeature(constrained) !== other.hasFeature(constrained) ||
    one.connectionsNeedCreate !== other.connectionsNeedCreate
  )
}

/** New access without the verbs that only constrained impersonation asks for; undefined where nothing is left. */
export function withoutConstrainedVerbs<Of extends NewAccess>(access: Of): Of | undefined {
  const verbs = access.rule.verbs.filter((verb) => !isConstrainedVerb(verb))
  if (verbs.length === access.rule.verbs.length) return access
  if (verbs.length === 0) return undefined
  const rule = { ...access.rule, verbs }
  return { ...access, rule, dangers: dangersOf(rule, access.namespace, false) }
}

/** What a subject holds in a mode by one rule: a part of an identity, an action, or both. */
interface Half {
  readonly subject: SubjectName
  readonly namespace: string
  readonly mode: ConstrainedMode
  readonly identity: Rule | undefined
  readonly action: Rule | undefined
  /** Whether the identity has a username, without which nobody is impersonated. */
  readonly hasUsername: boolean
}

const OF_CONSTRAINED = rulesThat(
  ({ verbs }) => hasVerbBeginning(verbs, 'impersonate:') || hasVerbBeginning(verbs, 'impersonate-on:'),
)

/**
 * The halves of constrained impersonations that lead to one. A user may have one half by name and the other by a group, so
 * the other half counts where some user with some groups can have both.
 */
class ConstrainedHalves {
  readonly #halves: readonly Half[]
  /** Much fewer: most subjects hold no verb on identities. */
  readonly #identities: readonly Half[]
  readonly #open = new Map<string, boolean>()
  /** Whether a binding names the group of nodes. Legacy impersonation does not add it to a node, so it allows less then. */
  readonly #nodesHold: boolean

  constructor(
    rights: Rights,
    readonly before: HeldByNames,
  ) {
    this.#nodesHold = rights.anywhere({ username: '', groups: [NODES_GROUP] }).length > 0
    this.#halves = rights
      .heldByAll(OF_CONSTRAINED)
      .rules.flatMap((held) => (isMasters(held.holder) ? [] : halvesOf(held)))
    this.#identities = this.#halves.filter(({ identity }) => identity !== undefined)
  }

  access(): readonly VersionAccess[] {
    const effective = this.#halves.filter((half) => this.#leadsToSome(half))
    return (['identity', 'action'] as const).flatMap((part) =>
      perScope(effective, (half) => half[part]).map(({ subject, namespace, rule }): VersionAccess => {
        const except = part === 'action' ? [] : this.#legacyParts({ subject, namespace }, rule)
        const dangers = wildcardLists(rule).includes('verbs') ? [] : dangersOf(rule, namespace)
        return { subject, namespace, rule, dangers, versionRight: part, except }
      }),
    )
  }

  #leadsToSome({ subject, mode, action }: Half): boolean {
    if (mode === 'associated-node' && !mayBeServiceAccount(subject)) return false
    const isOther = (one: Half): boolean => one.mode === mode && mayBeOne(one.subject, subject)
    const identities = this.#identities.filter(isOther)
    return (
      identities.some(({ hasUsername }) => hasUsername) &&
      (action !== undefined || this.#halves.some((one) => one.action !== undefined && isOther(one))) &&
      identities.some((one) => this.#isOpen(one, subject))
    )
  }

  /** Whether neither its own subject nor another one may take all of an identity by legacy impersonation. */
  #isOpen({ identity, subject, namespace }: Half, other: SubjectName): boolean {
    if (identity === undefined) return false
    if (this.#nodesHold && identity.resources.includes(NODES)) return true
    const key = JSON.stringify([subjectKey(subject), subjectKey(other), namespace, identity])
    const known = this.#open.get(key)
    if (known !== undefined) return known
    const held = new RuleSet([subject, other].flatMap((one) => this.before.rulesIn(one, namespace)))
    const isOpen = legacyRules(identity).some((rule) => subtract(rule, held).length > 0)
    this.#open.set(key, isOpen)
    return isOpen
  }

  #legacyParts(of: Pick<Half, 'subject' | 'namespace'>, identity: Rule): readonly HeldPart[] {
    const resources = identity.resources.filter((one) => one !== NODES || !this.#nodesHold)
    return legacyRules({ ...identity, resources }).flatMap((rule) => {
      const parts = this.before.partsOf({ ...of, rule })
      if (parts.length > 0) return parts
      const held = new RuleSet(this.before.rulesIn(of.subject, of.namespace))
      const isHeld = (name: string): boolean => subtract({ ...rule, resourceNames: [name] }, held).length === 0
      const names = rule.resourceNames.filter(isHeld)
      return names.length > 0 ? [{ namespace: '', rule: { ...rule, resourceNames: names } }] : []
    })
  }
}

function halvesOf(held: HeldRule): readonly Half[] {
  const { rule, holder: subject, namespace } = held
  return MODES_IN_ORDER.flatMap(({ mode, resource }): readonly Half[] => {
    const grants = grantsIn(mode, [held])
    const identity = identityIn(mode, resource, rule, grants)
    const action = actionIn(mode, rule, namespace, grants)
    if (identity === undefined && action === undefined) return []
    return [{ subject, namespace, mode, identity, action, hasUsername: grants.usernames.length > 0 }]
  })
}

/** `ofUsername`: the resource on which the mode checks the username. */
function identityIn(
  mode: ConstrainedMode,
  ofUsername: string,
  { resources, resourceNames }: Rule,
  { usernames, groups, uids, extras }: ModeGrants,
): Rule | undefined {
  if (usernames.length + groups.length + uids.length + extras.length === 0) return undefined
  // The modes for nodes ask about nothing else, so a wildcard is about nodes.
  const isAsked = (one: string): boolean =>
    one === '*' || one === ofUsername || (mode === 'user-info' && ALONG_WITH_USERS.test(one))
  return {
    verbs: [`impersonate:${mode}`],
    apiGroups: [AUTHENTICATION_GROUP],
    resources: ofUsername === NODES ? [NODES] : resources.filter(isAsked),
    resourceNames,
    nonResourceURLs: [],
  }
}

const NODES = 'nodes'

const ALONG_WITH_USERS = /^(?:groups|uids|userextras|(?:userextras|\*)\/.*)$/

/** The rule with the verbs of actions in a mode. The verb `*` stays as it is, for all of them. */
function actionIn(mode: ConstrainedMode, rule: Rule, namespace: string, { actions }: ModeGrants): Rule | undefined {
  const [action] = actions
  if (action === undefined) return undefined
  const verbs = action.verbs === 'any' ? ['*'] : action.verbs.map((verb) => `impersonate-on:${mode}:${verb}`)
  return { ...plainRule(rule), verbs, ...(namespace !== '' && { nonResourceURLs: [] }) }
}

function plainRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): Rule {
  return { verbs, apiGroups, resources, resourceNames, nonResourceURLs }
}

/** Rules for legacy impersonation of the identities of a rule, which is asked for nodes as for users. */
function legacyRules({ resources, resourceNames }: Rule): readonly Rule[] {
  return resources.flatMap((resource): readonly Rule[] => {
    const legacy = (apiGroup: string, of: string, names: readonly string[] = resourceNames): Rule => ({
      verbs: ['impersonate'],
      apiGroups: [apiGroup],
      resources: [of],
      resourceNames: names,
      nonResourceURLs: [],
    })
    if (resource === NODES) return [legacy('', 'users', resourceNames.map(nodeUsername))]
    if (['users', 'groups', 'serviceaccounts'].includes(resource)) return [legacy('', resource)]
    if (resource !== '*') return [legacy(AUTHENTICATION_GROUP, resource)]
    return [
      ...['users', 'groups', 'serviceaccounts'].map((one) => legacy('', one)),
      ...['uids', 'userextras/*'].map((one) => legacy(AUTHENTICATION_GROUP, one)),
    ]
  })
}

/** Whether some user with some groups is in both subjects. */
function mayBeOne(one: SubjectName, other: SubjectName): boolean {
  return one.kind === 'Group' || other.kind === 'Group' || subjectKey(one) === subjectKey(other)
}

function mayBeServiceAccount(subject: SubjectName): boolean {
  const username = usernameOf(subject)
  return username === undefined || subjectOfUsername(username).kind === 'ServiceAccount'
}

interface Scope {
  readonly subject: SubjectName
  readonly namespace: string
}

/** The rules of each subject in each scope, as few; in a namespace without those of the whole cluster. */
function perScope<Of extends Scope>(
  all: readonly Of[],
  ruleOf: (one: Of) => Rule | undefined,
): readonly (Scope & { readonly rule: Rule })[] {
  const scopes = new Map<string, Scope & { readonly rules: Rule[] }>()
  const keyOf = (namespace: string, subject: SubjectName) => `${namespace}/${subjectKey(subject)}`
  for (const one of all) {
    const rule = ruleOf(one)
    if (rule === undefined) continue
    const { subject, namespace } = one
    const scope = scopes.get(keyOf(namespace, subject)) ?? { subject, namespace, rules: [] }
    scope.rules.push(rule)
    scopes.set(keyOf(namespace, subject), scope)
  }
  return [...scopes.values()].flatMap(({ subject, namespace, rules }) => {
    const everywhere = namespace === '' ? undefined : scopes.get(keyOf('', subject))?.rules
    const wide = new RuleSet(everywhere ?? [])
    const own = everywhere === undefined ? rules : rules.flatMap((rule) => subtract(rule, wide))
    return fold(own).map((rule) => ({ subject, namespace, rule }))
  })
}

const CONNECTING: Rule = {
  verbs: ['get'],
  apiGroups: [''],
  resources: [...POD_CONNECTIONS].map((one) => `pods/${one}`).sort(),
  resourceNames: [],
  nonResourceURLs: [],
}

const OF_CONNECTIONS = rulesThat((rule) => intersect(rule, CONNECTING) !== undefined)

/**
 * The connections by `get` that are held on both sides, as far as the subject holds no `create` on the side that needs it. A `get`
 * that one side does not have is a change of its own.
 */
function connectionAccess(granted: Rights, without: HeldByNames): readonly VersionAccess[] {
  const holders = granted.heldByAll(OF_CONNECTIONS).rules.map(({ holder }) => holder)
  const subjects = [...new Map(holders.map((one) => [subjectKey(one), one])).values()].filter((one) => !isMasters(one))
  const missing = subjects.flatMap((subject) => {
    const alone = userOnlyNamed(subject)
    const bound = [granted, without.rights].flatMap((rights) => rights.anywhere(alone))
    const namespaces = new Set(['', ...bound.map(({ binding }) => binding.namespace)])
    return [...namespaces].flatMap((namespace) => {
      const [one, other] = [granted, without.rights].map((rights) => connectionsIn(rights, alone, namespace))
      const both = (one ?? []).flatMap((a) => (other ?? []).flatMap((b) => intersect(a, b) ?? []))
      const creators = new RuleSet(without.rulesIn(subject, namespace))
      const left = fold(both).flatMap((rule) => subtract({ ...rule, verbs: ['create'] }, creators))
      return left.map((rule) => ({ subject, namespace, rule }))
    })
  })
  return perScope(missing, ({ rule }) => rule).map(
    (access): VersionAccess => ({
      ...access,
      rule: { ...access.rule, verbs: ['get'] },
      dangers: [],
      versionRight: 'connection',
      except: without.partsOf(access).map((part) => ({ ...part, rule: { ...part.rule, verbs: ['get'] } })),
    }),
  )
}

function connectionsIn(rights: Rights, user: ReturnType<typeof userOnlyNamed>, namespace: string): readonly Rule[] {
  return rights
    .heldIn(user, namespace, { eachRoleOnce: true, only: OF_CONNECTIONS })
    .rules.flatMap(({ rule }) => intersect(rule, CONNECTING) ?? [])
}
