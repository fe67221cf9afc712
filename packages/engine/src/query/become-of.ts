import type { BoundRoles } from '../authorizers/index.ts'
import type { ClusterSettings } from '../decide/index.ts'
import { type ImpersonationMode, modesInTurn } from '../designs/index.ts'
import { type Evidence, NODE_NAME_KEY, nodeOf, serviceAccountUsername, type UserInfo, userInfo } from '../kube/index.ts'
import { type BecomingInMode, becoming, identityEvidence, type Missing } from './become.ts'
import { type ActionGrant, includes, isConstrainedGroup } from './become-grants.ts'
import { BecomingSubjects } from './become-subjects.ts'
import { type SubjectName, userOfSubject } from './subjects.ts'

/** The target of an impersonation: a user with what the headers ask for, or a group that goes with some user. */
export type BecomingTarget =
  | { readonly kind: 'user'; readonly user: UserInfo }
  | { readonly kind: 'group'; readonly group: string }

/** A subject that may become a target in a mode. */
export interface Becomer {
  readonly subject: SubjectName
  readonly mode: ImpersonationMode
  /** A rule for each part of the identity: the username, then each group. */
  readonly evidence: readonly Evidence[]
  /** What it may do then. Empty for legacy: whatever the target may. */
  readonly actions: readonly ActionGrant[]
  /** As in `BecomingInMode`: where it is not empty, nothing is allowed. */
  readonly missing: readonly Missing[]
  /** The group is allowed only together with three others. */
  readonly fromFour?: true
}

/**
 * The subjects of a policy that may impersonate a target, mode by mode: the other direction of `becoming`. A subject whose
 * rights come from one of its groups alone is not listed beside that group. Members of `system:masters` may become anybody.
 *
 * The mode associated-node is listed for service accounts, which may become the node that their token is bound to; which
 * one that is no policy tells.
 */
export function becomingOf(bound: BoundRoles, target: BecomingTarget, cluster: ClusterSettings): readonly Becomer[] {
  const subjects = BecomingSubjects.of(bound)
  return subjects.all.flatMap((subject) => {
    const { modes } = becoming(bound, userOfSubject(subject), cluster)
    return modes.flatMap((mode) => {
      const one = becomerIn(mode, subject, target)
      return one === undefined || isByGroup(one, subjects) ? [] : [one]
    })
  })
}

function becomerIn(grants: BecomingInMode, subject: SubjectName, target: BecomingTarget): Becomer | undefined {
  const { mode, actions, missing } = grants
  const found = target.kind === 'user' ? asUser(grants, target.user) : withGroup(grants, target.group)
  return found && { subject, mode, ...found, actions, missing }
}

type Found = Pick<Becomer, 'evidence' | 'fromFour'>

function asUser(grants: BecomingInMode, target: UserInfo): Found | undefined {
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
function withGroup({ mode, usernames, groups }: BecomingInMode, group: string): Found | undefined {
  if (mode !== 'legacy' && !isConstrainedGroup(group)) return undefined
  const [username] = usernames
  const allowed = groups.filter(({ names }) => includes(names, group))
  const grant = allowed.find(({ fromFour }) => !fromFour) ?? allowed[0]
  if (username === undefined || grant === undefined) return undefined
  return { evidence: [username.evidence, grant.evidence], ...(grant.fromFour && { fromFour: true }) }
}

/** Whether every rule comes from one group, which is listed itself. */
function isByGroup({ subject, evidence, actions }: Becomer, subjects: BecomingSubjects): boolean {
  const by = [...evidence, ...actions.map((one) => one.evidence)].map((one) => one.subject)
  const [first] = by
  if (first?.kind !== 'Group' || (subject.kind === 'Group' && subject.name === first.name)) return false
  return (
    subjects.all.some(({ kind, name }) => kind === 'Group' && name === first.name) &&
    by.every((one) => one?.kind === 'Group' && one.name === first.name)
  )
}
