import type { ClusterSettings } from '../../cluster/index.ts'
import { type ImpersonationMode, modesInTurn } from '../../designs/index.ts'
import {
  ALL_SERVICE_ACCOUNTS,
  type Evidence,
  NODE_NAME_KEY,
  nodeOf,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountUsername,
  type UserInfo,
  userInfo,
} from '../../kube/index.ts'
import { includesName, type Rights, subjectKey, subjectOfUsername, userOf } from '../../rights/index.ts'
import { canBecome, type ImpersonationInMode, identityEvidence, type Missing } from './can-become.ts'
import { type Escalation, equivalents } from './escalations.ts'
import { type ActionGrant, isConstrainedGroup, type UsernameGrant } from './mode-grants.ts'
import { commonScope } from './permissions.ts'
import { RelevantSubjects } from './relevant-subjects.ts'

/** The target of an impersonation: a user with what the headers ask for, or a group that goes with some user. */
export type ImpersonationTarget =
  | { readonly kind: 'user'; readonly user: UserInfo }
  | { readonly kind: 'group'; readonly group: string }

/** A subject that may become a target in a mode. */
export interface ImpersonatorInMode {
  readonly subject: SubjectName
  readonly mode: ImpersonationMode
  /** A rule for each part of the identity: the username, then each group. */
  readonly evidence: readonly Evidence[]
  /** What it may do then. Empty for legacy: whatever the target may. */
  readonly actions: readonly ActionGrant[]
  /** As in `ImpersonationInMode`: where it is not empty, nothing is allowed. */
  readonly missing: readonly Missing[]
  /** The group is allowed only together with three others. */
  readonly fromFour?: true
  /** Of a group: the usernames with which it goes. */
  readonly along?: UsernameGrant
}

/**
 * The subjects of a policy that may impersonate a target, mode by mode: the other direction of `canBecome`. Neither the target
 * itself is listed, nor a subject whose rights come from one of its groups alone: the group is. Members of `system:masters`
 * may become anybody.
 *
 * The mode associated-node is listed for service accounts, which may become the node that their token is bound to. No
 * policy says which node that is.
 */
export function whoCanBecome(
  bound: Rights,
  target: ImpersonationTarget,
  cluster: ClusterSettings,
): readonly ImpersonatorInMode[] {
  const itself = target.kind === 'user' ? subjectOfUsername(target.user.username) : undefined
  return others(bound, itself).flatMap((subject) => {
    const { modes } = canBecome(bound, userOf(subject), cluster)
    return modes.flatMap((mode) => {
      const one = impersonatorIn(mode, subject, target)
      return one === undefined || isByGroup(one) ? [] : [one]
    })
  })
}

function others(bound: Rights, itself: SubjectName | undefined): readonly SubjectName[] {
  const { all } = RelevantSubjects.of(bound)
  return itself === undefined ? all : all.filter((one) => subjectKey(one) !== subjectKey(itself))
}

function impersonatorIn(
  grants: ImpersonationInMode,
  subject: SubjectName,
  target: ImpersonationTarget,
): ImpersonatorInMode | undefined {
  const { mode, actions, missing } = grants
  const found = target.kind === 'user' ? asUser(grants, target.user) : withGroup(grants, target.group)
  return found && { subject, mode, ...found, actions, missing }
}

type Found = Pick<ImpersonatorInMode, 'evidence' | 'fromFour' | 'along'>

function asUser(grants: ImpersonationInMode, target: UserInfo): Found | undefined {
  if (!modesInTurn(target, boundToNode(target), undefined).includes(grants.mode)) return undefined
  const evidence = identityEvidence(grants, target)
  return evidence && { evidence }
}

/** A service account with a token that is bound to the target’s node, for which each mode applies that can. */
function boundToNode({ username }: UserInfo): UserInfo {
  const account = serviceAccountUsername({ namespace: 'default', name: 'default' })
  return userInfo({ username: account, extra: { [NODE_NAME_KEY]: [nodeOf(username) ?? ''] } })
}

/** A group goes with any user whom the mode allows. */
function withGroup({ mode, usernames, groups }: ImpersonationInMode, group: string): Found | undefined {
  if (mode !== 'legacy' && !isConstrainedGroup(group)) return undefined
  const [username] = usernames
  const allowed = groups.filter(({ names }) => includesName(names, group))
  const grant = allowed.find(({ fromFour }) => !fromFour) ?? allowed[0]
  if (username === undefined || grant === undefined) return undefined
  return { evidence: [username.evidence, grant.evidence], along: username, ...(grant.fromFour && { fromFour: true }) }
}

/** Whether every rule comes from one group, which is listed itself. */
function isByGroup({ subject, evidence, actions }: ImpersonatorInMode): boolean {
  return isOfGroup([...evidence, ...actions.map((one) => one.evidence)], subject)
}

/** Whether rules of a subject are all those of one group that it is in, which is a subject itself. */
function isOfGroup(evidence: readonly Evidence[], subject: SubjectName): boolean {
  const by = evidence.map((one) => one.subject)
  const [first] = by
  if (first?.kind !== 'Group' || (subject.kind === 'Group' && subject.name === first.name)) return false
  return by.every((one) => one?.kind === 'Group' && one.name === first.name)
}

/** A subject that has another way to the rights of a target than impersonation. */
export interface EscalationBy {
  readonly subject: SubjectName
  readonly escalation: Escalation
}

/**
 * The subjects of a policy that have another way to the rights of a subject than impersonation, in one step: the other
 * direction of `equivalents`. To a user or into a group, that is a certificate. The target itself is not listed.
 */
export function equivalentsOf(bound: Rights, target: SubjectName, cluster: ClusterSettings): readonly EscalationBy[] {
  return others(bound, target).flatMap((subject) => {
    const escalations = equivalents(bound, userOf(subject), cluster).filter((escalation) => leadsTo(escalation, target))
    return escalations
      .filter(({ evidence }) => !isOfGroup(evidence, subject))
      .map((escalation) => ({ subject, escalation }))
  })
}

function leadsTo(escalation: Escalation, target: SubjectName): boolean {
  const accounts = accountsAmong(target)
  const inScope = (scope: { readonly namespace?: string }): boolean =>
    accounts !== undefined && commonScope(scope, accounts) !== undefined
  switch (escalation.kind) {
    case 'certificate':
      return target.kind !== 'Group' || target.name !== SYSTEM_PRIVILEGED_GROUP
    case 'token':
    case 'pod':
    case 'token-secret':
      return inScope(escalation) && (accounts?.name === undefined || includesName(escalation.accounts, accounts.name))
    case 'workload':
    case 'read-secrets':
    case 'exec':
      return inScope(escalation)
    case 'node-proxy':
      return accounts !== undefined
    case 'bind':
    case 'escalate':
      return false
  }
}

/** The service accounts that are a subject: all in a namespace, where a group has them. Undefined for other subjects. */
function accountsAmong({ kind, name, namespace }: SubjectName): { namespace?: string; name?: string } | undefined {
  if (kind === 'ServiceAccount') return { namespace, name }
  if (kind !== 'Group') return undefined
  if (name === ALL_SERVICE_ACCOUNTS) return {}
  const prefix = `${ALL_SERVICE_ACCOUNTS}:`
  return name.startsWith(prefix) ? { namespace: name.slice(prefix.length) } : undefined
}
