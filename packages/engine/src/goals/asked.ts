import {
  type Attributes,
  attributesFor,
  combinedResource,
  type Discovery,
  type Rule,
  resourceParts,
  type UserInfo,
} from '../kube/index.ts'
import {
  type EffectiveRule,
  firstRuleThat,
  grantedVerbs,
  type HeldRule,
  intersect,
  pathMatches,
  resourceMatches,
  rulesThat,
  withoutStars,
} from '../rights/index.ts'
import type { GoalAction } from './goal.ts'
import { type GoalObject, goalObject } from './goal-action.ts'
import { type GoalCluster, NOBODY } from './goal-cluster.ts'

/** One verb on one object, for some user. Without a name it is about every name. */
export interface Asked extends Omit<Attributes, 'user'> {
  /** It is about every namespace: a review in no namespace asks about the whole cluster. */
  readonly everywhere?: true
}

export function isEverywhere({ everywhere }: Asked): boolean {
  return everywhere === true
}

/** The reviews that an action stands for: each verb with each object. */
export function asksOf({ verbs, what, name = '', scope }: GoalAction, discovery: Discovery): readonly Asked[] {
  return verbs.flatMap((verb) =>
    what.flatMap((word): readonly Asked[] => {
      const object = goalObject(word, verbs, discovery)
      return object === undefined ? [] : [askedOf(verb, object, name, scope)]
    }),
  )
}

function askedOf(verb: string, object: GoalObject, name: string, scope: GoalAction['scope']): Asked {
  const { user: _, ...nothing } = attributesFor(NOBODY, { verb })
  if (object.kind === 'path') return { ...nothing, isResourceRequest: false, path: object.path }
  const { apiGroup, apiVersion, resource, subresource } = object
  const itself = resource === 'namespaces' && apiGroup === ''
  const place = scope === undefined || scope === 'everywhere' ? '' : scope.namespace
  return {
    ...nothing,
    apiGroup,
    apiVersion,
    resource,
    subresource,
    // The API server authorizes a request for a namespace in that namespace.
    namespace: itself ? name : place,
    name,
    ...(scope === 'everywhere' && { everywhere: true }),
  }
}

/** The review of a user. */
export function reviewOf({ everywhere: _, ...asked }: Asked, user: UserInfo): Attributes {
  return { ...asked, user }
}

/** The rules of a user that allow a review for some name, in any of the namespaces that it is about. */
export function rulesTouching(user: UserInfo, asked: Asked, { decided }: GoalCluster): readonly HeldRule[] {
  const { rights } = decided.cluster
  const options = { only: rulesThat((rule) => touches(rule, asked)) }
  return (isEverywhere(asked) ? rights.heldBy(user, options) : rights.heldIn(user, asked.namespace, options)).rules
}

/** For each subject of a binding that allows a review for some name, in any of its namespaces, the first rule that does. */
export function firstTouching(asked: Asked, { decided }: GoalCluster): readonly HeldRule[] {
  const first = firstRuleThat((rule) => touches(rule, asked))
  const everywhere = asked.isResourceRequest && isEverywhere(asked)
  return decided.cluster.rights.heldByAll(first, everywhere ? undefined : asked.namespace).rules
}

/** The names that rules about a resource list. */
export function namesTouching(asked: Asked, { decided }: GoalCluster): readonly string[] {
  const { rights } = decided.cluster
  const rules = rights.roles.flatMap((role) => rights.rulesIn(role))
  const names = rules.flatMap(({ rule }) => (touches({ ...rule, verbs: ['*'] }, asked) ? rule.resourceNames : []))
  return [...new Set(names)]
}

/** A path of a review that a rule is about, where the rule is about some of its paths. */
export function pathWithin({ nonResourceURLs }: EffectiveRule['rule'], { path }: Asked): string {
  return withoutStars(nonResourceURLs.find((url) => pathMatches(path, url)) ?? path)
}

/**
 * The resources of a rule by which it allows a review. A `*` in the review stands for any resource, with any subresource or with
 * that of the review.
 */
export function resourcesWithin({ resources }: EffectiveRule['rule'], asked: Asked): readonly string[] {
  const combined = combinedResource(asked)
  const { resource, subresource } = asked
  return resources.filter(
    (one) =>
      combined === '*' ||
      resourceMatches({ resources: [one] }, combined, subresource) ||
      (resource === '*' && resourceParts(one)[1] === subresource),
  )
}

/** Whether a rule allows a review for some name or path. A `*` in the review stands for anything. */
function touches(rule: Rule, asked: Asked): boolean {
  const { verb, apiGroup, name, path, isResourceRequest } = asked
  const verbs = intersect(rule, {
    verbs: [verb],
    apiGroups: [apiGroup],
    resources: isResourceRequest ? [combinedResource(asked)] : [],
    resourceNames: name === '' ? [] : [name],
    nonResourceURLs: isResourceRequest ? [] : [path],
  })?.verbs
  return verbs !== undefined && (!isResourceRequest || grantedVerbs({ ...rule, verbs }).length > 0)
}
