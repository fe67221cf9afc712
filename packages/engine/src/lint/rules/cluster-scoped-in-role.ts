import { type Binding, type Policy, type PolicyRule, REQUEST_VERBS, resourceParts } from '../../kube/index.ts'
import { subjectKey, subjectOfGroup, subjectsIn, userOf } from '../../rights/index.ts'
import type { KnownResources } from '../known-resources.ts'
import { requestVerb } from '../modes.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { listed, quoted } from '../words.ts'

/**
 * Cluster-scoped resources in a Role: their requests have no namespace, and a Role grants only in its own. Likewise a RoleBinding
 * to a ClusterRole of which nothing counts within a namespace.
 */
export const clusterScopedInRole: LintRule = {
  name: 'cluster-scoped-in-role',
  severity: 'warning',
  summary: 'A cluster-scoped resource that is granted within a namespace.',
  checkRole(role, { resources }, report) {
    if (role.kind !== 'Role') return
    for (const rule of role.rules) {
      const indexes = clusterScopedIn(rule, resources)
      const [first] = indexes
      if (first === undefined) continue
      const names = indexes.map((index) => rule.resources[index] ?? '')
      report({
        at: placeIn({ rule }, 'resources', first),
        message: `${listed(names)} ${names.length === 1 ? 'is' : 'are'} cluster-scoped, and a Role grants only within its namespace.`,
        fix: 'Use a ClusterRole and a ClusterRoleBinding for it.',
      })
    }
  },
  checkBinding({ binding, rules, resources, policy }, report) {
    const { kind, roleRef } = binding
    if (kind !== 'RoleBinding' || roleRef.kind !== 'ClusterRole' || !rules?.length) return
    const nothing = rules.every(
      (rule) =>
        (rule.nonResourceURLs.length > 0 && rule.resources.length === 0) ||
        (rule.resources.length > 0 && clusterScopedIn(rule, resources).length === rule.resources.length),
    )
    if (!nothing || isBoundInCluster(binding, policy)) return
    report({
      at: { span: roleRef.span, path: ['name'] },
      message: `ClusterRole ${quoted(roleRef.name)} has only cluster-scoped resources and paths, and a RoleBinding grants only within its namespace.`,
      fix: 'Use a ClusterRoleBinding.',
    })
  },
}

/**
 * Whether ClusterRoleBindings of the text give the role to all subjects of a RoleBinding, by themselves or by a group that each is
 * in: then nobody misses it.
 */
function isBoundInCluster(binding: Binding, { bindings }: Policy): boolean {
  const bound = new Set(
    bindings
      .filter(({ kind, roleRef }) => kind === 'ClusterRoleBinding' && roleRef.name === binding.roleRef.name)
      .flatMap((one) => subjectsIn(one).map(subjectKey)),
  )
  return (
    bound.size > 0 &&
    subjectsIn(binding).every((subject) =>
      [subject, ...userOf(subject).groups.map(subjectOfGroup)].some((one) => bound.has(subjectKey(one))),
    )
  )
}

/** Verbs of requests for one namespace that are authorized in it (Go: `NewRequestInfo` takes the name as the namespace). */
const IN_ITS_NAMESPACE: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete'])

/** How much of a rule a Role or a RoleBinding can grant: the resources that are only of the whole cluster. */
function clusterScopedIn(rule: PolicyRule, resources: KnownResources): readonly number[] {
  const verbs = rule.verbs.map(requestVerb)
  if (!verbs.every((verb) => REQUEST_VERBS.includes(verb) || verb === '*')) return []
  return [...rule.resources.keys()].filter((index) => {
    const resource = rule.resources[index] ?? ''
    const [base, subresource] = resourceParts(resource)
    // Any other group may have a resource of the name too.
    const found = rule.apiGroups.map((group) => (group === '*' ? undefined : resources.find(group, base)))
    const known = rule.apiGroups.every((group, at) => found[at] !== undefined || resources.isComplete(group))
    const served = found.filter((one) => one !== undefined)
    if (!known || served.length === 0 || served.some(({ namespaced }) => namespaced)) return false
    // The path of a subresource has the name of the namespace, whatever the verb.
    const isInItsNamespace = subresource !== '' || verbs.some((verb) => verb === '*' || IN_ITS_NAMESPACE.has(verb))
    return base !== 'namespaces' || !isInItsNamespace
  })
}
