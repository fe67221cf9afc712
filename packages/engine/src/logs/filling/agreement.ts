import type { Scenario } from '../../decide/index.ts'
import { checkExpectations, type Expectation, type Unmet } from '../../scenario-file/index.ts'
import { clause, type RichText, type Trace } from '../../trace/index.ts'
import {
  type AuthorizerReason,
  authorizerReasonInWords,
  authorizerReasons,
  NO_RELATION,
  OF_ANOTHER_AUTHORIZER,
  withoutAuthorizer,
} from '../line/authorizer-reason.ts'
import { forbiddenMessage, withoutEntities } from '../line/forbidden-message.ts'
import { WITH_MORE } from './filled-part.ts'

/** The playground's answer compared with the cluster's. */
export interface Agreement {
  readonly agrees: boolean
  /** Both answers, in a sentence or two. */
  readonly words: RichText
  /** Possible causes of the difference, and what to do. Empty where they agree. */
  readonly why: readonly RichText[]
}

/**
 * Compares the cluster's answer with the playground's. Undefined where the cluster's answer is not reported, and
 * where both refused without a reason and there is no policy.
 *
 * @param reported the scenario as it was filled from a text, and the answer that the text reports
 * @param reason of the authorizers, as the text has it
 * @param scenario as it is decided now
 */
export function agreementWith(
  reported: { readonly scenario: Pick<Scenario, 'request'>; readonly expect: readonly Expectation[] },
  reason: string,
  scenario: Scenario,
  trace: Trace,
): Agreement | undefined {
  if (isFilledReview(reported.scenario, scenario, trace)) return ofRefusedCheck(reason, scenario, trace)
  const [expected] = reported.expect
  if (expected?.code === undefined) return undefined
  const [result] = checkExpectations({ scenario, expect: [expected] }, () => ({ state: 'decided', trace, errors: [] }))
  const { outcome } = trace
  const unmet = result?.kind === 'differs' ? result.unmet : []
  const isSaid = unmet.every(({ field }) => field === 'message')
  const here = 'message' in outcome ? outcome.message : ''
  const asked = askedIn(trace)
  const reasons =
    isSaid && outcome.code === 403 ? reasonsOfOneRefusal(expected.message, here, reason, asked) : undefined
  if (expected.code === 403 && outcome.code === 403 && saysNothing(reasons, scenario)) return undefined
  if (reasons !== undefined) return ofReasons(reasons, reason, asked)
  const cluster = answered(expected.code)
  if (result?.kind === 'holds') return agreement(cluster)
  if (outcome.code !== expected.code) {
    const words: RichText = [`The cluster answered ${cluster}, the playground ${answered(outcome.code)}.`]
    return {
      agrees: false,
      words,
      why: expected.code === 200 ? whyRefused(reason) : whyAllowed(trace, expected.message, reason, scenario),
    }
  }
  return {
    agrees: false,
    words: [`Both answered ${cluster}, but not the same way. `, ...inField(unmet)],
    why: [isOfImpersonation(trace) ? OTHER_WAY : ['The policies or the authorizers differ.']],
  }
}

/** Whether a text reports one check of the impersonation filter as refused, and it is decided as a review. */
function isFilledReview({ request }: Pick<Scenario, 'request'>, now: Scenario, { question }: Trace): boolean {
  return request.form === 'review' && now.request.text === request.text && question?.kind === 'access'
}

function ofRefusedCheck(reason: string, scenario: Scenario, trace: Trace): Agreement | undefined {
  const { outcome } = trace
  if (outcome.kind !== 'answered-no') {
    const words: RichText = [`The cluster answered 403, the playground ${answered(200)}.`]
    return { agrees: false, words, why: whyAllowed(trace, '', reason, scenario) }
  }
  const asked = askedIn(trace)
  const reasons: Reasons = { cluster: plainReason(reason, asked), here: plainReason(outcome.message, asked) }
  return saysNothing(reasons, scenario) ? undefined : ofReasons(reasons, reason, asked)
}

type Asked = Parameters<typeof authorizerReasons>[1]

/** What the last check asks: of a request that was not refused before, the request itself. */
function askedIn({ steps }: Trace): Asked {
  return steps.findLast(({ check }) => check !== undefined)?.check?.attributes
}

function agreement(cluster: string, more: RichText = []): Agreement {
  return { agrees: true, words: [`The cluster answered ${cluster}, and so does the playground.`, ...more], why: [] }
}

/** What the authorizers added to one refusal, at the cluster and here. */
interface Reasons {
  readonly cluster: string
  readonly here: string
}

/** That nothing grants it is not a finding where nothing could grant it, and the cluster has no reason of its own. */
function saysNothing(reasons: Reasons | undefined, { policy }: Scenario): boolean {
  const isOwn = reasons !== undefined && reasons.cluster !== '' && reasons.cluster !== reasons.here
  return policy.trim() === '' && !isOwn
}

/**
 * The reasons of two messages that refuse the same request of the same user; undefined for any others. Where the text does not
 * report the message, `reason` is the cluster's.
 */
function reasonsOfOneRefusal(
  cluster: string | undefined,
  here: string,
  reason: string,
  asked: Asked,
): Reasons | undefined {
  const second = forbiddenMessage(here)
  if (cluster === undefined)
    return reason === ''
      ? undefined
      : { cluster: plainReason(reason, asked), here: plainReason(second?.reason ?? '', asked) }
  const first = forbiddenMessage(cluster)
  if (first === undefined || second === undefined) return undefined
  const refused = ({ username, groups, attributes }: typeof first) => JSON.stringify([username, groups, attributes])
  if (refused(first) !== refused(second)) return undefined
  return { cluster: plainReason(first.reason, asked), here: plainReason(second.reason, asked) }
}

/** Older servers have other words for a missing relation and quote the name of a node otherwise (Go: `%q`), newer ones name the authorizer. */
function plainReason(reason: string, asked: Asked): string {
  return reason
    .split('\n')
    .map((line) => withoutAuthorizer(line.trim()).replace(/\bnode "([^"]*)"/g, "node '$1'"))
    .map((line) => (NO_RELATION.test(line) ? 'no relationship found' : line))
    .filter((line) => !authorizerReasons(line, asked).some(saysNoRule))
    .join('\n')
}

/** Reasons of authorizers that had nothing to say for or against a request. */
function saysNoRule({ is }: AuthorizerReason): boolean {
  return is === 'no-opinion' || is === 'no-rule' || is === 'request-message'
}

function ofReasons(reasons: Reasons, reason: string, asked: Asked): Agreement {
  if (reasons.cluster !== reasons.here) return otherReason(reasons)
  const without = authorizerReasons(reason, asked).filter(saysNoRule)
  return agreement(
    '403',
    without.flatMap((one) => [' ', ...authorizerReasonInWords(one)]),
  )
}

/** Both refused the same, and for other reasons. */
function otherReason({ cluster, here }: Reasons): Agreement {
  if (cluster === '') {
    const words = clause`Both answered 403, and only the playground has a reason: ${here}.`
    return { agrees: false, words, why: [['The policies or the authorizers differ.']] }
  }
  const words = clause`Both answered 403, and the cluster has a reason of its own: ${withoutEntities(cluster).replace(/\.$/, '')}.`
  // The reason is said already.
  const why = authorizerReasons(cluster).map((one) =>
    one.is === 'other' ? OF_ANOTHER_AUTHORIZER : authorizerReasonInWords(one),
  )
  return { agrees: false, words, why }
}

function isOfImpersonation({ steps, impersonatedUser }: Trace): boolean {
  return impersonatedUser !== undefined || steps.some(({ check }) => check?.phase === 'impersonation')
}

function answered(code: number): string {
  return code === 200 ? '“allowed”' : String(code)
}

/** RBAC's reason names both objects that allowed a request (`plugin/pkg/auth/authorizer/rbac`). */
const ALLOWED_BY = /allowed by (ClusterRoleBinding|RoleBinding) "([^"]+)" of (ClusterRole|Role) "([^"]+)"/

function whyRefused(reason: string): readonly RichText[] {
  const [, bindingKind = '', binding = '', roleKind = '', role = ''] = ALLOWED_BY.exec(reason) ?? []
  if (binding === '')
    return [
      clause`The policy here differs from the cluster’s, or another authorizer allowed it there: ${reason || 'no reason'}.`,
    ]
  const [name = '', namespace = ''] = bindingKind === 'RoleBinding' ? binding.split('/') : [binding]
  const place = namespace === '' ? '' : ` -n ${namespace}`
  const command = (kind: string, which: string) =>
    `kubectl get ${kind.toLowerCase()} ${which}${kind.startsWith('Cluster') ? '' : place} -o yaml`
  return [
    [
      ...clause`The cluster allowed it by ${bindingKind} ${name} of ${roleKind} ${role}. Add both to the policy: `,
      { code: command(bindingKind, name) },
      ' and ',
      { code: command(roleKind, role) },
      '.',
    ],
  ]
}

function whyAllowed(trace: Trace, message = '', reason: string, { request }: Scenario): readonly RichText[] {
  const { impersonatedUser } = trace
  const reasons = authorizerReasons(reason, askedIn(trace))
  if (reasons.length > 0) return reasons.map(authorizerReasonInWords)
  const differs: RichText = [
    'The policy here grants something that the cluster’s does not, or the requestor has other groups there.',
  ]
  if (impersonatedUser === undefined) return [differs]
  if (!OF_MODE.test(message))
    return [differs, ['An older server, or one with the gate off, has no modes of impersonation.']]
  return SENT_MORE.test(request.text) ? [differs] : [WITH_MORE, differs]
}

/** Only a server with modes of impersonation names their verbs. */
const OF_MODE = /\bcannot impersonate(?:-on)?:/

/** Parts of a target beside its name, as headers and as flags. */
const SENT_MORE = /\bImpersonate-(?:Group|Uid|Extra)|--as-(?:group|uid|user-extra)/i

const OTHER_WAY: RichText = [
  'The policies differ, or the server remembered a mode that had worked before: it tries that mode first and reports its failure.',
]

function inField(unmet: readonly Unmet[]): RichText {
  const [first] = unmet
  if (first === undefined) return []
  const field = first.field === 'message' ? '' : ` (${first.field})`
  const there = { code: shown(first.expected) }
  return [`The cluster${field}: `, there, '. The playground: ', { code: shown(first.found) }, '.']
}

function shown(value: unknown): string {
  return value === undefined || value === ''
    ? 'nothing'
    : typeof value === 'string'
      ? withoutEntities(value)
      : JSON.stringify(value)
}
