import type { Role } from '../kube/index.ts'
import type { Struct } from './decoded.ts'
import { lintObject } from './lint.ts'
import { lintReferences } from './lint-references.ts'
import type { Report } from './problem.ts'
import type { RbacObject } from './rbac-objects.ts'
import type { RbacKind } from './schema.ts'
import type { SyntaxExplainer } from './syntax-named.ts'
import { explainSyntax } from './syntax-problem.ts'

/**
 * What is said of a policy beside what is wrong with it: warnings and notes, which decide nothing, and what to type where it
 * is no YAML. Handed to a reader, not
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
  /** What a text that is no YAML should be instead. */
  readonly syntax: SyntaxExplainer
}

export const POLICY_ADVICE: PolicyAdvice = { object: lintObject, references: lintReferences, syntax: explainSyntax }
