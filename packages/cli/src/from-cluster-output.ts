import { plainText, type RichText, type Scenario, type Trace } from '@authz-playground/engine'
import {
  agreementWith,
  describeObservedRequest,
  type Filling,
  filledScenario,
  type ObservedRequest,
  type ObservedUser,
  parseClusterOutput,
} from '@authz-playground/engine/observed'
import type { NamedText } from './files.ts'
import type { Input } from './input.ts'
import { type Problem, Refused, refused } from './problem.ts'

/** A scenario that flags say. */
export type FlagInput = Input & { readonly kind: 'document' }

/** What flags tell that a text does not. They go before it. */
export interface ObservedByFlags {
  readonly requestor: ObservedUser
  readonly target: ObservedUser
}

/**
 * A scenario for each request that a text of a cluster tells of, over what flags say of everything else. `settled`: has
 * the last word about the cluster. Throws `Refused` where the text tells of none, or not who asks.
 */
export function fromClusterOutput(
  { name, text }: NamedText,
  input: FlagInput,
  flags: ObservedByFlags,
  settled: (scenario: Scenario) => Scenario,
): readonly Input[] {
  const { requests, problems } = parseClusterOutput(text)
  if (requests.length === 0) {
    throw new Refused(...problems.map((message): Problem => ({ severity: 'error', at: name, message })))
  }
  return requests.map((one) => {
    const [line = 1] = one.lines
    const at = `${name}:${line}`
    const whole = withFlags(one, flags)
    if (whole.requestor.username === undefined) {
      throw refused(at, 'The text does not tell who sent the request.', 'Write --user NAME.')
    }
    const filling = filledScenario(whole, input.document.scenario)
    return {
      ...input,
      name: at,
      document: {
        ...input.document,
        title: plainText(describeObservedRequest(whole)),
        scenario: settled(filling.scenario),
        expect: filling.expect,
      },
      notes: (trace: Trace | undefined) => notesOf(whole, filling, at, input, trace),
    }
  })
}

function withFlags(observed: ObservedRequest, { requestor, target }: ObservedByFlags): ObservedRequest {
  const { impersonation } = observed
  const before = impersonation.kind === 'reported' ? impersonation : { kind: 'reported' as const, target: {} }
  return {
    ...observed,
    requestor: { ...observed.requestor, ...requestor },
    impersonation:
      Object.keys(target).length === 0 ? impersonation : { ...before, target: { ...before.target, ...target } },
  }
}

/** What the text does not tell, what stands in for it, and what the cluster answered beside what is answered here. */
function notesOf(
  { answer }: ObservedRequest,
  { missing, assumed, expect }: Filling,
  at: string,
  { document }: FlagInput,
  trace: Trace | undefined,
): readonly Problem[] {
  const note = (words: RichText): Problem => ({ severity: 'note', at, message: plainText(words) })
  const agreement = trace && agreementWith(expect, answer.reason ?? '', document.scenario, trace)
  return [
    ...missing.map(({ words }) => note(words)),
    ...assumed.map(note),
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
