import {
  type Authorizer,
  type ConditionalAuthorizer,
  type Facts,
  isConditional,
  settleAnswer,
} from '../authorizers/index.ts'
import type { Answer, Attributes, Condition } from '../kube/index.ts'
import type { EdgeId, Label, NodeId } from './graph.ts'
import type { Check, Question, Step } from './trace.ts'

/** What a running design tells its driver. Arrivals want no answer; questions want one. */
export type Event =
  | { readonly kind: 'arrive'; readonly node: NodeId; readonly edge?: EdgeId; readonly because?: Label }
  | { readonly kind: 'ask'; readonly node: NodeId; readonly question: Question }

/** A design at work: yields events, receives answers to its questions, returns what came of it. */
export type Running<Result> = Generator<Event, Result, Answer | undefined>

/**
 * Drives a design to its end, asking the authorizer whatever it asks, and writes down what happened. A node's first
 * check joins the step of its arrival; every further one is a step of its own.
 */
export function record<Result>(
  running: Running<Result>,
  authorizer: Authorizer,
): { steps: readonly Step[]; result: Result } {
  const steps: Step[] = []
  let next = running.next(undefined)
  while (!next.done) {
    const event = next.value
    if (event.kind === 'arrive') {
      const { node, edge, because } = event
      steps.push({ node, ...(edge === undefined ? {} : { edge }), ...(because === undefined ? {} : { because }) })
      next = running.next(undefined)
    } else {
      const check = checkOf(event.question, authorizer)
      const last = steps.at(-1)
      if (last !== undefined && last.node === event.node && last.check === undefined)
        steps[steps.length - 1] = { ...last, check }
      else steps.push({ node: event.node, check })
      next = running.next(check.settled ?? check.answer)
    }
  }
  return { steps, result: next.value }
}

function checkOf(question: Question, authorizer: Authorizer): Check {
  const { attributes, facts, modes } = question
  if (facts === undefined || !isConditional(authorizer)) {
    return { ...question, answer: authorizer.authorize(attributes) }
  }
  const answer = authorizer.conditionally(attributes)
  if (answer.decision !== 'Conditional') return { ...question, answer }
  let first: Evaluated | undefined
  for (const mode of modes ?? [undefined]) {
    const evaluated = evaluate(answer, attributes, mode === undefined ? facts : { ...facts, mode }, authorizer)
    if (evaluated.settled.decision === 'Allow') {
      return { ...question, ...evaluated, settled: { ...evaluated.settled, ...(mode !== undefined && { mode }) } }
    }
    first ??= evaluated
  }
  return { ...question, answer, ...first }
}

type Evaluated = Required<Pick<Check, 'answer' | 'settled'>>

function evaluate(answer: Answer, attributes: Attributes, facts: Facts, authorizer: ConditionalAuthorizer): Evaluated {
  const came = new Map<Condition, Came>()
  const settled = settleAnswer(answer, (condition) => {
    const result = authorizer.evaluate(condition, attributes, facts)
    came.set(condition, result)
    return result
  })
  return { answer: withResults(answer, came), settled }
}

type Came = NonNullable<Condition['came']>

/** The answer with what its conditions came to, as far as they were evaluated. */
function withResults<Of extends Answer>(answer: Of, results: ReadonlyMap<Condition, Came>): Of {
  const { conditions, parts } = answer
  return {
    ...answer,
    ...(conditions && {
      conditions: conditions.map((condition) => {
        const came = results.get(condition)
        return came === undefined ? condition : { ...condition, came }
      }),
    }),
    ...(parts && { parts: parts.map((part) => withResults(part, results)) }),
  }
}
