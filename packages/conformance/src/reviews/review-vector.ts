import type { PlainUser } from '@authz-playground/engine'
import type { VectorCheck } from '@authz-playground/engine/internal/vectors'

/** A policy with reviews, and with writes whose steps after authorization ask about it, and the answers of kube-apiserver's code. */
export interface ReviewVector {
  readonly id: string
  readonly policy: string
  readonly reviews: readonly AnsweredReview[]
  readonly steps: readonly AnsweredStep[]
}

/** A review that a user creates. */
export interface AnsweredReview {
  readonly sender: PlainUser
  readonly review: { readonly kind: ReviewKind }
  /** 201, or that of a refusal. */
  readonly code: number
  readonly status?: ReviewStatus
  readonly message?: string
}

export const REVIEW_KINDS = ['SubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectAccessReview'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** As the API server sends it: what is false or empty is absent, except for `allowed`. */
export interface ReviewStatus {
  readonly allowed: boolean
  readonly denied?: boolean
  readonly reason?: string
  readonly evaluationError?: string
}

/** A write that authorization has allowed, the checks of the step after it, and its refusal. */
export interface AnsweredStep {
  readonly user: PlainUser
  readonly write: Write
  readonly signer?: string
  readonly owner?: { readonly apiVersion: string; readonly kind: string; readonly name: string }
  readonly namespace?: string
  readonly checks: readonly VectorCheck[]
  /** Absent where the step let the write pass. */
  readonly message?: string
}

/** The writes about the signer of a certificate. */
export const OF_SIGNERS = [
  'approve a certificate',
  'sign a certificate',
  'attest a trust bundle',
  'issue to a pod',
] as const
/** Those that give a pod an owner whose deletion it blocks. */
export const OF_OWNERS = ['create a pod with an owner', 'give an owner to a pod'] as const
export type Write = (typeof OF_SIGNERS)[number] | (typeof OF_OWNERS)[number]

/** Whether a vectors file contains policies with reviews, by its first line. */
export function holdsReviews(file: string): boolean {
  const [first = ''] = file.trimStart().split('\n', 1)
  return /"reviews":\s*\[/.test(first) && /^\{\s*"id"/.test(first)
}

/** How many reviews of each kind and writes some vectors have. */
export function countsOf(vectors: readonly ReviewVector[]): Readonly<Record<ReviewKind | Write, number>> {
  const kinds = vectors.flatMap(({ reviews, steps }) => [
    ...reviews.map(({ review }) => review.kind),
    ...steps.map(({ write }) => write),
  ])
  const names = [...REVIEW_KINDS, ...OF_SIGNERS, ...OF_OWNERS]
  return Object.fromEntries(names.map((name) => [name, kinds.filter((one) => one === name).length])) as Record<
    ReviewKind | Write,
    number
  >
}
