import { unreadBetween } from '../cluster/index.ts'
import { actionsInWords, type NewRight, newRights } from '../explain/index.ts'
import { type Attributes, combinedResource, type Policy, serviceAccountOf } from '../kube/index.ts'
import { PolicyReader } from '../policy/index.ts'
import { subjectsInWords } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { yamlOf } from '../yaml/index.ts'
import type { GoalCluster } from './goal-cluster.ts'
import { type AskedElsewhere, fails, type GoalVerdict, holdsUnless, notDecided } from './result.ts'

/**
 * Nothing changes against the start: RBAC grants and removes nothing beyond what other goals ask. What they ask is added to
 * the start before the two are compared, and what they refuse is added to the policy, so that neither counts.
 */
export function judgeUnchanged(
  start: string,
  { granted, refused }: AskedElsewhere,
  { decided: { cluster } }: GoalCluster,
): GoalVerdict {
  const { policy, rights } = cluster
  const reader = new PolicyReader()
  const read = (text: string) => reader.read(text, cluster.reading)
  const rightsBy = (one: Policy) => (one === policy ? rights : cluster.withPolicy(one).rights)
  const atStart = read(start)
  const errors = atStart.diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return notDecided(['The policy at the start has errors.'], errors)
  const before = granted.length === 0 ? atStart : read(`${start}${grantsOf(granted)}`)
  const opened = [...newRights(rightsBy(before), rights)].flat()
  if (opened.length > 0) return fails([...changeInWords(opened[0], ' may now also '), ...counted(opened.length)])
  const after = refused.length === 0 ? policy : read(`${policy.text}${grantsOf(refused)}`)
  const closed = [...newRights(rightsBy(after), rightsBy(atStart))].flat()
  if (closed.length > 0) return fails([...changeInWords(closed[0], ' may no longer '), ...counted(closed.length)])
  const unread = unreadBetween(cluster.withPolicy(atStart), cluster)
  return holdsUnless([...unread.before, ...unread.after], ['Nothing else is granted, and nothing is removed.'])
}

function changeInWords(added: NewRight | undefined, may: string): RichText {
  if (added === undefined) return []
  return [...subjectsInWords([added.subject]), may, ...actionsInWords(added.rule, [added.namespace]), '.']
}

function counted(changes: number): RichText {
  return changes === 1 ? [] : [` There ${changes === 2 ? 'is 1 more change' : `are ${changes - 1} more changes`}.`]
}

/** Roles and bindings that grant just these reviews to their users, and to the groups that the goals name. */
function grantsOf(reviews: readonly Attributes[]): string {
  const documents = reviews.flatMap((review, index) => {
    const name = `goal:asked:${index}`
    const { namespace, user } = review
    const kind = namespace === '' ? 'ClusterRole' : 'Role'
    const place = namespace === '' ? {} : { namespace }
    const apiVersion = 'rbac.authorization.k8s.io/v1'
    return [
      { apiVersion, kind, metadata: { name, ...place }, rules: [ruleOf(review)] },
      {
        apiVersion,
        kind: `${kind}Binding`,
        metadata: { name, ...place },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
        subjects: subjectsOfUser(user),
      },
    ]
  })
  return documents.map((document) => `\n---\n${yamlOf(document)}`).join('')
}

function ruleOf(review: Attributes) {
  const { verb, isResourceRequest, path, apiGroup, name } = review
  if (!isResourceRequest) return { verbs: [verb], nonResourceURLs: [path] }
  const resourceNames = name === '' ? {} : { resourceNames: [name] }
  return { verbs: [verb], apiGroups: [apiGroup], resources: [combinedResource(review)], ...resourceNames }
}

function subjectsOfUser({ username, groups }: Attributes['user']) {
  const apiGroup = 'rbac.authorization.k8s.io'
  const account = serviceAccountOf(username)
  const own = groups.filter(
    (group) => !/^system:(?:authenticated|unauthenticated|serviceaccounts)/.test(group) || username === '',
  )
  const named =
    account !== undefined
      ? [{ kind: 'ServiceAccount', ...account }]
      : username === ''
        ? []
        : [{ apiGroup, kind: 'User', name: username }]
  return [...named, ...own.map((name) => ({ apiGroup, kind: 'Group', name }))]
}
