import type { UserInfo } from './user.ts'
import type { WrittenReview } from './written-review.ts'

/** One requirement of a field selector (Go: `fields.Requirement`). */
export interface FieldRequirement {
  readonly field: string
  readonly operator: '=' | '==' | '!='
  readonly value: string
}

/** One requirement of a label selector (Go: `labels.Requirement`). Values are sorted, as upstream keeps them. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt'
  readonly values: readonly string[]
}

/**
 * The attributes of one access review (Go: `authorizer.Attributes`). Resource requests set apiGroup to name;
 * non-resource requests set path. A field that does not apply is the empty string.
 */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: string
  readonly isResourceRequest: boolean
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** The decoded path of the request line. Reviews show it for non-resource requests only. */
  readonly path: string
  readonly fieldSelector: readonly FieldRequirement[]
  readonly labelSelector: readonly LabelRequirement[]
  /** A selector was sent but does not parse: the API server authorizes as if it were absent, and caches nothing. */
  readonly selectorNotParsed: boolean
  /** The ClusterAccessRule that a review relies on: then this rule alone answers. No API server has such reviews. */
  readonly accessRule?: string
}

/** A check that `user` asks for: of a resource, unless it says otherwise, with all that is not `asked` empty. */
export function attributesFor(user: UserInfo, asked: Partial<Omit<Attributes, 'user'>>): Attributes {
  return {
    verb: '',
    isResourceRequest: true,
    apiGroup: '',
    apiVersion: '',
    resource: '',
    subresource: '',
    namespace: '',
    name: '',
    path: '',
    fieldSelector: [],
    labelSelector: [],
    selectorNotParsed: false,
    ...asked,
    user,
  }
}

/** `resource` or `resource/subresource`, the form in which RBAC rules name it. */
export function combinedResource(attributes: Pick<Attributes, 'resource' | 'subresource'>): string {
  return attributes.subresource === '' ? attributes.resource : `${attributes.resource}/${attributes.subresource}`
}

/** What a command asks by the review that it sends, and prints the answer to; or what a written review asks. */
export type ReviewQuestion = {
  /** Warnings that the command prints before the answer, each a line without "Warning: ". */
  readonly warnings: readonly string[]
} & (
  | {
      /** Whether the user may do something: a SelfSubjectAccessReview. */
      readonly kind: 'access'
      readonly attributes: Omit<Attributes, 'user'>
      /** What requests ask instead of it, all of it; empty where a request asks just this. */
      readonly meant: readonly Omit<Attributes, 'user'>[]
      /** No request of Kubernetes has this verb on this resource. */
      readonly isOfNoRequest?: true
      /** Whether the user may do all that is meant. Absent until it is answered. */
      readonly mayDoMeant?: boolean
      /** The command prints nothing: only its exit status answers. */
      readonly quiet: boolean
      /** Where the review itself is the question, and not a command that sends it. */
      readonly written?: WrittenReview
    }
  /** Who may do something, by roles and bindings: no review, but lists that the plugin `who-can` reads. */
  | { readonly kind: 'who'; readonly attributes: Omit<Attributes, 'user'> }
  /** The rules of the user in a namespace: a SelfSubjectRulesReview. */
  | { readonly kind: 'rules'; readonly namespace: string; readonly noHeaders: boolean }
  /** Who the user is: a SelfSubjectReview. `table`: the command prints a table, and not the object. */
  | { readonly kind: 'user'; readonly table: boolean }
)

/** Whether a question is a review that somebody wrote: no command asks it, and nothing prints its answer. */
export function isWrittenReview(question: ReviewQuestion | undefined): boolean {
  return question?.kind === 'access' && question.written !== undefined
}

/** The verbs of requests for resources, as people list them. */
export const REQUEST_VERBS: readonly string[] = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]
/** The same in the order of discovery: those of a resource that allows everything. */
export const ALL_VERBS: readonly string[] = REQUEST_VERBS.toSorted()
/** The verbs of most subresources, such as `status` and `scale`. */
export const SUBRESOURCE_VERBS = ['get', 'patch', 'update']
/** The verbs of requests for a collection, whose path names no object. */
export const COLLECTION_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection'])

/** Whether a rule names a verb of impersonation, of any mode or the old one. */
export function isOfImpersonation({ verbs }: { readonly verbs: readonly string[] }): boolean {
  return verbs.some((verb) => verb.startsWith('impersonate'))
}

/** Whether verbs grant some verb that begins so, as those of a mode of impersonation do: they list one, or `*`. */
export function hasVerbBeginning(verbs: readonly string[], beginning: string): boolean {
  return verbs.some((verb) => verb === '*' || verb.startsWith(beginning))
}
