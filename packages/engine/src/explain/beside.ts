import { type Attributes, combinedResource, RULE_LISTS, type Rule, resourceInGroup } from '../kube/index.ts'
import { usernameOf } from '../rights/index.ts'
import { dangersOf } from './dangers.ts'
import type { Opened } from './opened.ts'

/**
 * What is opened beside the reviews that a change is for: without the rules that grant one of them and nothing else. A rule
 * for all names is exactly a review without a name, such as that of a list. A rule for the whole cluster is exactly a
 * review of a cluster-scoped resource or a path; it grants more than a review of a namespaced one.
 */
export function openedBeside(opened: readonly Opened[], asked: readonly Attributes[]): readonly Opened[] {
  return opened.flatMap((one) => {
    const rule = asked.reduce<Rule | undefined>((left, review) => left && without(left, review, one), one.rule)
    if (rule === undefined) return []
    return [rule === one.rule ? one : { ...one, rule, dangers: dangersOf(rule, one.namespace) }]
  })
}

/** The rule without the simple rule of a review, where it is one value of one list; undefined where nothing is left. */
function without(rule: Rule, review: Attributes, { subject, namespace }: Opened): Rule | undefined {
  const { verb, apiGroup, name, path } = review
  if (usernameOf(subject) !== review.user.username || !isSameScope(review, namespace)) return rule
  const single: Rule = review.isResourceRequest
    ? {
        verbs: [verb],
        apiGroups: [apiGroup],
        resources: [combinedResource(review)],
        resourceNames: name === '' ? [] : [name],
        nonResourceURLs: [],
      }
    : { verbs: [verb], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [path] }
  const others = RULE_LISTS.filter(
    (list) => rule[list].join('\n') !== single[list].join('\n') || rule[list].length !== single[list].length,
  )
  const [list] = others
  if (list === undefined) return undefined
  const [value] = single[list]
  const isOneOfMany = others.length === 1 && value !== undefined && rule[list].length > 1 && rule[list].includes(value)
  return isOneOfMany ? { ...rule, [list]: rule[list].filter((one) => one !== value) } : rule
}

function isSameScope({ isResourceRequest, namespace, apiGroup, resource }: Attributes, scope: string): boolean {
  if (namespace !== scope) return false
  if (scope !== '' || !isResourceRequest) return true
  return resourceInGroup(apiGroup, resource)?.namespaced === false
}
