import type { Scenario } from '../decide/index.ts'
import { escapePath, type Parameters, targetOfParts } from '../go/index.ts'
import { attributesOf, METHOD_OF_VERB, printHTTP, type RequestText, resourcePath } from '../http/index.ts'
import { COLLECTION_VERBS, plainUser, type UserInfo } from '../kube/index.ts'
import type { Asked } from './asked.ts'
import { isEverywhere } from './asked.ts'
import type { GoalTarget } from './goal.ts'
import { type GoalCluster, NOBODY } from './goal-cluster.ts'
import { headersOf } from './goal-user.ts'
import type { GoalVerdict } from './result.ts'

/** A scenario with one request of a goal, sent to a server that has just started. */
export function scenarioOf(user: UserInfo, request: RequestText, { scenario }: GoalCluster): Scenario {
  const { earlier: _, later: __, after: ___, showsReview: ____, ...cluster } = scenario
  return { ...cluster, request, requestor: plainUser(user) }
}

/** A request that shows a goal on the chart. */
export function playOf(
  user: UserInfo,
  request: RequestText,
  { scenario }: GoalCluster,
): NonNullable<GoalVerdict['play']> {
  return { request, requestor: plainUser(user), design: scenario.design }
}

/** A request of the user that shows a review on the chart, where there is one. */
export function playing(user: UserInfo, asked: Asked, cluster: GoalCluster): Pick<GoalVerdict, 'play'> {
  const request = user.username === '' ? undefined : goalRequest(freshOf(asked, cluster))
  return request === undefined ? {} : { play: playOf(user, request, cluster) }
}

/** The review with a name and a namespace where its request needs them and the goal leaves them open. */
export function freshOf(asked: Asked, cluster: GoalCluster): Asked {
  const nameless = COLLECTION_VERBS.has(asked.verb) || (asked.verb === 'create' && asked.subresource === '')
  const ofNamespaces = isNamespace(asked)
  const name = asked.name !== '' || nameless || !asked.isResourceRequest ? asked.name : cluster.freshName
  const namespace = isEverywhere(asked) && !COLLECTION_VERBS.has(asked.verb) ? cluster.freshName : asked.namespace
  return { ...asked, name, namespace: ofNamespaces ? name : namespace }
}

const BODILESS = { headers: [], body: '' } as const

const RESOURCE_PARTS = ['verb', 'apiGroup', 'resource', 'subresource', 'namespace', 'name'] as const
const PATH_PARTS = ['verb', 'path'] as const

/** The request that asks for a review, as somebody else where there is a target. Undefined where no request does. */
export function goalRequest(asked: Asked, as?: GoalTarget): RequestText | undefined {
  const line = asked.isResourceRequest ? resourceRequest(asked) : pathRequest(asked)
  if (line === undefined) return undefined
  const read = attributesOf(line, NOBODY)
  if (!read.ok) return undefined
  const parts = asked.isResourceRequest ? RESOURCE_PARTS : PATH_PARTS
  if (parts.some((part) => read.attributes[part] !== asked[part])) return undefined
  const headers = as === undefined ? [] : headersOf(as)
  const { text, gap } = printHTTP({ ...line, headers })
  return gap === undefined ? { form: 'http', text } : undefined
}

function resourceRequest(asked: Asked) {
  const { verb, apiVersion, subresource, name, namespace } = asked
  const method = METHOD_OF_VERB.get(verb)
  const ofMany = COLLECTION_VERBS.has(verb)
  const ofNew = verb === 'create' && subresource === ''
  // No request is for a subresource of nothing, or for a new object by its name.
  if (method === undefined || (subresource !== '' && (ofMany || name === '')) || (ofNew && name !== ''))
    return undefined
  const path = resourcePath({
    ...asked,
    apiVersion: apiVersion || 'v1',
    namespace: isNamespace(asked) ? '' : namespace,
    name: ofMany ? '' : name,
  })
  // The name of a request about many objects is in its field selector.
  const named: Parameters = ofMany && name !== '' ? [['fieldSelector', `metadata.name=${name}`]] : []
  const watched: Parameters = verb === 'watch' ? [['watch', 'true']] : []
  return { ...BODILESS, method, target: targetOfParts(path, [...named, ...watched]) }
}

function pathRequest({ verb, path }: Asked) {
  // A path with `*` at its end stands for many.
  return verb === '*' || path.endsWith('*')
    ? undefined
    : { ...BODILESS, method: verb.toUpperCase(), target: escapePath(path) }
}

function isNamespace({ resource, apiGroup }: Asked): boolean {
  return resource === 'namespaces' && apiGroup === ''
}
