import {
  type Answer,
  type Attributes,
  type Condition,
  combinedResource,
  type Evidence,
  resourceName,
} from '../kube/index.ts'
import { identityInWords } from '../rights/index.ts'
import { type Diagnostic, type SourceRange, visible, visibleLine } from '../text/index.ts'
import { type Check, conditionsReviews, listInWords, type RichText } from '../trace/index.ts'

/** Words without the marks of Kubernetes nouns, safe to show, each piece on its own. */
export function plainText(words: RichText): string {
  return words.map((word) => (typeof word === 'string' ? visible(word) : visibleLine(word.code))).join('')
}

/** Words that begin with a capital, unless a Kubernetes noun comes first. */
export function capitalized([first = '', ...rest]: RichText): RichText {
  return [typeof first === 'string' ? first.charAt(0).toUpperCase() + first.slice(1) : first, ...rest]
}

/** The line of a range in words, with the name of its text unless that is the policy: "line 3 of the stored objects". */
export function lineInWords({ source, line }: Pick<SourceRange, 'source' | 'line'>): string {
  return `line ${line}${OF_TEXT[source]}`
}

const OF_TEXT: Readonly<Record<SourceRange['source'], string>> = {
  policy: '',
  request: ' of the request',
  objects: ' of the stored objects',
  'default-roles': ' of the default roles',
  webhook: ' of the webhook’s table',
  authorizationConfig: ' of the AuthorizationConfiguration',
  storedObject: ' of the stored object',
  webhookChanges: ' of the webhooks’ changes',
  schema: ' of the schema',
  designText: ' of the design',
  document: ' of the document',
}

/** A problem with its line: "Line 3 of the webhook’s table: This is not a list. Write a list." */
export function problemInWords({ message, fix, range }: Pick<Diagnostic, 'message' | 'fix' | 'range'>): string {
  const line = lineInWords(range)
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}: ${message}${fix === undefined ? '' : ` ${fix}`}`
}

/** An error for readers who do not see its text, so that the policy is named, too: "Line 3 of the policy: This is not a list." */
export function errorInText({ message, range: { source, line } }: Pick<Diagnostic, 'message' | 'range'>): string {
  return `Line ${line}${source === 'policy' ? ' of the policy' : OF_TEXT[source]}: ${message}`
}

/** Matches a line that {@link lineInWords} names, anywhere in a sentence, also as its first word. */
export const MENTIONED_LINE = new RegExp(`\\b[Ll]ine \\d+(?:${Object.values(OF_TEXT).filter(Boolean).join('|')})?`, 'g')

/** The answer in words. */
export interface Sentences {
  /** Who may or may not do what, as which user, and why. */
  readonly answer: RichText
  /** The rule that decided, with its line. */
  readonly because: RichText
}

/** The fields of a review that phrases need. */
export type ActionAttributes = Pick<
  Attributes,
  'verb' | 'isResourceRequest' | 'apiGroup' | 'resource' | 'subresource' | 'namespace' | 'name' | 'path'
>

/** The object of a review in words, without the verb: "pods named web in namespace prod", "the path /healthz". */
export function onWhat(attributes: ActionAttributes): RichText {
  if (!attributes.isResourceRequest) return ['the path ', { code: attributes.path }]
  const { name, namespace } = attributes
  const whole = resourceName(attributes)
  return [
    combinedResource(attributes) === '' ? 'the API ' : '',
    { code: whole === '' ? attributes.path : whole },
    ...(name === '' ? [] : [' named ', { code: name }]),
    ...(isForAnyNode(attributes) ? [' (any node)'] : []),
    ' ',
    ...scopeInWords(namespace),
  ].filter((word) => word !== '')
}

/**
 * Whether a review is about every node at once. A rule that lists names does not grant it (Go: the mode associated-node in
 * `mode.go`). A user may be called `*`, too.
 */
function isForAnyNode({ verb, resource, name }: ActionAttributes): boolean {
  return resource === 'nodes' && name === '*' && verb.startsWith('impersonate:')
}

/** A namespace in words, or "cluster-wide" (the word of RBAC's own log lines) where it is empty. */
export function scopeInWords(namespace: string): RichText {
  return namespace === '' ? ['cluster-wide'] : ['in namespace ', { code: namespace }]
}

/**
 * The action in words: "list pods in namespace prod". A verb that is not an English verb is something to use: "use
 * impersonate:user-info on users named jane cluster-wide". A method without a verb has words of its own.
 */
export function doing(attributes: ActionAttributes): RichText {
  return [...verbInWords(attributes.verb), ...onWhat(attributes)]
}

function verbInWords(verb: string): RichText {
  if (verb === '') return ['use a method without a verb on ']
  return isEnglish(verb) ? [{ code: verb }, ' '] : ['use ', { code: verb }, ' on ']
}

/** Verbs of a rule in words, before what they are done to: "get and list", "do anything with", "use bind:x on". */
export function verbsInWords(verbs: readonly string[]): RichText {
  if (verbs.includes('*')) return ['do anything with ']
  const [english, others] = [verbs.filter(isEnglish), verbs.filter((verb) => !isEnglish(verb))]
  if (others.length === 0) return [...listInWords(english), ' ']
  const named = others.filter((verb) => verb !== '')
  const without: RichText =
    named.length === others.length ? [] : [`${named.length === 0 ? '' : ' or '}a method without a verb`]
  const using: RichText = ['use ', ...listInWords(named), ...without, ' on ']
  return english.length === 0 ? using : [...listInWords(english), ', or ', ...using]
}

function isEnglish(verb: string): boolean {
  return ENGLISH_VERBS.has(verb)
}

/** Verbs of reviews that a sentence can use as they are. */
const ENGLISH_VERBS: ReadonlySet<string> = new Set(
  'get list watch create update patch delete impersonate bind escalate approve sign attest use post put'.split(' '),
)

/** A check in words: "May service account prod/deployer use impersonate:user-info on users named jane cluster-wide?" */
export function questionInWords({ attributes }: Pick<Check, 'attributes'>): RichText {
  const { user, accessRule } = attributes
  const relying: RichText = accessRule === undefined ? [] : [' by the access rule ', { code: accessRule }]
  return ['May ', ...identityInWords(user), ' ', ...doing(attributes), ...relying, '?']
}

/** The evidence in words: "ClusterRole view, line 12, through ClusterRoleBinding viewers, line 40". */
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
    if (authorizer === 'Webhook') {
      const named: RichText = entry.name === '' ? [] : [' ', { code: entry.name }]
      return ['the webhook', ...named, `, ${byEntry(entry)}`]
    }
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

/** The entry of an authorizer that decided, or the match condition of a webhook that failed: "by its entry in line 7". */
export function byEntry(entry: NonNullable<Evidence['entry']>): string {
  const what = entryKind(entry)
  return `by its ${what === 'entry' ? what : `failing ${what}`} in ${lineInWords(entry.range)}`
}

/**
 * How a webhook denied that gave no answer: its call failed, or its match conditions could not be evaluated, and its failurePolicy
 * denies then. Undefined for every other answer.
 */
export function deniedByFailure({ decision, webhooks = [] }: Answer): string | undefined {
  const visit = webhooks.at(-1)
  if (decision !== 'Deny' || visit === undefined) return undefined
  if (visit.is === 'failed') return `the webhook ${visit.name} fails, and its failurePolicy denies it`
  if (visit.is !== 'not-asked') return undefined
  const { index, range } = visit.condition
  return `match condition ${index + 1} of the webhook ${visit.name}, in ${lineInWords(range)}, fails, and its failurePolicy denies it`
}

/** What an entry is: one of an access rule or of a table, or a match condition of an AuthorizationConfiguration. */
export function entryKind({ range }: NonNullable<Evidence['entry']>): 'entry' | 'match condition' {
  return range.source === 'authorizationConfig' ? 'match condition' : 'entry'
}

function storedObject({ kind, name, range }: NonNullable<Evidence['related']>[number]): RichText {
  return [`${kind} `, { code: name }, ` in ${lineInWords(range)}`]
}

/** The effect of a condition that holds: "Allow, only if". */
export function onlyIf({ effect }: Pick<Condition, 'effect'>): string {
  return `${effect}, ${effect === 'Allow' ? 'only if' : 'if'}`
}

/** The further review for the conditions of a check, in a sentence; undefined where the API server evaluates them. */
export function conditionsReviewInWords(check: Pick<Check, 'settled' | 'evaluator'>): string | undefined {
  if (conditionsReviews(check) === 0) return undefined
  return 'The authorizer evaluates its conditions, for which the API server sends it an AuthorizationConditionsReview.'
}

/** The result of a condition: "true", "error: no such key", "not evaluated". */
export function conditionResult({ came }: Pick<Condition, 'came'>): string {
  if (came === undefined) return 'not evaluated'
  return typeof came === 'boolean' ? `${came}` : `error: ${came.error}`
}
