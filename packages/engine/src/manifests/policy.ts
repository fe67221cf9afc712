import type { Binding, Diagnostic, LineIndex, Role, SourceRange } from '../kube/index.ts'

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
  /** Roles and ClusterRoles in document order. Of several with one name the last counts. */
  readonly roles: readonly Role[]
  /** RoleBindings and ClusterRoleBindings in document order, which is the order they are asked in. */
  readonly bindings: readonly Binding[]
  readonly notRead: readonly NotRead[]
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
}
