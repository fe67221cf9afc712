import type { Decided } from '../decide/index.ts'

/** What an explanation needs of a decision. */
export type Explained = Pick<Decided, 'state' | 'trace' | 'cluster'> & {
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
