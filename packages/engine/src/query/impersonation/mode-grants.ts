import { type ImpersonationMode, refusedForAll } from '../../designs/index.ts'
import {
  AUTHENTICATION_GROUP,
  type Evidence,
  nodeOf,
  nodeUsername,
  type Rule,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountOf,
  serviceAccountUsername,
} from '../../kube/index.ts'
import {
  allowedNames,
  apiGroupMatches,
  extraKeys,
  type Held,
  includesName,
  type Names,
  resourceMatches,
  verbMatches,
  verbsAfter,
} from '../../rights/index.ts'
import { scopeOf } from './permissions.ts'

/** The kinds of target that modes tell apart. `own-node`: the node that the requestor’s token is bound to. */
export type TargetKind = 'user' | 'serviceaccount' | 'node' | 'own-node'

/** Usernames that one rule allows to impersonate. */
export interface UsernameGrant {
  readonly kind: TargetKind
  /** Usernames; for service accounts and nodes their own names. `any` for `own-node`. */
  readonly names: Names
  /** The namespace of the service accounts. Absent where they may be of any namespace, and for other kinds. */
  readonly namespace?: string
  readonly evidence: Evidence
}

/** Groups or UIDs that one rule allows to impersonate along with a username. */
export interface NameGrant {
  readonly names: Names
  /**
   * The rule allows the name `*`, which the API server asks for before it asks for the names, but only where there are four
   * or more (Go: `impersonationModeState.check`).
   */
  readonly fromFour?: true
  readonly evidence: Evidence
}

/** Extra keys and values that one rule allows to impersonate along with a username. */
export interface ExtraGrant {
  readonly keys: Names
  readonly values: Names
  /** As in {@link NameGrant}, for keys or values. */
  readonly fromFour?: true
  readonly evidence: Evidence
}

/** Requests that one rule allows to make while impersonating in a constrained mode. */
export interface ActionGrant {
  /** The verbs of the requests, without `impersonate-on:‹mode›:`. */
  readonly verbs: Names
  /** The resources or paths. Its verbs are as written. */
  readonly rule: Rule
  /** The namespace of the requests. Absent where the rule holds in the whole cluster. */
  readonly namespace?: string
  readonly evidence: Evidence
}

/** What the rules of a user allow in one mode, part by part. An impersonation needs a grant for each part. */
export interface ModeGrants {
  readonly mode: ImpersonationMode
  readonly usernames: readonly UsernameGrant[]
  /** Names that rules list for usernames of the mode, and that none of its checks asks for: those of another identity. */
  readonly neverAsked: readonly NameGrant[]
  readonly uids: readonly NameGrant[]
  readonly groups: readonly NameGrant[]
  readonly extras: readonly ExtraGrant[]
  /** Empty for legacy, which checks no action. */
  readonly actions: readonly ActionGrant[]
  /** Whether a rule names a verb of the mode. `*` grants it without naming it. */
  readonly named: boolean
}

/** The grants of a mode among the rules of a user. */
export function grantsIn(mode: ImpersonationMode, held: readonly Held[]): ModeGrants {
  const legacy = mode === 'legacy'
  const verb = legacy ? 'impersonate' : `impersonate:${mode}`
  const prefix = `impersonate-on:${mode}:`
  const onIdentity = held.filter(({ rule }) => verbMatches(rule, verb))
  const withParts = legacy || mode === 'user-info'
  const clusterWide = withParts ? onIdentity.filter(({ namespace }) => namespace === '') : []
  const parts = {
    usernames: distinct(usernames(mode, onIdentity)),
    uids: distinct(namesOn('uids', AUTHENTICATION_GROUP, clusterWide, (uid) => uid !== '')),
    groups: distinct(groups(legacy, clusterWide)),
    extras: distinct(extras(legacy, clusterWide)),
    actions: legacy ? [] : distinct(actions(prefix, held)),
  }
  const named = (one: { readonly evidence: Evidence }): boolean =>
    one.evidence.rule?.verbs.some((each) => each === verb || (!legacy && each.startsWith(prefix))) ?? false
  const unused = distinct(neverAsked(mode, onIdentity))
  return { mode, ...parts, neverAsked: unused, named: [...Object.values(parts).flat(), ...unused].some(named) }
}

/**
 * The resources on which a rule grants legacy impersonation, of those that the API server asks about (Go:
 * `buildImpersonationRequests`). A rule for others, such as `users/status`, grants nothing. `namespace`: that of the
 * RoleBinding; empty for a ClusterRoleBinding.
 */
export function legacyResources(rule: Rule, namespace: string): readonly string[] {
  const held: Held = { rule, namespace, evidence: () => ({ authorizer: 'RBAC' }) }
  const { usernames, groups, uids, extras } = grantsIn('legacy', [held])
  const granted: Readonly<Record<string, readonly unknown[]>> = {
    users: usernames.filter(({ kind }) => kind === 'user'),
    groups,
    serviceaccounts: usernames.filter(({ kind }) => kind === 'serviceaccount'),
    uids,
    userextras: extras,
  }
  return Object.keys(granted).filter((resource) => (granted[resource] ?? []).length > 0)
}

function usernames(mode: ImpersonationMode, held: readonly Held[]): readonly UsernameGrant[] {
  const clusterWide = held.filter(({ namespace }) => namespace === '')
  const ofKind =
    (kind: TargetKind) =>
    (grant: NameGrant): UsernameGrant => ({ kind, ...grant })
  switch (mode) {
    case 'associated-node':
      return namesOn('nodes', AUTHENTICATION_GROUP, clusterWide, (name) => name === '*').map(({ evidence }) => ({
        kind: 'own-node',
        names: 'any',
        evidence,
      }))
    case 'arbitrary-node':
      return namesOn('nodes', AUTHENTICATION_GROUP, clusterWide, isNode).map(ofKind('node'))
    case 'serviceaccount':
      return accounts(AUTHENTICATION_GROUP, held)
    case 'user-info':
      return namesOn('users', AUTHENTICATION_GROUP, clusterWide, isOtherUser).map(ofKind('user'))
    case 'legacy':
      return [...namesOn('users', '', clusterWide, isUser).map(ofKind('user')), ...accounts('', held)]
  }
}

function isNode(name: string): boolean {
  return nodeOf(nodeUsername(name)) !== undefined
}

/** The names of rules on usernames that {@link usernames} leaves out. */
function neverAsked(mode: ImpersonationMode, held: readonly Held[]): readonly NameGrant[] {
  const clusterWide = held.filter(({ namespace }) => namespace === '')
  const onUsers = (apiGroup: string, isAsked: (name: string) => boolean) =>
    namesOn('users', apiGroup, clusterWide, (name) => !isAsked(name))
  const onAccounts = (apiGroup: string) =>
    held.flatMap((one) => namesOn('serviceaccounts', apiGroup, [one], (name) => !isAccountIn(one)(name)))
  const grants: Readonly<Record<ImpersonationMode, () => readonly NameGrant[]>> = {
    'associated-node': () => namesOn('nodes', AUTHENTICATION_GROUP, clusterWide, (name) => name !== '*'),
    'arbitrary-node': () => namesOn('nodes', AUTHENTICATION_GROUP, clusterWide, (name) => !isNode(name)),
    serviceaccount: () => onAccounts(AUTHENTICATION_GROUP),
    'user-info': () => onUsers(AUTHENTICATION_GROUP, isOtherUser),
    legacy: () => [...onUsers('', isUser), ...onAccounts('')],
  }
  return grants[mode]().filter(({ names }) => names !== 'any')
}

/** A user by the name of a service account is never checked on `users`. */
function isUser(name: string): boolean {
  return name !== '' && serviceAccountOf(name) === undefined
}

/** The mode user-info does not apply to nodes either. */
function isOtherUser(name: string): boolean {
  return isUser(name) && nodeOf(name) === undefined
}

function accounts(apiGroup: string, held: readonly Held[]): readonly UsernameGrant[] {
  return held.flatMap((one): readonly UsernameGrant[] => {
    return namesOn('serviceaccounts', apiGroup, [one], isAccountIn(one)).map((grant) => ({
      kind: 'serviceaccount',
      ...grant,
      ...scopeOf(one),
    }))
  })
}

/** Whether a name is that of a service account, which the rule of a binding can be asked about. */
function isAccountIn({ namespace }: Held): (name: string) => boolean {
  return (name) => serviceAccountOf(serviceAccountUsername({ namespace: namespace || 'default', name })) !== undefined
}

/** The names that rules allow on a resource, without those that no request can ask for. */
function namesOn(
  resource: string,
  apiGroup: string,
  held: readonly Held[],
  isPossible: (name: string) => boolean,
): readonly NameGrant[] {
  return held.flatMap((one): readonly NameGrant[] => {
    const { rule } = one
    if (!apiGroupMatches(rule, apiGroup) || !resourceMatches(rule, resource)) return []
    if (rule.resourceNames.length === 0) return [{ names: 'any', evidence: one.evidence() }]
    const names = rule.resourceNames.filter(isPossible)
    return names.length === 0 ? [] : [{ names, evidence: one.evidence() }]
  })
}

function groups(legacy: boolean, held: readonly Held[]): readonly NameGrant[] {
  if (legacy) return namesOn('groups', '', held, () => true)
  const single = namesOn('groups', AUTHENTICATION_GROUP, held, isConstrainedGroup)
  const many = namesOn('groups', AUTHENTICATION_GROUP, held, (name) => name === '*')
  return [...single, ...many.flatMap(({ names, evidence }) => (names === 'any' ? [] : [manyGroups(evidence)]))]
}

function manyGroups(evidence: Evidence): NameGrant {
  return { names: 'any', fromFour: true, evidence }
}

/** Whether constrained impersonation accepts a group at all. */
export function isConstrainedGroup(group: string): boolean {
  return group !== '' && group !== SYSTEM_PRIVILEGED_GROUP
}

function extras(legacy: boolean, held: readonly Held[]): readonly ExtraGrant[] {
  return held.flatMap((one): readonly ExtraGrant[] => {
    const { rule } = one
    if (!apiGroupMatches(rule, AUTHENTICATION_GROUP)) return []
    const written = extraKeys(rule)
    const values = allowedNames(rule)
    if (legacy) return written.length === 0 ? [] : [{ keys: written, values, evidence: one.evidence() }]
    const keys: Names = written === 'any' ? 'any' : written.filter((key) => !isRefused(key, 'value'))
    const accepted: Names = values === 'any' ? 'any' : values.filter((value) => !isRefused('example.com/key', value))
    const many = includesName(written, '*') && includesName(values, '*') && !(keys === 'any' && values === 'any')
    return [
      ...(keys.length > 0 && accepted.length > 0 ? [{ keys, values: accepted, evidence: one.evidence() }] : []),
      ...(many ? [manyExtras(one.evidence())] : []),
    ]
  })
}

function manyExtras(evidence: Evidence): ExtraGrant {
  return { keys: 'any', values: 'any', fromFour: true, evidence }
}

/** Whether constrained impersonation refuses an extra for every requestor. */
function isRefused(key: string, value: string): boolean {
  return refusedForAll({ username: '', uid: '', groups: [], extra: new Map([[key, [value]]]) }) !== undefined
}

/** The rules with verbs `impersonate-on:‹mode›:‹verb›`. The verb `*` in that place is only a name that no request has. */
function actions(prefix: string, held: readonly Held[]): readonly ActionGrant[] {
  return held.flatMap((one): readonly ActionGrant[] => {
    const { rule, namespace } = one
    const written = verbsAfter(rule, prefix)
    const verbs = written === 'any' ? written : written.filter((verb) => verb !== '*')
    // A RoleBinding grants no path.
    const empty = rule.resources.length === 0 && (namespace !== '' || rule.nonResourceURLs.length === 0)
    if (verbs.length === 0 || empty) return []
    return [{ verbs, rule, ...scopeOf(one), evidence: one.evidence() }]
  })
}

/** Grants without those that an earlier binding or rule gives in the same words. */
function distinct<Grant extends { readonly evidence: Evidence }>(grants: readonly Grant[]): readonly Grant[] {
  const seen = new Set<string>()
  return grants.filter(({ evidence: _, ...grant }) => {
    const key = JSON.stringify(grant)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
