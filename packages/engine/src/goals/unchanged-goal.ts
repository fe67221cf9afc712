import { type Cluster, unreadBetween, unreadFor, unreadOf } from '../cluster/index.ts'
import { actionsInWords, type NewRight, newRights } from '../explain/index.ts'
import { type Attributes, type Binding, combinedResource, type Policy, serviceAccountOf } from '../kube/index.ts'
import { PolicyReader } from '../policy/index.ts'
import { subjectsInWords, userOf } from '../rights/index.ts'
import type { RichText } from '../trace/index.ts'
import { yamlOf } from '../yaml/index.ts'
import type { GoalCluster } from './goal-cluster.ts'
import { type AskedElsewhere, fails, type GoalVerdict, holdsUnless, notDecided, unknownBy } from './result.ts'

/**
 * Nothing changes against the start: RBAC grants and removes nothing beyond what other goals ask. What they ask is added to
 * the start before the two are compared, and what they refuse is added to the policy, so that neither counts.
 */
export function judgeUnchanged(
  start: string,
  { granted, refused }: AskedElsewhere,
  { decided: { cluster } }: GoalCluster,
): GoalVerdict {
  const { policy } = cluster
  const reader = new PolicyReader()
  const read = (text: string) => reader.read(text, cluster.reading)
  const clusterWith = (one: Policy) => (one === policy ? cluster : cluster.withPolicy(one))
  const atStart = read(start)
  const errors = atStart.diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return notDecided(['The policy at the start has errors.'], errors)
  const before = granted.length === 0 ? atStart : read(`${start}${grantsOf(granted)}`)
  const opened = gained(clusterWith(before), cluster)
  if (opened.sure.length > 0) return fails(changesInWords(opened.sure, ' may now also '))
  const after = refused.length === 0 ? policy : read(`${policy.text}${grantsOf(refused)}`)
  const closed = gained(clusterWith(after), clusterWith(atStart))
  if (closed.sure.length > 0) return fails(changesInWords(closed.sure, ' may no longer '))
  const unknown = unknownBy([...opened.unread, ...closed.unread], 'fails')
  if (unknown !== undefined) return unknown
  const unread = unreadBetween(clusterWith(atStart), cluster)
  return holdsUnless([...unread.before, ...unread.after], ['Nothing else is granted, and nothing is removed.'])
}

/** The rights that only the second of two clusters gives, and the bindings by which the first may give others of them: their role was not read. */
function gained(
  first: Cluster,
  second: Cluster,
): { readonly sure: readonly NewRight[]; readonly unread: readonly Binding[] } {
  const found = [...newRights(first.rights, second.rights)].flat().map((right) => {
    const about = { namespace: right.namespace, isResourceRequest: true }
    return { right, unread: unreadFor(unreadOf(first, userOf(right.subject)), about) }
  })
  return {
    sure: found.filter(({ unread }) => unread.length === 0).map(({ right }) => right),
    unread: found.flatMap(({ unread }) => unread),
  }
}

/** The first of some changes, and how many more there are. */
function changesInWords([first, ...more]: readonly NewRight[], may: string): RichText {
  if (first === undefined) return []
  const count = more.length === 1 ? 'is 1 more change' : `are ${more.length} more changes`
  return [
    ...subjectsInWords([first.subject]),
    may,
    ...actionsInWords(first.rule, [first.namespace]),
    more.length === 0 ? '.' : `. There ${count}.`,
  ]
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
