import { type Attributes, combinedResource, type Evidence, nodeOf, serviceAccountOf } from '../kube/index.ts'

import type { RichText } from '../trace/index.ts'
import { lineInWords } from './line.ts'

/** How a sentence calls a user: a service account by its own name, a node by its name, anyone else by username. */
export function calledIn(username: string): RichText {
  const account = serviceAccountOf(username)
  if (account !== undefined) return [{ code: account.name }]
  const node = nodeOf(username)
  if (node !== undefined) return ['node ', { code: node }]
  return [{ code: username }]
}

/** What phrases need of a review. */
export type Deed = Pick<
  Attributes,
  'verb' | 'isResourceRequest' | 'apiGroup' | 'resource' | 'subresource' | 'namespace' | 'name' | 'path'
>

/** What a review asks to do, without the verb: "pods named web in namespace prod", "the path /healthz". */
export function onWhat(attributes: Deed): RichText {
  if (!attributes.isResourceRequest) return ['the path ', { code: attributes.path }]
  const { apiGroup, name, namespace } = attributes
  const resource = combinedResource(attributes)
  const qualified = apiGroup === '' ? resource : `${resource}.${apiGroup}`
  return [
    resource === '' ? 'the API ' : '',
    { code: qualified === '' ? attributes.path : qualified },
    ...(name === '' ? [] : [' named ', { code: name }]),
    ...(namespace === '' ? [' at the cluster scope'] : [' in namespace ', { code: namespace }]),
  ].filter((word) => word !== '')
}

/** "list pods in namespace prod". A method without a verb of its own is said so. */
export function doing(attributes: Deed): RichText {
  const verb: RichText = attributes.verb === '' ? ['use a method without a verb on '] : [{ code: attributes.verb }, ' ']
  return [...verb, ...onWhat(attributes)]
}

/** What decided, with the line: "ClusterRole view, line 12, through ClusterRoleBinding viewers, line 40". */
export function decidedBy(evidence: Evidence): RichText {
  const { authorizer, rule, role, binding, related = [], entry } = evidence
  if (authorizer === 'system:masters') return ['membership in ', { code: 'system:masters' }]
  if (authorizer === 'Node') {
    return ['the Node authorizer', ...related.flatMap((object, at) => [at === 0 ? ': ' : ', ', ...named(object)])]
  }
  if (entry !== undefined) {
    if (authorizer === 'Webhook') return [`the webhook, by its entry in ${lineInWords(entry.range)}`]
    return [`the entry in ${lineInWords(entry.range)} of ClusterAccessRule `, { code: entry.name }]
  }
  if (rule === undefined || role === undefined || binding === undefined) return [authorizer]
  return [
    `the rule in ${lineInWords(rule.range)} of ${role.kind} `,
    { code: role.name },
    ...(rule.aggregatedInto === undefined ? [] : [', aggregated into ', { code: rule.aggregatedInto }]),
    `, bound by ${binding.kind} `,
    { code: binding.name },
    ` in ${lineInWords(binding.range)}`,
  ]
}

function named({ kind, name, range }: NonNullable<Evidence['related']>[number]): RichText {
  return [`${kind} `, { code: name }, ` in ${lineInWords(range)}`]
}
