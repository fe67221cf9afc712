import type { Diagnostic, LineIndex, Span } from '../../text/index.ts'

/**
 * The answers of a webhook. `AllowAndDeny` is a status that is both allowed and denied, `Error` means that the call fails, and `Timeout`
 * that the webhook does not answer in time.
 */
export const WEBHOOK_ANSWERS = ['Allow', 'Deny', 'NoOpinion', 'AllowAndDeny', 'Error', 'Timeout'] as const
/** One of {@link WEBHOOK_ANSWERS}. */
export type WebhookAnswer = (typeof WEBHOOK_ANSWERS)[number]

/** Required values of fields of a review. A field that is not named may have any value; an empty text matches only itself. */
export type FieldMatch = ReadonlyMap<string, string>

/** The part of a SubjectAccessReview’s spec that an entry matches. All of it must match. */
export interface ReviewMatch {
  /** `user` and `uid`. */
  readonly user: FieldMatch
  /** The user must be in all of these groups, and may be in others. */
  readonly groups: readonly string[]
  /** If present, the entry matches only reviews of resources. */
  readonly resourceAttributes?: FieldMatch
  /** If present, the entry matches only reviews of other paths. */
  readonly nonResourceAttributes?: FieldMatch
}

/** A review, and the webhook's answer to it. */
export interface WebhookEntry {
  readonly match: ReviewMatch
  readonly answer: WebhookAnswer
  /** The reason of the answer, or the error of the call. May be empty. */
  readonly reason: string
  /** The name under which it is written. Absent in a list, which is of the webhook `default`. */
  readonly webhook?: string
  readonly span: Span
}

/** The result of reading a text of reviews and answers. Before deciding, check that `diagnostics` has no error. */
export interface WebhookTable {
  readonly text: string
  readonly lines: LineIndex
  /** In the order of the text: the first entry that matches answers. */
  readonly entries: readonly WebhookEntry[]
  readonly diagnostics: readonly Diagnostic[]
}
