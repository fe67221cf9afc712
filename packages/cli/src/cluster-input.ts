import { plainText, type RichText, type Scenario, type Trace } from '@authz-playground/engine'
import { admissionReview, describeObservedRequest, placeInWords } from '@authz-playground/engine/internal/logs'
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
  const { requests, admission, problems } = parseClusterOutput(text)
  const [review] = admission.flatMap((one) => admissionReview(one) ?? [])
  if (requests.length === 0 && review !== undefined) {
    const [message = ''] = problems
    const { username } = flags.requestor
    if (username === undefined)
      throw refusedInput(name, message.replace(/[^.]$/, '$&.'), 'To decide this check, write --user NAME, and --group.')
    const scenario = settled({
      ...input.document.scenario,
      request: review,
      requestor: { ...flags.requestor, username },
    })
    return [
      {
        ...input,
        name,
        document: { ...input.document, scenario },
        notes: (trace) => [...(input.notes?.(trace) ?? []), { severity: 'note', at: name, message }],
      },
    ]
  }
  if (requests.length === 0) {
    throw new Refused(...problems.map((message): CommandProblem => ({ severity: 'error', at: name, message })))
  }
  return distinctRequests(requests).map((one, index, all) => {
    const [line = 1] = one.lines
    const at = `${name}:${line}`
    const { target, attributes } = one.request
    const isReported = one.check === undefined && (target !== undefined || attributes !== undefined)
    if (flags.request !== undefined && isReported)
      throw refusedInput('--request', 'The request comes from --from.', 'Keep one of them.')
    const whole = withFlags(one, flags)
    if (whole.requestor.username === undefined) {
      throw refusedInput(at, 'The text does not name the user who sent the request.', 'Write --user NAME.')
    }
    const filling = filledScenario(whole, input.document.scenario)
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
        ...notesOf(whole, filling, at, input, trace),
        // What the text has beside its requests, after the last of them.
        ...(index < all.length - 1 ? [] : problems).map((message) => ({
          severity: 'note' as const,
          at: name,
          message,
        })),
      ],
    }
  })
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
  { missing, assumed, expect }: Filling,
  at: string,
  { document }: FlagInput,
  trace: Trace | undefined,
): readonly CommandProblem[] {
  const note = (words: RichText, fix?: string): CommandProblem => ({
    severity: 'note',
    at,
    message: plainText(words),
    ...(fix !== undefined && { fix }),
  })
  const agreement = trace && agreementWith(expect, observed.answer.reason ?? '', document.scenario, trace)
  return [
    ...(observed.times === undefined ? [] : [note([`The text reports this request ${placeInWords(observed)}.`])]),
    ...missing.map(({ words, place }) => note(words, FLAGS[place])),
    ...assumed.map((words) => note(words)),
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
