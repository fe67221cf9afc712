import {
  type Attributes,
  type Condition,
  combinedResource,
  type Evidence,
  NODES_GROUP,
  nodeOf,
  serviceAccountOf,
} from '../kube/index.ts'
import type { SourceRange } from '../text/index.ts'
import type { Check, RichText } from '../trace/index.ts'

/** Inline as plain text, for where there is no type to set Kubernetes nouns in. */
export function plainText(words: RichText): string {
  return words.map((word) => (typeof word === 'string' ? word : word.code)).join('')
}

/**
 * Text from input as it may be shown: control characters, and those that turn the direction of what follows, are shown by
 * their number. They could move a terminal's cursor, end a line of a table, or make a name read as another.
 */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** The line of a range in words, and of which text where it is not the policy: "line 3 of the stored objects". */
export function lineInWords({ source, line }: Pick<SourceRange, 'source' | 'line'>): string {
  return `line ${line}${OF_TEXT[source]}`
}

const OF_TEXT: Readonly<Record<SourceRange['source'], string>> = {
  policy: '',
  request: ' of the request',
  objects: ' of the stored objects',
  'default-roles': ' of the default roles',
  webhook: ' of the webhook’s table',
  storedObject: ' of the stored object',
  webhookChanges: ' of what webhooks change',
  schema: ' of the schema',
  document: ' of the document',
}

/** A line as {@link lineInWords} mentions it, wherever in a sentence. */
export const MENTIONED_LINE = new RegExp(`\\bline \\d+(?:${Object.values(OF_TEXT).filter(Boolean).join('|')})?`, 'g')

/** The answer as a person would say it. */
export interface Sentences {
  /** Who may or may not do what, as whom, because of what. */
  readonly answer: RichText
  /** What decided, with the line. */
  readonly because: RichText
}

/** A user as far as it is known: without groups where only the name is, as in the headers that ask for a target. */
export interface Identity {
  readonly username: string
  readonly groups?: readonly string[]
}

/**
 * How sentences call a user: "service account prod/deployer", "node n1", "jane". No two usernames read alike. A node is
 * one that authorizers know as a node, so a username that only looks like a node's, without the group of nodes, is a
 * user's (Go: `NodeIdentifier`); where the groups are not known, the name decides.
 */
export function identityInWords({ username, groups }: Identity): RichText {
  if (username === '') return ['a user without a name']
  const account = serviceAccountOf(username)
  if (account !== undefined) return ['service account ', { code: `${account.namespace}/${account.name}` }]
  const node = nodeOf(username)
  if (node !== undefined && (groups?.includes(NODES_GROUP) ?? true)) return ['node ', { code: node }]
  return LIKE_ANOTHER.test(username) ? ['user ', { code: username }] : [{ code: username }]
}

/** Usernames that could be read as words of a sentence, as a service account or as a node. */
const LIKE_ANOTHER = /[\s/]|^system:(?:serviceaccount|node):/

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

/** A check in words: "May service account prod/deployer impersonate:user-info users named jane at the cluster scope?" */
export function questionInWords({ attributes }: Pick<Check, 'attributes'>): RichText {
  const { user, accessRule } = attributes
  const relying: RichText = accessRule === undefined ? [] : [' by the access rule ', { code: accessRule }]
  return ['May ', ...identityInWords(user), ' ', ...doing(attributes), ...relying, '?']
}

/** What decided, with the line: "ClusterRole view, line 12, through ClusterRoleBinding viewers, line 40". */
export function decidedBy(evidence: Evidence): RichText {
  const { authorizer, rule, role, binding, related = [], entry } = evidence
  if (authorizer === 'system:masters') return ['membership in ', { code: 'system:masters' }]
  if (authorizer === 'Node') {
    return [
      'the Node authorizer',
      ...related.flatMap((object, at) => [at === 0 ? ': ' : ', ', ...storedObject(object)]),
    ]
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

function storedObject({ kind, name, range }: NonNullable<Evidence['related']>[number]): RichText {
  return [`${kind} `, { code: name }, ` in ${lineInWords(range)}`]
}

/** The effect of a condition that holds: "Allow, only if". */
export function onlyIf({ effect }: Pick<Condition, 'effect'>): string {
  return `${effect}, ${effect === 'Allow' ? 'only if' : 'if'}`
}

/** The result of a condition: "true", "error: no such key", "not evaluated". */
export function conditionResult({ came }: Pick<Condition, 'came'>): string {
  if (came === undefined) return 'not evaluated'
  return typeof came === 'boolean' ? `${came}` : `error: ${came.error}`
}
