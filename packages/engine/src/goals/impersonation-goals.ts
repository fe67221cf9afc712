import { type ClusterSettings, unreadOf } from '../cluster/index.ts'
import {
  type Evidence,
  nodeUsername,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountUsername,
  type UserInfo,
} from '../kube/index.ts'
import { canBecome, type ImpersonationInMode, pathInWords, pathsTo, type UsernameGrant } from '../query/index.ts'
import { identityInWords, isSuperuser, subjectInWords, subjectKey, subjectOfGroup, userOf } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { decidedBy } from '../words/index.ts'
import type { GoalAction, GoalQuestion } from './goal.ts'
import { type GoalCluster, ownSubjects } from './goal-cluster.ts'
import { usernameOfWord } from './goal-user.ts'
import { fails, type GoalVerdict, holdsUnless, notDecided } from './result.ts'

type Question<Kind extends GoalQuestion['kind']> = GoalQuestion & { readonly kind: Kind }

/**
 * No subject of the policy can become somebody, or get into a group, by impersonation or another way, in any number of steps.
 * Bindings of the default roles do not count, nor do members of `system:masters`.
 */
export function judgeBecome({ word }: Question<'become'>, cluster: GoalCluster): GoalVerdict {
  const settings = settingsOf(cluster)
  if (settings === undefined) return notDecided(OTHER_DESIGN)
  const target = word === SYSTEM_PRIVILEGED_GROUP ? subjectOfGroup(word) : cluster.subject(word)
  if (target === undefined) return notDecided([`“${word}” names no subject.`])
  const own = ownSubjectKeys(cluster)
  const paths = pathsTo({ kind: 'subject', subject: target }, cluster.decided.cluster.rights, settings)
  const path = paths.find(({ subject, steps }) => steps.length > 0 && own.has(subjectKey(subject)))
  if (path === undefined) return holdsUnless(cluster.decided.cluster.unread, ['No subject of a binding can.'])
  const whom: RichText =
    target.kind === 'Group' ? ['a user in group ', { code: target.name }] : identityInWords(userOf(target))
  const evidence = path.steps.flatMap((step) => (step.kind === 'way' ? step.way.evidence : step.evidence))
  return fails(pathInWords(path, subjectInWords(path.subject), ['become ', ...whom]), { evidence })
}

/** A subject may impersonate nobody, or nobody but some. */
export function judgeActAs({ subject, but }: Question<'act-as'>, user: UserInfo, cluster: GoalCluster): GoalVerdict {
  const settings = settingsOf(cluster)
  if (settings === undefined) return notDecided(OTHER_DESIGN)
  const allowed = new Set(but.map(usernameOfWord))
  for (const mode of whole(canBecome(cluster.decided.cluster.rights, user, settings).modes)) {
    for (const grant of mode.usernames) {
      const other = otherThan(allowed, grant)
      if (other === undefined) continue
      return failsBy([{ code: subject.word }], other, mode, grant)
    }
  }
  const said = but.length === 0 ? 'It may act as nobody.' : 'It may act as nobody else.'
  return holdsUnless(unreadOf(cluster.decided.cluster, user), [said])
}

/**
 * A verdict where one of some users may impersonate everybody in a constrained mode, of the kind that an action with the verb
 * “impersonate” is about: by a “*”, or by a verb of the mode without names. That verb is only one way to act as somebody.
 */
export function judgeOtherModes(
  action: GoalAction,
  users: readonly { readonly user: UserInfo; readonly words: RichText }[],
  cluster: GoalCluster,
): GoalVerdict | undefined {
  const settings = settingsOf(cluster)
  if (settings === undefined) return undefined
  for (const { user, words } of users) {
    if (isSuperuser(user)) continue
    for (const mode of whole(canBecome(cluster.decided.cluster.rights, user, settings).modes)) {
      const grant = mode.mode === 'legacy' ? undefined : mode.usernames.find((one) => opensAll(action, one))
      if (grant !== undefined) return failsBy(words, targetInWords(grant), mode, grant)
    }
  }
  return undefined
}

const OTHER_DESIGN = ['Whom somebody can become is known for the released designs.']

/** The settings by which the modes of the design are asked; undefined where they are not the released ones. */
function settingsOf({ decided: { design }, scenario: { cluster } }: GoalCluster): ClusterSettings | undefined {
  if (design.id === 'constrained' || design.impersonatesAsReleased) return cluster
  return design.id === 'legacy' ? { ...cluster, constrainedImpersonation: false } : undefined
}

/** The subjects that the policy itself binds. */
function ownSubjectKeys(cluster: GoalCluster): ReadonlySet<string> {
  return new Set(
    ownSubjects(cluster)
      .filter((one) => !isSuperuser(userOf(one)))
      .map(subjectKey),
  )
}

function whole(modes: readonly ImpersonationInMode[]): readonly ImpersonationInMode[] {
  return modes.filter(({ missing }) => missing.length === 0)
}

function failsBy(
  who: RichText,
  whom: RichText,
  { mode, actions }: ImpersonationInMode,
  grant: UsernameGrant,
): GoalVerdict {
  const evidence: readonly Evidence[] = [grant.evidence, ...actions.slice(0, 1).map((one) => one.evidence)]
  return fails([...who, ' may act as ', ...whom, ' (', { code: mode }, '): by ', ...decidedBy(grant.evidence), '.'], {
    evidence,
  })
}

/** A target of a grant that is not one of some usernames. */
function otherThan(allowed: ReadonlySet<string>, grant: UsernameGrant): RichText | undefined {
  if (grant.names === 'any' || (grant.kind === 'serviceaccount' && grant.namespace === undefined))
    return targetInWords(grant)
  const other = usernamesIn(grant).find((name) => !allowed.has(name))
  return other === undefined ? undefined : [{ code: other }]
}

function usernamesIn({ kind, names, namespace = '' }: UsernameGrant): readonly string[] {
  if (names === 'any') return []
  return names.map((name) =>
    kind === 'serviceaccount'
      ? serviceAccountUsername({ namespace, name })
      : kind === 'node'
        ? nodeUsername(name)
        : name,
  )
}

const ANY: Readonly<Record<UsernameGrant['kind'], string>> = {
  user: 'any user',
  serviceaccount: 'any service account',
  node: 'any node',
  'own-node': 'the node that its token is bound to',
}

function targetInWords(grant: UsernameGrant): RichText {
  const [name] = usernamesIn(grant)
  if (name === undefined) {
    const within: RichText = grant.namespace === undefined ? [] : [' of namespace ', { code: grant.namespace }]
    return [ANY[grant.kind], ...within]
  }
  return [{ code: name }]
}

/** Whether a grant opens every target of a kind that an action with the verb “impersonate” is about. */
function opensAll({ what, scope }: GoalAction, { kind, names, namespace }: UsernameGrant): boolean {
  if (names !== 'any' || kind === 'own-node') return false
  // The verb “impersonate” is checked on users for nodes, too.
  if (kind !== 'serviceaccount') return what.includes('users')
  const elsewhere = typeof scope === 'object' && namespace !== undefined && scope.namespace !== namespace
  return what.includes('serviceaccounts') && !elsewhere
}
