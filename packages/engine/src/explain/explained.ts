import type { Decided } from '../decide/index.ts'

/** What an explanation needs of a decision. */
export type Explained = Pick<Decided, 'state' | 'trace' | 'cluster'> & {
  readonly request: Pick<Decided['request'], 'request'>
}
