import {
  type PlainUser,
  plainText,
  type RichText,
  readPolicy,
  readRequest,
  type Scenario,
  type Trace,
} from '@authz-playground/engine'
import { recognise } from '@authz-playground/engine/documents'
import { plainUser } from '@authz-playground/engine/internal/kube'
import {
  type AdmissionReviews,
  admissionReviews,
  describeObservedRequest,
  loggedReviews,
  placeInWords,
  resourceGrants,
} from '@authz-playground/engine/internal/logs'
import { subjectsIn, usernameOf } from '@authz-playground/engine/internal/rights'
import { listInWords } from '@authz-playground/engine/internal/trace'
import {
  agreementWith,
  distinctRequests,
  type Filling,
  filledScenario,
  type ObservedRequest,
  type ObservedUser,
  parseClusterOutput,
} from '@authz-playground/engine/logs'
import type { InputFile } from './files.ts'
import type { Input } from './input.ts'
import { type CommandProblem, Refused, refusedInput } from './problem.ts'

/** An input made from flags. */
export type FlagInput = Input & { readonly kind: 'document' }

/** Users given by flags. They override those of the text. */
export interface ObservedByFlags {
  readonly requestor: ObservedUser
  readonly target: ObservedUser
  /** The request, for a text that does not name it. */
  readonly request?: ObservedRequest['request']
}

/**
 * A scenario for each request that the output of a cluster reports; the flags give everything else. `settled` overrides
 * the cluster settings last. Throws `Refused` where the text reports no request, or a request without a requestor.
 */
export function fromClusterOutput(
  { name, text }: InputFile,
  input: FlagInput,
  flags: ObservedByFlags,
  settled: (scenario: Scenario) => Scenario,
): readonly Input[] {
  const output = parseClusterOutput(text)
  const asks = requestorIn(text)
  const [steps] =
    output.requests.length === 0 ? output.admission.map((one) => admissionReviews(one, policyOf(input))) : []
  if (steps !== undefined && steps.reviews.length > 0) {
    return fromReviews(
      { name, ...steps, message: steps.sentence ?? output.problems[0] ?? '' },
      input,
      { ...steps.requestor, ...asks, ...flags.requestor },
      settled,
    )
  }
  const logged = output.requests.length > 0 ? [] : loggedReviews(text)
  if (logged.length > 0) {
    return logged.flatMap(({ request, line }) => {
      const { question, diagnostics } = readRequest(request)
      const named = question?.kind === 'access' ? question.written?.user : undefined
      // What is wrong in a review is said where it is decided, and needs no user.
      const nobody = diagnostics.some(({ severity }) => severity === 'error') ? { username: '' } : undefined
      const user = { ...nobody, ...(named && plainUser(named)), ...asks, ...flags.requestor }
      const steps = { reviews: [request], notes: [], message: LOGGED_REVIEW }
      return fromReviews({ name: `${name}:${line}`, ...steps }, input, user, settled)
    })
  }
  const requests = output.requests.length > 0 ? output.requests : requestOfFlags(asks, flags, name)
  if (requests.length === 0) {
    const grants = output.refused === undefined ? [] : resourceGrants(output.refused, policyOf(input))
    const added = [...(steps?.notes ?? []), ...grants].map((words) => plainText(words))
    throw new Refused(
      ...[...output.problems, ...added].map((message): CommandProblem => ({ severity: 'error', at: name, message })),
    )
  }
  const before: Scenario = { ...input.document.scenario, ...(asks && { requestor: asks }) }
  return distinctRequests(requests).map((one, index, all) => {
    const [line = 1] = one.lines
    const at = `${name}:${line}`
    const { target, attributes } = one.request
    const isReported = one.check === undefined && (target !== undefined || attributes !== undefined)
    if (flags.request !== undefined && isReported && output.requests.length > 0)
      throw refusedInput('--request', 'The request comes from --from.', 'Keep one of them.')
    const whole = withFlags(one, flags)
    const filling = filledScenario(whole, before)
    if (whole.requestor.username === undefined && filling.scenario.requestor.username === before.requestor.username) {
      throw refusedInput(at, 'The text does not name the user who sent the request.', 'Write --user NAME.')
    }
    const needed = filling.missing.find((one) => one.needed && one.place !== 'requestor')
    // Of several requests the others are decided all the same.
    if (needed !== undefined && all.length === 1) throw refusedInput(at, plainText(needed.words), FLAGS[needed.place])
    // A review is made from the message: its places are not in a file.
    const isReview = filling.scenario.request.form === 'review'
    return {
      ...input,
      name: at,
      placeOf: (place, index) => (isReview && place.source === 'request' ? at : input.placeOf(place, index)),
      document: {
        ...input.document,
        title: plainText(describeObservedRequest(whole)),
        scenario: settled(filling.scenario),
        expect: filling.expect,
      },
      ...(filling.otherAuthorizer && { otherAuthorizer: filling.otherAuthorizer }),
      notes: (trace: Trace | undefined) => [
        ...(input.notes?.(trace) ?? []),
        ...otherRequestor(asks, whole, at),
        ...notesOf(whole, filling, at, trace),
        // What the text has beside its requests, after the last of them.
        ...(index < all.length - 1 ? [] : output.problems).map((message) => ({
          severity: 'note' as const,
          at: name,
          message,
        })),
      ],
    }
  })
}

function policyOf({ document }: FlagInput): string {
  return document.scenario.policy
}

const LOGGED_REVIEW = 'The text is the log of a client that asked this review.'

/** Longer texts are logs, which name no user on their own. Characters. */
const LONGEST_WITH_USER = 1_000_000

/** The user in the output of `kubectl auth whoami`, a SelfSubjectReview or a TokenReview of the text. */
function requestorIn(text: string): PlainUser | undefined {
  if (text.length > LONGEST_WITH_USER || !/^ATTRIBUTE\s|\b(?:SelfSubject|Token)Review\b/m.test(text)) return undefined
  return recognise(text).find((part) => part.is === 'requestor')?.user
}

/** The request that flags add to a text that says only who asks. Throws `Refused` where they add none. */
function requestOfFlags(
  asks: PlainUser | undefined,
  { request, target }: ObservedByFlags,
  name: string,
): readonly ObservedRequest[] {
  if (asks === undefined) return []
  if (request === undefined) {
    const fix = 'Write --request "GET /…", or a kubectl command after --.'
    throw refusedInput(name, `The text says who asks, ${asks.username}, and names no request.`, fix)
  }
  const impersonation =
    Object.keys(target).length > 0 ? { kind: 'reported' as const, target } : { kind: 'none' as const }
  return [{ source: 'message', lines: [1], at: '', requestor: asks, impersonation, request, answer: {} }]
}

/** Where the text names one user and refuses another. */
function otherRequestor(
  asks: PlainUser | undefined,
  { requestor }: ObservedRequest,
  at: string,
): readonly CommandProblem[] {
  if (asks === undefined || asks.username === requestor.username) return []
  const message = `The text also says who asks, ${asks.username}; this request names ${requestor.username ?? ''}, who is decided.`
  return [{ severity: 'note', at, message }]
}

/** The checks of a step after authorization, each as an input of its own. */
function fromReviews(
  { name, reviews, notes, message }: AdmissionReviews & { readonly name: string; readonly message: string },
  input: FlagInput,
  { username, ...user }: ObservedUser,
  settled: (scenario: Scenario) => Scenario,
): readonly Input[] {
  const said = [message, ...notes.map((words) => plainText(words))]
  if (username === undefined) {
    const why = said.map((one) => one.replace(/[^.]$/, '$&.')).join(' ')
    const fix = `To decide this check, write --user NAME, and --group.${mayBeMeant(policyOf(input))}`
    throw refusedInput(name, why, fix)
  }
  return reviews.map((request) => ({
    ...input,
    name,
    document: {
      ...input.document,
      scenario: settled({ ...input.document.scenario, request, requestor: { ...user, username } }),
    },
    notes: (trace) => [
      ...(input.notes?.(trace) ?? []),
      ...said.map((one): CommandProblem => ({ severity: 'note', at: name, message: one })),
    ],
  }))
}

/** The most users that are named; the others are counted. */
const MOST_NAMED = 3

/** The users whom the policy binds, where a text does not say who was refused. */
function mayBeMeant(policy: string): string {
  const subjects = readPolicy(policy).bindings.flatMap(subjectsIn)
  const users = [...new Set(subjects.flatMap((one) => usernameOf(one) ?? []))]
  const more = users.length - MOST_NAMED
  const named = [...users.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])]
  return named.length === 0 ? '' : ` The policy binds ${plainText(listInWords(named))}.`
}

function withFlags(observed: ObservedRequest, { requestor, target, request }: ObservedByFlags): ObservedRequest {
  const { impersonation } = observed
  const before = impersonation.kind === 'reported' ? impersonation : { kind: 'reported' as const, target: {} }
  return {
    ...observed,
    requestor: { ...observed.requestor, ...requestor },
    ...(request && { request }),
    impersonation:
      Object.keys(target).length === 0 ? impersonation : { ...before, target: { ...before.target, ...target } },
  }
}

/** The flags that add what a text does not report. */
const FLAGS: Readonly<Partial<Record<Filling['missing'][number]['place'], string>>> = {
  request: 'The flags are --request and those of --as, or a command after --.',
  requestor: 'The flags are --user, --group, --uid and --extra.',
  impersonation: 'The flags are --as, --as-group, --as-uid and --as-user-extra.',
}

/**
 * Notes about what the text does not report, the assumptions instead, and how the cluster's answer compares with this
 * one.
 */
function notesOf(
  observed: ObservedRequest,
  filling: Filling,
  at: string,
  trace: Trace | undefined,
): readonly CommandProblem[] {
  const note = (words: RichText, fix?: string): CommandProblem => ({
    severity: 'note',
    at,
    message: plainText(words),
    ...(fix !== undefined && { fix }),
  })
  const agreement = trace && agreementWith(filling, observed.answer.reason ?? '', filling.scenario, trace)
  return [
    ...(observed.times === undefined ? [] : [note([`The text reports this request ${placeInWords(observed)}.`])]),
    ...filling.missing.map(({ words, place }) => note(words, FLAGS[place])),
    ...[...filling.remarks, ...filling.assumed].map((words) => note(words)),
    ...(agreement === undefined
      ? []
      : [
          {
            severity: agreement.agrees ? ('note' as const) : ('warning' as const),
            at,
            message: [agreement.words, ...agreement.why].map(plainText).join(' '),
          },
        ]),
  ]
}
