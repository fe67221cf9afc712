import type { Cluster } from '../cluster/index.ts'
import { aboutDesign } from '../designs/index.ts'
import {
  type Attributes,
  combinedResource,
  isNamespacedResource,
  RULE_LISTS,
  type Rule,
  type UserInfo,
} from '../kube/index.ts'
import { type Rights, ruleAllows, usernameOf } from '../rights/index.ts'
import type { Question } from '../trace/index.ts'
import { BY_DESIGN, type Danger, dangersOf, OWN_DANGER } from './dangers.ts'
import { type ComparisonOptions, type NewRight, newRights } from './new-rights.ts'

/** Something that a change of a policy allows to somebody. */
export interface NewAccess extends NewRight {
  readonly dangers: readonly Danger[]
}

/** All new access by a change of a policy, as {@link newRights} lists it, with what is dangerous of it. */
export function newAccessBy(
  before: Rights,
  after: Rights,
  known: readonly UserInfo[] = [],
  options: ComparisonOptions = {},
): readonly NewAccess[] {
  return [...newAccessOfGrants(before, after, known, options)].flat()
}

/** What each subject gets in each scope. */
function* newAccessOfGrants(
  before: Rights,
  after: Rights,
  known: readonly UserInfo[],
  options: ComparisonOptions,
  constrained = true,
): Generator<readonly NewAccess[]> {
  for (const rights of newRights(before, after, known, options)) {
    yield rights.map((right): NewAccess => ({ ...right, dangers: dangersOf(right.rule, right.namespace, constrained) }))
  }
}

/** New access under a design as a text: impersonation is what its reviews ask for, which may be any right. */
export function underOwnDesign(access: NewAccess, reviews: readonly Question[]): NewAccess {
  const asks = reviews.some(({ phase, attributes }) => phase === 'impersonation' && ruleAllows(access.rule, attributes))
  const others = access.dangers.filter(({ id }) => !BY_DESIGN.has(id))
  return { ...access, dangers: asks ? [OWN_DANGER, ...others] : others }
}

/** As {@link newAccessBy}, from the clusters before and after. */
export function newAccessBetween(
  before: Cluster,
  after: Cluster,
  known: readonly UserInfo[] = [],
): readonly NewAccess[] {
  return newAccessBy(before.rights, after.rights, known)
}

/**
 * The same exactly, by the roles and bindings in force, in steps: what each subject gets in each scope. No rule is listed as a
 * whole because the comparison takes long.
 *
 * @throws BeyondLimit as {@link newAccessBetween} does, and where the comparison takes too long
 */
export function newAccessInSteps(before: Cluster, after: Cluster): Generator<readonly NewAccess[]> {
  const gate = aboutDesign('constrained')
  const constrained = gate === undefined || after.hasFeature(gate)
  return newAccessOfGrants(before.rightsInForce, after.rightsInForce, [], { approximate: false }, constrained)
}

/**
 * The new access beyond the reviews that a change is for: without the rules that grant one of them and nothing else. A rule
 * for all names is exactly a review without a name, such as that of a list. A rule for the whole cluster is exactly a
 * review of a cluster-scoped resource or a path; it grants more than a review of a namespaced one.
 */
export function extraAccess(added: readonly NewAccess[], asked: readonly Attributes[]): readonly NewAccess[] {
  return added.flatMap((one) => {
    const rule = asked.reduce<Rule | undefined>((left, review) => left && without(left, review, one), one.rule)
    if (rule === undefined) return []
    return [rule === one.rule ? one : { ...one, rule, dangers: dangersOf(rule, one.namespace) }]
  })
}

/** The rule without the simple rule of a review, where it is one value of one list; undefined where nothing is left. */
function without(rule: Rule, review: Attributes, { subject, namespace }: NewAccess): Rule | undefined {
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
  return isNamespacedResource(apiGroup, resource) === false
}

/** What counts for a wildcard, and for all names, where grants are compared: more than anybody lists. */
const ALL_VALUES = 50
const ALL_NAMES = 20
const ALL_NAMESPACES = 20
/** A group has many members, and impersonation opens what another user may do. */
const MEMBERS = 20
const AS_ANOTHER = 1000

/** How much a rule grants, as a number to compare rules by. It counts combinations of values. */
export function breadthOfRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): number {
  const count = (list: readonly string[]) => list.reduce((sum, one) => sum + (one.includes('*') ? ALL_VALUES : 1), 0)
  const names = resourceNames.length === 0 ? ALL_NAMES : resourceNames.length
  return count(verbs) * (count(apiGroups) * count(resources) * names + count(nonResourceURLs))
}

/** How much new access there is, as a number to compare changes by. */
export function breadthOf(added: readonly NewAccess[]): number {
  return added.reduce((sum, { subject, namespace, rule }) => {
    const members = subject.kind === 'Group' ? MEMBERS : 1
    const places = namespace === '' && isNamespaced(rule) ? ALL_NAMESPACES : 1
    const legacy = rule.verbs.includes('impersonate') ? AS_ANOTHER : 1
    return sum + breadthOfRule(rule) * members * places * legacy
  }, 0)
}

/** Whether one of the resources of a rule may be in a namespace: all that are not known to be in none. */
function isNamespaced({ apiGroups, resources }: Rule): boolean {
  return resources.some((resource) => apiGroups.some((group) => isNamespacedResource(group, resource) !== false))
}
