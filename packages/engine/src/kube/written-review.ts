import type { UserInfo } from './user.ts'

/** The kinds of review that ask about one check (Go: `k8s.io/api/authorization/v1`). */
export type AccessReviewKind = 'SubjectAccessReview' | 'LocalSubjectAccessReview' | 'SelfSubjectAccessReview'

/** The resources of these kinds. */
export const ACCESS_REVIEWS: Readonly<Record<AccessReviewKind, string>> = {
  SubjectAccessReview: 'subjectaccessreviews',
  LocalSubjectAccessReview: 'localsubjectaccessreviews',
  SelfSubjectAccessReview: 'selfsubjectaccessreviews',
}

export function isAccessReviewKind(kind: string): kind is AccessReviewKind {
  return Object.hasOwn(ACCESS_REVIEWS, kind)
}

/** The group and version of these kinds. */
export const REVIEW_VERSION = 'authorization.k8s.io/v1'

/** A review that somebody wrote or printed, as the question. */
export interface WrittenReview {
  readonly kind: AccessReviewKind
  /** The user whom it asks about; absent where it asks about its sender. */
  readonly user?: UserInfo
  /** The answer of a cluster, where the review has one. */
  readonly status?: {
    readonly allowed: boolean
    readonly denied: boolean
    readonly reason: string
    /** Its place in the text of the review, in code units. */
    readonly span: { readonly start: number; readonly end: number }
  }
}
