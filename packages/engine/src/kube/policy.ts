import type { Diagnostic, LineIndex, SourceRange, TextDocument } from '../text/index.ts'
import type { AccessRule } from './access-rule.ts'
import type { Binding, Role } from './rbac.ts'

/** An object that grants nothing in RBAC. It is listed with its place, and is not an error. */
export interface UnreadObject {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly range: SourceRange
}

/**
 * The result of reading a policy text. It has every object that could be read, even if others could not. Before deciding
 * anything with it, check that `diagnostics` has no error.
 */
export interface Policy {
  readonly text: string
  readonly lines: LineIndex
  /** In the order of the text. Lines of `---` separate them. */
  readonly documents: readonly TextDocument[]
  /** Roles and ClusterRoles in document order. Of several with one name, the last one counts. */
  readonly roles: readonly Role[]
  /** RoleBindings and ClusterRoleBindings in document order, which is the order in which RBAC evaluates them. */
  readonly bindings: readonly Binding[]
  /** ClusterAccessRules in document order, without those that a later one of the same name replaces. */
  readonly accessRules: readonly AccessRule[]
  readonly notRead: readonly UnreadObject[]
  /** In the order of the text, at most a thousand of each severity; the last one counts the others. */
  readonly diagnostics: readonly Diagnostic[]
  /** Warnings and notes that comments of the text silence: `# lint:ignore NAME`. */
  readonly silenced: readonly Diagnostic[]
}
