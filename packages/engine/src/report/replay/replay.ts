import type { Decided, Scenario } from '../../decide/index.ts'
import {
  type Binding,
  isWrittenReview,
  type KubernetesVersion,
  nodeOf,
  type Policy,
  REVIEW_VERSION,
  type Role,
} from '../../kube/index.ts'
import { type Check, conditionsLeft, finalAnswer, type Trace } from '../../trace/index.ts'
import { plainText, questionInWords, sentences } from '../../words/index.ts'
import { yamlOf } from '../../yaml/index.ts'
import { subjectAccessReview } from '../review.ts'
import { bindingManifest, roleManifest } from './manifests.ts'
import { type ReplayedRequest, requestToSend } from './request.ts'
import { isSayable } from './shell.ts'

/**
 * The part of a decided scenario that can be replayed on a cluster, and the limits. Its texts are unescaped texts of the
 * scenario.
 */
export interface Replay {
  readonly title: string
  /** The answer, as a sentence. */
  readonly answer: string
  readonly version: KubernetesVersion
  /** Identifies the objects of this replay. Equal for equal policies. */
  readonly id: string
  /** Roles and bindings, in the order of the policy. */
  readonly objects: readonly ReplayedObject[]
  /** The namespaces of these objects and of the service account. */
  readonly namespaces: readonly string[]
  /** Everything that the replay creates, namespaces and objects included, in order. */
  readonly creates: readonly Created[]
  readonly checks: readonly ReplayedCheck[]
  /** The number of all checks of the answer. */
  readonly checksInAll: number
  readonly request: ReplayedRequest
  /** The differences on another cluster, and the parts that cannot be replayed there, each as a sentence. */
  readonly limits: readonly string[]
}

/** An object that a replay creates. */
export interface Created {
  readonly kind: string
  /** With its namespace in front: `prod/viewers`. */
  readonly name: string
  /** The replay uses the object where it exists already. Any other existing object stops the replay. */
  readonly unlessThere: boolean
}

/** A role or binding that a replay creates. */
export interface ReplayedObject {
  readonly kind: Role['kind'] | Binding['kind']
  /** Empty for an object without a namespace. */
  readonly namespace: string
  readonly name: string
  readonly manifest: string
}

/** A check as a SubjectAccessReview, and the expected answer of the cluster. */
export interface ReplayedCheck {
  /** Its number among all checks of the answer, from 1. */
  readonly number: number
  readonly question: string
  readonly review: string
  readonly answer: 'allowed' | 'denied' | 'not allowed'
  readonly reason: string
}

/** The key of the label that all objects of a replay carry; its value is the replay's id. */
export const REPLAY_LABEL = 'authz-playground/replay'

/** The replay of a decided scenario. Undefined where the scenario is not decided, or only partly. */
export function replayOf(decided: Decided, scenario: Scenario, title: string): Replay | undefined {
  const { state, request, cluster } = decided
  // Of a command that asks a question, the review is sent.
  const isWritten = isWrittenReview(decided.question?.question)
  const { trace, design } = (isWritten ? undefined : decided.question?.review) ?? decided
  if (state !== 'decided' || trace === undefined || request.request === undefined) return undefined
  const id = idOf(scenario.policy)
  const { objects, unsayable } = objectsOf(cluster.policy, id)
  const all = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const asked = all.map((check, index) => ({ check, number: index + 1, whyNot: unaskable(check, scenario) }))
  const unasked = asked.find(({ whyNot }) => whyNot !== undefined)
  const toSend: ReplayedRequest = isWritten
    ? { kind: 'not-sent', why: 'a review asks for its check alone' }
    : unasked === undefined
      ? requestToSend(trace, request.request, design)
      : { kind: 'not-sent', why: `its answer depends on check ${unasked.number}, which cannot be asked there` }
  const accounts = toSend.kind === 'as-account' ? [toSend.account] : []
  const namespaces = [...new Set([...objects, ...accounts].map(({ namespace }) => namespace))].filter(
    (one) => one !== '',
  )
  return {
    title,
    answer: plainText(sentences(trace, request.request).answer),
    version: scenario.cluster.version,
    id,
    objects,
    namespaces,
    creates: [
      ...namespaces.map((name) => ({ kind: 'Namespace', name, unlessThere: true })),
      ...accounts.map((one) => ({ kind: 'ServiceAccount', name: placed(one), unlessThere: true })),
      ...objects.map((one) => ({ kind: one.kind, name: placed(one), unlessThere: false })),
    ],
    checks: asked.flatMap(({ check, number, whyNot }) => (whyNot === undefined ? [replayed(check, number)] : [])),
    checksInAll: all.length,
    request: toSend,
    limits: [
      ...asked.flatMap(({ number, whyNot }) => (whyNot === undefined ? [] : [`Check ${number}: ${whyNot}`])),
      ...unsayable.map((kind) => `A ${kind} with characters that a text file cannot hold.`),
      ...limitsOf(decided, scenario, trace),
    ],
  }
}

function placed({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === '' ? name : `${namespace}/${name}`
}

function replayed(check: Check, number: number): ReplayedCheck {
  const { decision, reason } = finalAnswer(check)
  return {
    number,
    question: plainText(questionInWords(check)),
    review: yamlOf({ apiVersion: REVIEW_VERSION, kind: 'SubjectAccessReview', spec: specOf(check) }),
    answer: decision === 'Allow' ? 'allowed' : decision === 'Deny' ? 'denied' : 'not allowed',
    reason,
  }
}

function specOf(check: Check): unknown {
  return subjectAccessReview(check).spec
}

/** The reason, as a sentence, why the answer of a cluster to a check would not be comparable. Undefined where it would. */
function unaskable(check: Check, { cluster }: Scenario): string | undefined {
  const { attributes, answer } = check
  const { user } = attributes
  const { evidence } = finalAnswer(check)
  if (attributes.accessRule !== undefined || evidence?.authorizer === 'AccessRules') {
    return 'no API server has access rules.'
  }
  if (check.answer.decision === 'Conditional' || conditionsLeft(answer).length > 0) {
    return 'no API server answers reviews with conditions.'
  }
  if (evidence?.authorizer === 'Webhook')
    return 'the webhook’s table decided it, and the cluster has another webhook or none.'
  if ((evidence?.related ?? []).length > 0) return 'it depends on stored objects, which are not created.'
  if (nodeOf(user.username) !== undefined && !cluster.authorizationModes.includes('Node')) {
    return 'it is about a node, and this scenario has no Node authorizer, which clusters have.'
  }
  if (user.username === '' && user.groups.length === 0)
    return 'reviews are about a user or a group, and it is about neither.'
  if (!isSayable(specOf(check))) return 'it has characters that a text file cannot hold.'
  return undefined
}

function limitsOf(
  { design, cluster: { policy }, sent }: Decided,
  { cluster, earlier = [] }: Scenario,
  { steps }: Trace,
): readonly string[] {
  const others = policy.notRead.map(({ kind, name }) => `${kind} ${name}`)
  const aggregating = policy.roles.flatMap(({ name, aggregationRule }) => (aggregationRule === undefined ? [] : [name]))
  return [
    ...(design.origin === 'released'
      ? []
      : [`No API server decides as “${design.title}” does. A cluster can only answer its checks.`]),
    ...(earlier.length === 0
      ? []
      : [
          sent.here === 1
            ? 'The request before this one is not replayed: checks that the server remembered are made again.'
            : `The ${sent.here} requests before this one are not replayed: checks that the server remembered are made again.`,
        ]),
    ...(policy.accessRules.length === 0 ? [] : ['Access rules, which no API server has.']),
    ...(others.length === 0
      ? []
      : [
          `Objects that are neither roles nor bindings: ${others.slice(0, MOST_NAMED).join(', ')}${others.length > MOST_NAMED ? ', …' : ''}.`,
        ]),
    ...(aggregating.length === 0
      ? []
      : [
          `The rules of ${aggregating.join(', ')} are filled in by the cluster’s controller manager; without one, checks that depend on them differ.`,
        ]),
    ...(cluster.defaultRoles === true || steps.length === 0
      ? []
      : ['The cluster’s own roles and bindings count there too; here, even the default ones did not count.']),
    ...(cluster.authorizationModes.includes('Webhook') ? ['The webhook’s table.'] : []),
  ]
}

const MOST_NAMED = 5

function objectsOf(
  { roles, bindings }: Policy,
  id: string,
): { readonly objects: readonly ReplayedObject[]; readonly unsayable: readonly string[] } {
  const label = { [REPLAY_LABEL]: id }
  const all = [
    ...roles.map((role) => ({ of: role, manifest: roleManifest(role, label) })),
    ...bindings.map((binding) => ({ of: binding, manifest: bindingManifest(binding, label) })),
  ]
  return {
    objects: all.flatMap(({ of: { kind, namespace, name }, manifest }) =>
      isSayable(manifest) ? [{ kind, namespace, name, manifest: yamlOf(manifest) }] : [],
    ),
    unsayable: all.flatMap(({ of: { kind }, manifest }) => (isSayable(manifest) ? [] : [kind])),
  }
}

/** FNV-1a over the code units, twice with different seeds: enough to distinguish one person's policies. */
function idOf(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((basis) => {
      let hash = basis
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}
