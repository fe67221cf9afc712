import type { Attributes } from './attributes.ts'

/** What a command asks by the review that it sends, and prints the answer to. */
export type ReviewQuestion = {
  /** Warnings that the command prints before the answer, each a line without "Warning: ". */
  readonly warnings: readonly string[]
} & (
  | {
      /** Whether the user may do something: a SelfSubjectAccessReview. */
      readonly kind: 'access'
      readonly attributes: Omit<Attributes, 'user'>
      /** The command prints nothing: only its exit status answers. */
      readonly quiet: boolean
    }
  /** Who may do something, by roles and bindings: no review, but lists that the plugin `who-can` reads. */
  | { readonly kind: 'who'; readonly attributes: Omit<Attributes, 'user'> }
  /** The rules of the user in a namespace: a SelfSubjectRulesReview. */
  | { readonly kind: 'rules'; readonly namespace: string; readonly noHeaders: boolean }
  /** Who the user is: a SelfSubjectReview. `table`: the command prints a table, and not the object. */
  | { readonly kind: 'user'; readonly table: boolean }
)
