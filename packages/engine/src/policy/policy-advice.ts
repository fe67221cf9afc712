import type { Role } from '../kube/index.ts'
import type { Report } from '../text/index.ts'
import type { Struct } from './decoded.ts'
import { lintObject } from './lint.ts'
import { lintReferences } from './lint-references.ts'
import type { RbacObject } from './rbac-objects.ts'
import type { RbacKind } from './schema.ts'

/**
 * What is said of a policy beside what is wrong with it: warnings and notes, which decide nothing. Handed to a reader, not
 * imported by it, because a page that shows none of it should not have to load it.
 */
export interface PolicyAdvice {
  readonly on: 'policies'
}

/** The same, for who reads. Its words are those of this folder, which nobody outside needs to know. */
export interface Advising extends PolicyAdvice {
  object(kind: RbacKind, struct: Struct, report: Report): void
  references(
    objects: readonly RbacObject[],
    defaults: readonly Role[],
    lineOf: (offset: number) => number,
    report: Report,
  ): void
}

/** All the advice that there is. */
export const POLICY_ADVICE: PolicyAdvice = {
  on: 'policies',
  object: lintObject,
  references: lintReferences,
} satisfies Advising as PolicyAdvice
