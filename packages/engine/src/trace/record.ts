import { type Authorizer, type ConditionalAuthorizer, isConditional, StepBudget } from '../authorizers/index.ts'
import type { Answer } from '../kube/index.ts'
import type { EdgeId, NodeId, RichText } from './graph.ts'
import type { Check, Question, Step } from './trace.ts'

/** What a running design tells its driver. Arrivals want no answer; questions want one. */
export type Event =
  | { readonly kind: 'arrive'; readonly node: NodeId; readonly edge?: EdgeId; readonly because?: RichText }
  | { readonly kind: 'ask'; readonly node: NodeId; readonly question: Question }

/** A design at work: yields events, receives answers to its questions, returns what came of it. */
export type Running<Result> = Generator<Event, Result, Answer | undefined>

/** Evaluates the conditions of an answer: the check with what they came to, and with what became of the answer. */
export type Settle = (
  question: Question,
  answer: Answer,
  authorizer: ConditionalAuthorizer,
  budget: StepBudget,
) => Check

/**
 * Drives a design to its end, asking the authorizer whatever it asks, and writes down what happened. A node's first
 * check joins the step of its arrival; every further one is a step of its own. `settle` is for designs that ask with
 * facts, and comes with them: few requests need it. All conditions are evaluated within one budget.
 */
export function record<Result>(
  running: Running<Result>,
  authorizer: Authorizer,
  settle?: Settle,
  budget = new StepBudget(),
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
      const check = checkOf(event.question, authorizer, settle, budget)
      const last = steps.at(-1)
      if (last !== undefined && last.node === event.node && last.check === undefined)
        steps[steps.length - 1] = { ...last, check }
      else steps.push({ node: event.node, check })
      next = running.next(check.settled ?? check.answer)
    }
  }
  return { steps, result: next.value }
}

function checkOf(question: Question, authorizer: Authorizer, settle: Settle | undefined, budget: StepBudget): Check {
  const { attributes, facts } = question
  if (facts === undefined || !isConditional(authorizer)) {
    return { ...question, answer: authorizer.authorize(attributes, budget) }
  }
  if (settle === undefined) throw new Error('a design that asks with facts must say how conditions are settled')
  const answer = authorizer.conditionally(attributes, budget)
  return answer.decision === 'Conditional' ? settle(question, answer, authorizer, budget) : { ...question, answer }
}
