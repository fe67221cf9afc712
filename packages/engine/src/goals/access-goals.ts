import { discoveryOf, unreadFor, unreadForCheck, unreadOf } from '../cluster/index.ts'
import { type Attributes, type Binding, type Evidence, resourceParts, type UserInfo } from '../kube/index.ts'
import { grantedVerbs, identityInWords, isSuperuser, subjectInWords, subjectOfGroup } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { decidedBy, doing } from '../words/index.ts'
import { type Asked, asksOf, isEverywhere, pathWithin, resourcesWithin, reviewOf, rulesTouching } from './asked.ts'
import type { GoalAction } from './goal.ts'
import { isAboutImpersonation } from './goal-action.ts'
import type { GoalCluster } from './goal-cluster.ts'
import { playing } from './goal-requests.ts'
import { fails, type GoalVerdict, holds, holdsUnless, NO_PART, notDecided, unknownBy } from './result.ts'

/**
 * A user can do something: every request of the action is allowed. The first that is not is the reason, and of these first one that
 * no role that was not read may allow.
 */
export function judgeCan(user: UserInfo, action: GoalAction, cluster: GoalCluster): GoalVerdict {
  const granted: Attributes[] = []
  const evidence: Evidence[] = []
  const asked = asksOf(action, discoveryOf(cluster.decided.cluster)).flatMap((one) => {
    const create = cluster.decided.cluster.createToConnect(one)
    return create === undefined ? [one] : [one, create]
  })
  let unknown: GoalVerdict | undefined
  for (const one of asked) {
    const review = reviewOf(one, user)
    const answer = cluster.decided.cluster.authorizer.authorize(review)
    if (answer.decision !== 'Allow') {
      const verdict = unknownBy(unreadForCheck({ attributes: review, answer }, cluster.decided.cluster), 'fails')
      unknown ??= verdict
      if (verdict !== undefined) continue
      const why = answer.decision === 'Deny' ? ': an authorizer denies it.' : ': no rule allows it.'
      return fails([...userInWords(user), ' may not ', ...doing(review), why], {
        ...cluster.parts.nearest?.(review, cluster),
        ...playing(user, one, cluster),
        refused: [review],
      })
    }
    granted.push(review)
    if (answer.evidence !== undefined) evidence.push(answer.evidence)
  }
  if (unknown !== undefined) return unknown
  const [first] = evidence
  return holds(first === undefined ? ['An authorizer allows it.'] : ['Allowed by ', ...decidedBy(first), '.'], {
    granted,
    evidence,
    ...(asked[0] && playing(user, asked[0], cluster)),
  })
}

/** The member of a group has no name. */
function userInWords(user: UserInfo): RichText {
  const [group] = user.groups
  return user.username === '' && group !== undefined
    ? subjectInWords(subjectOfGroup(group), 'a member of group')
    : identityInWords(user)
}

/** A user cannot do something: no request of the action is allowed, of any name. The first that is is the reason. */
export function judgeCannot(user: UserInfo, action: GoalAction, cluster: GoalCluster): GoalVerdict {
  const asked = asksOf(action, discoveryOf(cluster.decided.cluster))
  for (const one of asked) {
    const found = allowedOne(user, one, cluster)
    if (found === undefined) continue
    const { review, evidence } = found
    return fails([...userInWords(user), ' may ', ...doing(review), ', by ', ...decidedBy(evidence), '.'], {
      evidence: [evidence],
      ...playing(user, review, cluster),
    })
  }
  if (isAboutImpersonation(action)) {
    if (cluster.parts.impersonation === undefined) return notDecided(NO_PART)
    const other = cluster.parts.impersonation.judgeOtherModes(action, [{ user, words: userInWords(user) }], cluster)
    if (other !== undefined) return other
  }
  return holdsUnless(unreadAbout(asked, unreadOf(cluster.decided.cluster, user)), ['No rule allows it.'], {
    refused: asked.map((one) => reviewOf(one, user)),
    ...(asked[0] && playing(user, asked[0], cluster)),
  })
}

/** Of the bindings whose role was not read, those that may grant some of this. */
export function unreadAbout(asked: readonly Asked[], unread: readonly Binding[]): readonly Binding[] {
  return unread.filter((one) => asked.some((ask) => isEverywhere(ask) || unreadFor([one], ask).length > 0))
}

interface AllowedOne {
  readonly review: Attributes
  readonly evidence: Evidence
}

/** A request that is allowed, among those for which a review without a name or in all namespaces stands. */
function allowedOne(user: UserInfo, asked: Asked, cluster: GoalCluster): AllowedOne | undefined {
  const allowed = (review: Attributes): AllowedOne | undefined => {
    const { authorizer } = cluster.decided.cluster
    const create = cluster.decided.cluster.createToConnect(review)
    if (create !== undefined && authorizer.authorize(create).decision !== 'Allow') return undefined
    const answer = authorizer.authorize(review)
    return answer.decision === 'Allow' ? { review, evidence: answer.evidence ?? { authorizer: 'RBAC' } } : undefined
  }
  const direct = allowed(reviewOf(asked, user))
  if (direct !== undefined || isSuperuser(user) || !cluster.decided.cluster.asksRBAC) return direct
  for (const held of rulesTouching(user, asked, cluster)) {
    const { rule } = held
    const [resource, subresource] = resourceParts(resourcesWithin(rule, asked)[0] ?? '')
    const some = {
      ...asked,
      namespace: held.namespace || asked.namespace,
      ...(asked.name === '' && { name: rule.resourceNames[0] ?? '' }),
      ...(asked.verb === '*' && { verb: (asked.isResourceRequest ? grantedVerbs(rule) : rule.verbs)[0] ?? '' }),
      ...(!asked.isResourceRequest && { path: pathWithin(rule, asked) }),
      ...(asked.resource === '*' && { apiGroup: rule.apiGroups[0] ?? '', resource, subresource }),
    }
    // An authorizer before RBAC may deny it.
    const found = allowed(reviewOf(some, user))
    if (found !== undefined) return { ...found, evidence: held.evidence() }
  }
  return undefined
}
