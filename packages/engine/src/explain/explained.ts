import type { Decided } from '../decide/index.ts'
import { isOfNoRequest } from '../kube/index.ts'
import type { Trace } from '../trace/index.ts'

/** What an explanation needs of a decision. */
export type Explained = Pick<Decided, 'state' | 'trace' | 'cluster'> & {
  /** Absent where only one of the playground can be. */
  readonly design?: Pick<Decided['design'], 'origin' | 'graph'>
  readonly request: Pick<Decided['request'], 'request'>
  readonly question?: Pick<NonNullable<Decided['question']>, 'meant'>
}

/** What is explained and changed of a question that no request asks: what is meant by it. */
export function asMeant<One extends Explained>(decided: One): One {
  const { trace, question } = decided
  return trace?.question === undefined || question?.meant === undefined
    ? decided
    : { ...decided, trace: question.meant }
}

/** Whether a question is about a word that is not a verb of Kubernetes: nothing grants it, and no rule is near. */
export function asksNoVerb({ question, steps }: Trace): boolean {
  return (
    question?.kind === 'access' && steps.some(({ check }) => check !== undefined && isOfNoRequest(check.attributes))
  )
}
