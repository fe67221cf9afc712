import type { Scenario } from '../../decide/index.ts'
import { isDNSLabel } from '../../go/index.ts'
import { type HTTPRequest, printHTTP, type RequestText, withFields } from '../../http/index.ts'
import { isMasked, serviceAccountOf, UNNAMED_USER } from '../../kube/index.ts'
import type { Expectation } from '../../scenario-file/index.ts'
import { clause, type RichText } from '../../trace/index.ts'
import { ABOUT_PROJECT_REQUESTS } from '../line/admission-steps.ts'
import { authorizerReasonInWords, authorizerReasons } from '../line/authorizer-reason.ts'
import { REVOKED_IN_WORDS } from '../line/no-request.ts'
import type { ObservedAnswer, ObservedAttributes, ObservedCall, ObservedRequest } from '../line/observed-request.ts'
import { observedAttributes } from '../line/request-summary.ts'
import { clusterOf } from './filled-cluster.ts'
import { lineOf, namelessCheck } from './filled-line.ts'
import type { FilledPart, Missing } from './filled-part.ts'
import { requestorOf } from './filled-requestor.ts'
import { filledReview, nameAlone, restOfRequest } from './filled-review.ts'
import { filledTarget } from './filled-target.ts'
import { refusedWriteOf } from './filled-write.ts'
import { unmasked } from './unmasked.ts'

/** One part that was filled in, and with which values. */
export interface Filled {
  readonly what: 'Requestor' | 'Request' | 'Impersonation' | 'Cluster' | 'Answer'
  readonly words: RichText
}

/** A scenario as far as the text reports it. */
export interface Filling {
  readonly scenario: Scenario
  /** The cluster's answer, for comparing. Empty where the text does not report it. */
  readonly expect: readonly Expectation[]
  readonly filled: readonly Filled[]
  /** The assumptions made where the text reports nothing, and why. */
  readonly assumed: readonly RichText[]
  readonly missing: readonly Missing[]
  /** What to know of such a request, where the text has no gap. */
  readonly remarks: readonly RichText[]
  /** What another authorizer than RBAC has to do with the refusal. */
  readonly otherAuthorizer?: OtherAuthorizer
}

/** An authorizer beside RBAC that refused a request. */
export interface OtherAuthorizer {
  /** No rule of RBAC allows the request. Else a rule is one of two ways. */
  readonly denies: boolean
  readonly words: RichText
}

/**
 * Fills a scenario from one observed request. The policy and the other texts of the cluster stay, and so does
 * everything that the text does not report, except the parts that belong to the previous request. An incomplete request
 * is filled so that it cannot be decided before a person completes it.
 */
export function filledScenario(reported: ObservedRequest, before: Scenario): Filling {
  const { observed, ...masks } = unmasked(withUser(reported, before), before)
  const requestor = requestorOf(observed, before)
  const line = refusedWriteOf(observed, before) ?? lineOf(observed)
  const target = filledTarget(observed)
  const cluster = clusterOf(observed, before)
  const user = requestor.value ?? before.requestor
  // Without the rest of the request, the check that was refused is a question of its own.
  const isWhole = line.value !== undefined && (target.value === undefined || (target.value.username ?? '') !== '')
  const { check } = observed
  const nameless = check === undefined && target.value === undefined ? namelessCheck(observed) : undefined
  const asked = isWhole ? undefined : (check ?? nameless?.check)
  const isReview = asked !== undefined
  const { request, missing } = isReview
    ? {
        request: filledReview(asked, user),
        missing: nameless ? [nameless.missing] : [...nameAlone(asked, user, before.policy), restOfRequest(line.value)],
      }
    : requestText(line, target)
  const { earlier: _, later: __, after: ___, ...rest } = before
  const parts = [
    { what: 'Requestor', part: requestor },
    { what: 'Request', part: line },
    { what: 'Impersonation', part: target },
    { what: 'Cluster', part: cluster },
  ] as const
  const answer = answerInWords(observed.answer)
  const otherAuthorizer = otherAuthorizerOf(observed.answer)
  return {
    scenario: { ...rest, ...cluster.value, request, requestor: user },
    // A review is answered with 201, and the cluster refused the request of which it is one check.
    expect: isReview
      ? []
      : masks.assumed.length + masks.missing.length > 0
        ? expectationOf(withoutMessage(observed))
        : expectationOf(observed),
    filled: [
      ...parts.flatMap(({ what, part }) => (part.filled === undefined ? [] : [{ what, words: part.filled }])),
      ...(answer === undefined ? [] : [{ what: 'Answer' as const, words: answer }]),
    ],
    assumed: [
      ...masks.assumed,
      ...parts.flatMap(({ part }) => part.assumed ?? []),
      ...(before.earlier || before.later
        ? [['The requests before and after this one are removed: the text reports a single request.']]
        : []),
    ],
    missing: [
      ...masks.missing,
      ...parts.flatMap(({ part }) => part.missing ?? []).filter(({ needed }) => !isReview || !needed),
      ...missing,
    ].sort((a, b) => Number(b.needed) - Number(a.needed)),
    remarks: [
      ...parts.flatMap(({ part }) => part.remarks ?? []),
      ...ofProjects(observed.request.attributes),
      ...ofNamespaces(observed.request.attributes),
      ...ofRevoked(observed),
      ...impossibleNamespace(observed.request.attributes?.namespace ?? ''),
    ],
    ...(otherAuthorizer && { otherAuthorizer }),
  }
}

/** A message without the name of the user is decided for an unnamed one, unless somebody entered who asks. */
function withUser(reported: ObservedRequest, before: Scenario): ObservedRequest {
  const { requestor, source, request } = reported
  const isOfMessage = (source === 'message' || source === 'status') && request.attributes !== undefined
  if ((requestor.username ?? '') !== '' || before.requestor.username !== '' || !isOfMessage) return reported
  return { ...reported, requestor: { ...requestor, username: UNNAMED_USER } }
}

/** What to do without the list of all namespaces, which RBAC cannot limit to some. */
function ofNamespaces(asked: ObservedAttributes | undefined): readonly RichText[] {
  if (asked?.verb !== 'list' || asked.resource !== 'namespaces' || asked.apiGroup !== '' || asked.name !== '') return []
  return [
    [
      'Work in one namespace does not need the list of all: name it, by ',
      { code: '-n NAMESPACE' },
      ', ',
      { code: 'kubectl config set-context --current --namespace=NAMESPACE' },
      ' or the settings of the client. RBAC grants the list of all namespaces, or none.',
    ],
  ]
}

/** What fabric8's client means by an account that may have been revoked: the server would not have known it. */
function ofRevoked({ saysRevoked, requestor: { username = '' } }: ObservedRequest): readonly RichText[] {
  if (!saysRevoked || serviceAccountOf(username) === undefined) return []
  return [
    [
      `${REVOKED_IN_WORDS}. The server knows the account, so it was not: the cluster has no rule that allows this, or the pod was meant to run as another account. `,
      { code: "kubectl get pods -n NAMESPACE -o custom-columns='POD:.metadata.name,ACCOUNT:.spec.serviceAccountName'" },
      ' prints the account of each pod.',
    ],
  ]
}

/** The cause where a client asks for a namespace that cannot exist: nobody can write a Role there. */
function impossibleNamespace(namespace: string): readonly RichText[] {
  if (namespace === '' || isDNSLabel(namespace) || isMasked(namespace)) return []
  return [
    [
      ...clause`No namespace can have the name ${namespace}: names of namespaces have lower-case letters, digits and hyphens. `,
      'No Role can be in it either. Correct the name where the client takes it from, or in the text if it was changed there.',
    ],
  ]
}

/** What OpenShift has beside the rules for its projects. */
function ofProjects(asked: ObservedAttributes | undefined): readonly RichText[] {
  if (asked === undefined || !['', 'project.openshift.io'].includes(asked.apiGroup)) return []
  if (asked.resource === 'projectrequests') return [[ABOUT_PROJECT_REQUESTS]]
  if (asked.resource !== 'projects') return []
  const group: RichText =
    asked.apiGroup === '' ? ['A rule for OpenShift 4 names the group ', { code: 'project.openshift.io' }, '.'] : []
  const one: RichText =
    asked.name === '' && asked.namespace === ''
      ? []
      : [
          'OpenShift refuses a project that does not exist in the same words. ',
          { code: 'oc get projects' },
          ' lists those in which this user has a role.',
          ...(group.length === 0 ? [] : [' ']),
        ]
  const words = [...one, ...group]
  return words.length === 0 ? [] : [words]
}

function otherAuthorizerOf({ authorization, reason = '' }: ObservedAnswer): OtherAuthorizer | undefined {
  if (authorization !== 'forbidden') return undefined
  const reasons = authorizerReasons(reason)
  const found = reasons.find(({ is }) => is === 'denied') ?? reasons.find(({ is }) => is === 'other-way')
  return found && { denies: found.is === 'denied', words: authorizerReasonInWords(found) }
}

/** The message of an answer has the masks, and the playground's has the names. */
function withoutMessage({ answer: { message: _, ...answer }, ...observed }: ObservedRequest): ObservedRequest {
  return { ...observed, answer }
}

/** A placeholder request line for the headers. */
const NO_LINE: HTTPRequest = { method: 'GET', target: '/', headers: [], body: '' }
/** An incomplete header line, so that the request cannot be decided. */
const NO_USER = 'Impersonate-User'

function requestText(
  { value: line, unfinished }: FilledPart<HTTPRequest>,
  { value: fields }: ReturnType<typeof filledTarget>,
): { readonly request: RequestText; readonly missing: readonly Missing[] } {
  const headers = fields === undefined ? [] : withFields(NO_LINE, { impersonate: { username: '', ...fields } }).headers
  const known = line ?? unfinished ?? NO_LINE
  const whole = { ...known, headers: [...headers, ...known.headers] }
  const { text, gap } = printHTTP(whole)
  const [first = '', ...others] = text.split('\n')
  const nobody = fields !== undefined && (fields.username ?? '') === '' ? [`# Whom? ${NO_USER}: NAME`, NO_USER] : []
  const like = unfinished === undefined ? 'GET /api/v1/namespaces/NAMESPACE/pods' : first.replace(/ HTTP\S+$/, '')
  const start = line === undefined ? [`# What was asked for? ${like}`] : [first]
  const missing: readonly Missing[] = gap === undefined ? [] : [{ words: [gap], place: 'request', needed: false }]
  return { request: { form: 'http', text: [...start, ...nobody, ...others].join('\n') }, missing }
}

/**
 * The part of the answer that the playground computes too: authorization, and the storage of roles and bindings;
 * nothing else after authorization.
 */
function expectationOf({ answer, source, request }: ObservedRequest): readonly Expectation[] {
  const { authorization, code, message, constraint } = answer
  const impersonated = constraint === undefined ? {} : { constraint }
  const refusal = REFUSALS.find((one) => one === code)
  const whole =
    refusal === undefined ? [] : [{ code: refusal, ...(message !== undefined && { message }), ...impersonated }]
  if (authorization === 'forbidden') return refusal === 403 ? whole : []
  if (authorization === 'allowed') {
    const served = code === undefined || code < 400 || !writesRoles(request)
    return served ? [{ code: 200, ...impersonated }] : whole
  }
  return source === 'audit-event' && refusal === 400 ? whole : []
}

/** The codes of a refusal that an expectation can have. */
const REFUSALS = [400, 403, 500] as const

function writesRoles(request: ObservedCall): boolean {
  const attributes = observedAttributes(request)
  return attributes?.apiGroup === 'rbac.authorization.k8s.io' && WRITES.has(attributes.verb)
}

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch'])

function answerInWords({
  authorization,
  code,
  message,
  reason = '',
  constraint = '',
}: ObservedAnswer): RichText | undefined {
  const by: RichText = constraint === '' ? [] : [', impersonated by ', { code: constraint }]
  if (authorization === 'allowed') {
    const laterAnswer: RichText =
      code === undefined || code < 400 ? [] : [`; the response was ${code}`, ...quoted(message)]
    return ['Authorization allowed it', ...by, ...(reason === '' ? [] : [': ', { code: reason }]), ...laterAnswer, '.']
  }
  if (authorization === 'forbidden') return [`${code ?? 403}`, ...by, ...quoted(message), '.']
  return code === undefined
    ? undefined
    : clause`The cluster answered ${String(code)}, but not because of authorization.`
}

function quoted(message: string | undefined): RichText {
  return message === undefined || message === '' ? [] : [': ', { code: message }]
}
