import type { AccessRule, Binding, Role } from '../kube/index.ts'
import type { Diagnostic, LineIndex, SourceRange } from '../text/index.ts'
import type { PolicyDocument } from '../yaml/index.ts'

/** A document of a kind that decides nothing here. Named with its line, and no error. */
export interface NotRead {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly range: SourceRange
}

/**
 * A policy text, read. Everything that could be read is here, also when other parts could not:
 * whoever decides must look at `diagnostics` first and not call an answer decided while an error stands there.
 */
export interface Policy {
  readonly text: string
  readonly lines: LineIndex
  /** In the order of the text. What stands between them are lines of `---`. */
  readonly documents: readonly PolicyDocument[]
  /** Roles and ClusterRoles in document order. Of several with one name the last counts. */
  readonly roles: readonly Role[]
  /** RoleBindings and ClusterRoleBindings in document order, which is the order they are asked in. */
  readonly bindings: readonly Binding[]
  /** ClusterAccessRules in document order. Of several with one name the last counts. */
  readonly accessRules: readonly AccessRule[]
  readonly notRead: readonly NotRead[]
  /** In the order of the text. Beyond a thousand the rest are only counted, by the last one. */
  readonly diagnostics: readonly Diagnostic[]
}
