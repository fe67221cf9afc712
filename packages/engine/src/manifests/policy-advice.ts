import type { Role } from '../kube/index.ts'
import type { Struct } from './decoded.ts'
import { lintObject } from './lint.ts'
import { lintReferences } from './lint-references.ts'
import type { Report } from './problem.ts'
import type { RbacObject } from './rbac-objects.ts'
import type { RbacKind } from './schema.ts'

/**
 * What is said of a policy beside what is wrong with it: warnings and notes, which decide nothing. Handed to a reader, not
 * imported by it, because a page that shows none of it should not have to load it.
 */
export interface PolicyAdvice {
  object(kind: RbacKind, struct: Struct, report: Report): void
  references(
    objects: readonly RbacObject[],
    defaults: readonly Role[],
    lineOf: (offset: number) => number,
    report: Report,
  ): void
}

export const POLICY_ADVICE: PolicyAdvice = { object: lintObject, references: lintReferences }
