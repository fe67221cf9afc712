import type { Evidence } from '../kube/index.ts'
import type { SubjectName } from '../query/index.ts'
import { BeyondLimit, type Diagnostic } from '../text/index.ts'
import type { RichText } from '../trace/index.ts'
import type { AnswerRequest } from './row-requests.ts'

/** A sentence of an answer. */
export interface AnswerRow {
  readonly words: RichText
  /** The rules and bindings that it rests on. */
  readonly evidence: readonly Evidence[]
  /** Whom it is about. */
  readonly subject: SubjectName
  /** A request of the subject that does it. Absent where none does by itself. */
  readonly request?: AnswerRequest
}

/** A part of an answer. */
export interface AnswerSection<Row extends AnswerRow = AnswerRow> {
  readonly heading: RichText
  readonly rows: readonly Row[]
  /** The words in place of no rows. */
  readonly otherwise: RichText
}

/** An answer; or why it would take too long. */
export type AnswerWithin<Of> =
  | { readonly answer: Of }
  | {
      readonly beyond: Pick<Diagnostic, 'message' | 'fix'> & Partial<Pick<Diagnostic, 'range'>>
    }

/** Asks; an answer that would take too long is one, too. */
export function within<Of>(ask: () => Of): AnswerWithin<Of> {
  try {
    return { answer: ask() }
  } catch (error) {
    if (!(error instanceof BeyondLimit)) throw error
    const { message, fix } = error.problem
    return { beyond: { message, ...(fix !== undefined && { fix }), ...(error.range && { range: error.range }) } }
  }
}
