import type { Diagnostic, LineIndex, Span } from '../../text/index.ts'

/** What a webhook can answer. `Error` stands for a call that fails. */
export const WEBHOOK_ANSWERS = ['Allow', 'Deny', 'NoOpinion', 'Error'] as const
/** One of them. */
export type WebhookAnswer = (typeof WEBHOOK_ANSWERS)[number]

/** Fields of a review by their names there. What is not named may be anything; the empty text is only itself. */
export type FieldMatch = ReadonlyMap<string, string>

/** The part of a SubjectAccessReview’s spec that an entry is about. Everything that is named must be so. */
export interface ReviewMatch {
  /** `user` and `uid`. */
  readonly user: FieldMatch
  /** The user is in all of them, and perhaps in more. */
  readonly groups: readonly string[]
  /** Present: only reviews of resources. */
  readonly resourceAttributes?: FieldMatch
  /** Present: only reviews of other paths. */
  readonly nonResourceAttributes?: FieldMatch
}

/** A review, and what the webhook answers to it. */
export interface WebhookEntry {
  readonly match: ReviewMatch
  readonly answer: WebhookAnswer
  /** Of `Error`, what went wrong. Empty when nothing is said. */
  readonly reason: string
  readonly span: Span
}

/** A text of reviews and answers, read. Whoever decides must look at `diagnostics` first. */
export interface WebhookTable {
  readonly text: string
  readonly lines: LineIndex
  /** In the order of the text: the first that matches answers. */
  readonly entries: readonly WebhookEntry[]
  readonly diagnostics: readonly Diagnostic[]
}
