/** Keys and indexes from the root of a document to a value. */
export type DocumentPath = readonly (string | number)[]

// A design as a text: steps, and one expression over them, from which the flowchart follows. docs/design-language.md has the language.

/** The kinds of targets, from the narrowest. `node` includes the node that the requestor runs on, `anyone` includes all. */
export const KINDS = ['own-node', 'node', 'serviceaccount', 'user', 'anyone'] as const
export type Kind = (typeof KINDS)[number]

/** What a review is about: the request that is made, or a part of the target. */
export const PARTS = [
  'request',
  'target',
  'node',
  'serviceaccount',
  'user',
  'account-or-user',
  'groups',
  'uid',
  'extras',
] as const
export type Part = (typeof PARTS)[number]

export const USERS = ['requestor', 'requestor-keys-only', 'target'] as const

/** A review that a step makes, as a template: texts with `<variables>`. */
export interface ReviewTemplate {
  /** The parts that it is made for, one review for each value of each. */
  readonly about: readonly Part[]
  /** Absent: the verb of the request. */
  readonly verb?: string
  readonly apiGroup?: string
  /** What stands for `apiGroup` where the group of the request is the empty one. */
  readonly coreGroup?: string
  readonly apiVersion?: string
  /** Absent: the name of the part. */
  readonly name?: string
  /** Who is asked about. */
  readonly user: (typeof USERS)[number]
  /** Values are refused that the released server refuses without a review: empty groups, `system:masters`, malformed keys of extras. */
  readonly asReleased: boolean
  /** With so many groups or extras or more, one review with this name comes first. */
  readonly allAtOnce?: { readonly from: number; readonly name: string }
}

/** A clause after an edge, with `<variables>`. */
export interface Clauses {
  readonly allowed?: string
  readonly refused?: string
  /** Where no review is made, because the target has no such part. */
  readonly unasked?: string
}

export type Question =
  | { readonly is: 'legacy' }
  | { readonly is: 'reviews'; readonly reviews: readonly ReviewTemplate[] }
  | { readonly is: 'same-node' }
  | { readonly is: 'expression'; readonly expression: string; readonly path: DocumentPath }
  /** Which alternative applies. */
  | { readonly is: 'whom' }

export const STAGES = ['identity', 'action'] as const

export interface Step {
  readonly id: string
  readonly question: Question
  readonly stage?: (typeof STAGES)[number]
  readonly mode?: string
  readonly label?: string
  readonly term?: string
  readonly about?: string
  readonly because: Clauses
  /** It says no where headers ask for more than a user name. */
  readonly nameOnly: boolean
  /** Why a review cannot be said, where a variable has no value. */
  readonly cannot?: string
}

/** An expression over steps, and where it is written. */
export type Tree = (
  | { readonly is: 'step'; readonly step: string }
  /** Each must say yes, in this order. */
  | { readonly is: 'all'; readonly of: readonly Tree[] }
  /** The first that says yes. */
  | { readonly is: 'first'; readonly of: readonly Tree[]; readonly choose?: string }
) & {
  /** The kinds of targets that it is for. Absent: it is tried for every target. */
  readonly kinds?: readonly Kind[]
  /** It does not apply where headers ask for more than a user name. */
  readonly nameOnly?: true
  readonly label?: string
  readonly path: DocumentPath
}

/**
 * The groups that the API server adds to the target. `users`: a node is a user. `nodes`: a node has its group alone.
 * `nodes-unless-asked`: unless headers ask for groups. `in-addition`: the groups of its name come to those that are asked for.
 * `asked`: none are added.
 */
export const GROUPS = ['users', 'nodes', 'nodes-unless-asked', 'in-addition', 'asked'] as const
export const CONSTRAINTS = ['none', 'identity-verb'] as const
/** The field of the audit event that has the constraint. */
export const AUDITS = ['authenticationMetadata', 'impersonatedUser', 'none'] as const

/** What the target gets. */
export interface Become {
  readonly groups: (typeof GROUPS)[number]
  /** `identity-verb`: the verb of the last identity step that said yes. */
  readonly constraint: (typeof CONSTRAINTS)[number]
  readonly audit: (typeof AUDITS)[number]
  readonly about?: string
}

/** `older`: none, and refusals have the words of the older filter. */
export const GATES = ['released', 'proposed', 'none', 'older'] as const
export const NAMES = ['well-formed', 'prefix'] as const
export const ERRORS = ['first', 'last'] as const
export const CONDITIONS = ['asked', 'named', 'all'] as const

/** A design that was read from its text. Nothing of it is left to be looked up: `from` is resolved. */
export interface DesignDocument {
  readonly id: string
  readonly title: string
  readonly summary: string
  /** The design that it began with. */
  readonly from?: string
  /** Whose feature gate turns it on. With the gate off, the older filter decides. */
  readonly gate: (typeof GATES)[number]
  /** Names count by their prefixes, or only where they are well-formed. */
  readonly names: (typeof NAMES)[number]
  readonly called: Readonly<Partial<Record<Kind, string>>>
  /** Whose failed review the client sees. */
  readonly errors: (typeof ERRORS)[number]
  /** Which groups of the target conditions of answers see. Absent: answers have no conditions. */
  readonly conditions?: (typeof CONDITIONS)[number]
  readonly steps: ReadonlyMap<string, Step>
  readonly decide: Tree
  readonly become: Become
}
