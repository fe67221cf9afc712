import { type ClusterSettings, featureEnabled } from '../../cluster/index.ts'
import {
  constrained,
  extraPairs,
  type ImpersonationMode,
  MODES_IN_ORDER,
  modesInTurn,
  refusedForAll,
  withImpliedGroups,
} from '../../designs/index.ts'
import {
  ALL_AUTHENTICATED,
  ALL_SERVICE_ACCOUNTS,
  type Attributes,
  type Evidence,
  nodeOf,
  serviceAccountOf,
  type UserInfo,
} from '../../kube/index.ts'
import { type Held, includesName, isAskedInNoNamespace, type Rights, ruleAllows } from '../../rights/index.ts'
import { grantsIn, type ModeGrants, type NameGrant, type TargetKind } from './mode-grants.ts'
import { heldIn } from './permissions.ts'

/** What is missing in a mode, so that its grants allow nothing. */
export type Missing = 'username' | 'action' | 'service-account'

/** A mode in which a user holds something. */
export interface ImpersonationInMode extends ModeGrants {
  /**
   * Empty where the mode allows an impersonation. `username`: no user may be impersonated, so what else is granted goes with
   * nobody. `action`: nothing may be done while impersonating. `service-account`: only a service account has a node of its
   * own, and this user is none.
   */
  readonly missing: readonly Missing[]
}

/** Whom a user may impersonate. */
export interface CanBecome {
  readonly subject: UserInfo
  /** Whether the feature gate is on. Where it is off, the API server asks for legacy impersonation alone. */
  readonly featureEnabled: boolean
  /** The modes in which the user holds something, in the order in which the API server tries them. */
  readonly modes: readonly ImpersonationInMode[]
}

const IN_ORDER: readonly ImpersonationMode[] = [...MODES_IN_ORDER.map(({ mode }) => mode), 'legacy']

/**
 * Whom a user may impersonate by the RBAC rules of a policy, and what it may do then. The constrained modes count where the
 * version and its gate turn them on, legacy always (Go: `k8s.io/apiserver/pkg/endpoints/filters/impersonation`). In every
 * mode the target must be allowed the request as well: impersonation never adds a permission.
 *
 * A mode whose grants allow nothing is listed, with what is missing, where a rule names one of its verbs.
 *
 * Only RBAC and `system:masters` are read: a webhook or access rules may allow more, and a webhook that comes first may deny.
 */
export function canBecome(bound: Rights, subject: UserInfo, cluster: ClusterSettings): CanBecome {
  return canBecomeBy(heldIn(cluster, bound, subject), subject, cluster)
}

/** What a rule grants on identities by a RoleBinding, although the API server checks them in no namespace. */
export interface IdentityInNamespace {
  readonly binding: NonNullable<Evidence['binding']>
  readonly verbs: readonly string[]
  readonly resources: readonly string[]
}

/** The rules of a user on identities that count for no impersonation, because a RoleBinding grants them. */
export function identitiesInNamespaces(
  bound: Rights,
  subject: UserInfo,
  cluster: ClusterSettings,
): readonly IdentityInNamespace[] {
  return heldIn(cluster, bound, subject).flatMap((held) => {
    const { rule, namespace } = held
    if (namespace === '') return []
    const isAsked = (verb: string, resource: string) =>
      rule.apiGroups.some((apiGroup) => isAskedInNoNamespace({ verb, apiGroup, resource }))
    const verbs = rule.verbs.filter((verb) => rule.resources.some((resource) => isAsked(verb, resource)))
    const resources = rule.resources.filter((resource) => verbs.some((verb) => isAsked(verb, resource)))
    const { binding } = verbs.length === 0 ? {} : held.evidence()
    return binding === undefined ? [] : [{ binding, verbs, resources }]
  })
}

/** {@link canBecome} of a user whose rules are known. */
export function canBecomeBy(held: readonly Held[], subject: UserInfo, cluster: ClusterSettings): CanBecome {
  const enabled = featureEnabled(constrained, cluster)
  const modes = IN_ORDER.filter((mode) => enabled || mode === 'legacy').flatMap((mode) => {
    const grants = grantsIn(mode, held)
    const missing = missingIn(grants, subject)
    const holdsSomething = missing.length === 0 || grants.named
    return holdsSomething ? [{ ...grants, missing }] : []
  })
  return { subject, featureEnabled: enabled, modes }
}

/** Whether a user, or where the name is empty some member of its groups, can be a service account. */
function canBeServiceAccount({ username, groups }: UserInfo): boolean {
  if (username !== '') return serviceAccountOf(username) !== undefined
  return groups.every(
    (group) =>
      group === ALL_AUTHENTICATED || group === ALL_SERVICE_ACCOUNTS || group.startsWith(`${ALL_SERVICE_ACCOUNTS}:`),
  )
}

function missingIn({ mode, usernames, actions }: ModeGrants, subject: UserInfo): readonly Missing[] {
  const ownsNoNode = mode === 'associated-node' && !canBeServiceAccount(subject)
  return [
    ...(usernames.length === 0 ? (['username'] as const) : []),
    ...(mode !== 'legacy' && actions.length === 0 ? (['action'] as const) : []),
    ...(ownsNoNode ? (['service-account'] as const) : []),
  ]
}

/** An impersonation that is allowed. */
export interface Impersonation {
  readonly mode: ImpersonationMode
  /** The target, with the groups that the API server adds. */
  readonly user: UserInfo
  /** A rule for each part: the action, the username, the UID, each group, each extra value. */
  readonly evidence: readonly Evidence[]
}

/**
 * The impersonation of a target for a request, as the filter of a server that has just started decides it: the first mode
 * that allows it. Undefined where none does. The request itself is authorized afterwards, as the target.
 *
 * @param target as the headers ask for it, without the groups that the API server adds
 */
export function impersonation(
  { subject, featureEnabled: enabled, modes }: CanBecome,
  target: UserInfo,
  request: Attributes,
): Impersonation | undefined {
  for (const mode of modesInTurn(target, subject, undefined)) {
    const grants = modes.find((one) => one.mode === mode)
    if (grants === undefined || (!enabled && mode !== 'legacy')) continue
    const evidence = evidenceIn(grants, target, request)
    if (evidence === undefined) continue
    return { mode, user: withImpliedGroups(target, mode === 'legacy' ? 'nodes-are-users' : 'node-groups'), evidence }
  }
  return undefined
}

function evidenceIn(grants: ModeGrants, target: UserInfo, request: Attributes): readonly Evidence[] | undefined {
  const identity = identityEvidence(grants, target)
  if (identity === undefined || grants.mode === 'legacy') return identity
  const verb = `impersonate-on:${grants.mode}:${request.verb}`
  const action = grants.actions.find(
    ({ rule, namespace }) =>
      (namespace === undefined || namespace === request.namespace) && ruleAllows(rule, { ...request, verb }),
  )
  return action && [action.evidence, ...identity]
}

/** The rules that allow the identity of a target in a mode that applies to it. Undefined where a part is not allowed. */
export function identityEvidence(grants: ModeGrants, target: UserInfo): readonly Evidence[] | undefined {
  const { mode, uids, groups, extras } = grants
  if (mode !== 'legacy' && refusedForAll(target) !== undefined) return undefined
  const pairs = extraPairs(target)
  const manyGroups = target.groups.length >= FOUR
  const manyExtras = target.extra.size >= FOUR || pairs.length >= FOUR
  const inNames = (list: readonly NameGrant[], name: string, many = false) =>
    list.find(({ names, fromFour }) => includesName(names, name) && (many || !fromFour))
  const parts = [
    usernameGrant(grants, target),
    ...(target.uid === '' ? [] : [inNames(uids, target.uid)]),
    ...target.groups.map((group) => inNames(groups, group, manyGroups)),
    ...pairs.map(([key, value]) =>
      extras.find(
        ({ keys, values, fromFour }) =>
          includesName(keys, key) && includesName(values, value) && (manyExtras || !fromFour),
      ),
    ),
  ]
  return parts.every((part) => part !== undefined) ? parts.map(({ evidence }) => evidence) : undefined
}

/** From this number of groups, extra keys or extra values on, one check for all of them comes first. */
const FOUR = 4

function usernameGrant(
  { mode, usernames }: ModeGrants,
  { username }: UserInfo,
): ModeGrants['usernames'][number] | undefined {
  const account = serviceAccountOf(username)
  const node = mode === 'legacy' ? undefined : nodeOf(username)
  const kinds: readonly TargetKind[] =
    account !== undefined ? ['serviceaccount'] : node !== undefined ? ['node', 'own-node'] : ['user']
  const name = account?.name ?? node ?? username
  return usernames.find(
    ({ kind, names, namespace }) =>
      kinds.includes(kind) &&
      (kind === 'own-node' || includesName(names, name)) &&
      (namespace === undefined || namespace === account?.namespace),
  )
}
