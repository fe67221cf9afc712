import { type Authorizer, isConditional, StepBudget } from '../authorizers/index.ts'
import type { Answer } from '../kube/index.ts'
import type { RichText } from '../text/index.ts'
import type { EdgeId, Graph, NodeId } from './graph.ts'
import type { Check, EvaluateConditions, NotTaken, Question, Step } from './trace.ts'

/** An event of a running design. An arrival takes no answer; a question takes one. */
export type Event =
  | {
      readonly kind: 'arrive'
      readonly node: NodeId
      readonly edge?: EdgeId
      readonly because?: RichText
      readonly instead?: readonly NotTaken[]
    }
  | { readonly kind: 'ask'; readonly node: NodeId; readonly question: Question }

/** A running design: it yields events, receives the answers to its questions, and returns its result. */
export type Running<Result> = Generator<Event, Result, Answer | undefined>

/**
 * Runs a design to its end, puts its questions to the authorizer, and records the steps. A node's first check belongs to
 * the step of its arrival; each further check is a step of its own. `evaluateConditions` is required for designs that ask with facts,
 * and comes with them. All conditions of a run share one budget.
 */
export function record<Result>(
  running: Running<Result>,
  authorizer: Authorizer,
  evaluateConditions?: EvaluateConditions,
  budget = new StepBudget(),
): { steps: readonly Step[]; result: Result } {
  const steps: Step[] = []
  let next = running.next(undefined)
  while (!next.done) {
    const event = next.value
    if (event.kind === 'arrive') {
      const { kind: _, ...step } = event
      steps.push(step)
      next = running.next(undefined)
    } else {
      const check = checkOf(event.question, authorizer, evaluateConditions, budget)
      const last = steps.at(-1)
      if (last !== undefined && last.node === event.node && last.check === undefined)
        steps[steps.length - 1] = { ...last, check }
      else steps.push({ node: event.node, check })
      next = running.next(check.settled ?? check.answer)
    }
  }
  return { steps, result: next.value }
}

function checkOf(
  question: Question,
  authorizer: Authorizer,
  evaluateConditions: EvaluateConditions | undefined,
  budget: StepBudget,
): Check {
  const { attributes, facts } = question
  if (facts === undefined || !isConditional(authorizer)) {
    return { ...question, answer: authorizer.authorize(attributes, budget) }
  }
  if (evaluateConditions === undefined)
    throw new Error('a design that asks with facts must say how conditions are evaluated')
  const answer = authorizer.conditionally(attributes, budget)
  return answer.decision === 'Conditional'
    ? evaluateConditions(question, answer, authorizer, budget)
    : { ...question, answer }
}

/**
 * Checks that steps are a walk over a graph, as every trace must be. Returns undefined when they are. Otherwise it returns
 * the error: the steps begin elsewhere than at the first node, take an edge that does not exist or does not join the two
 * nodes, or stop before an end.
 */
export function leavesGraph(steps: readonly Step[], graph: Graph): string | undefined {
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]))
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  let at = graph.nodes[0]?.id
  if (steps[0]?.node !== at) return `begins at ${steps[0]?.node ?? 'no node'}, not at ${at}`
  for (const [i, step] of steps.entries()) {
    if (!nodes.has(step.node)) return `step ${i}: no node ${step.node}`
    if (step.edge === undefined) {
      if (step.node !== at) return `step ${i}: jumps from ${at} to ${step.node} without an edge`
      continue
    }
    const edge = edges.get(step.edge)
    if (edge === undefined) return `step ${i}: no edge ${step.edge}`
    if (edge.from !== at || edge.to !== step.node)
      return `step ${i}: edge ${edge.id} does not join ${at} and ${step.node}`
    at = step.node
  }
  return nodes.get(at as string)?.shape === 'end' ? undefined : `stops at ${at}, which is not an end`
}
