import type { ExtraField, RequestText } from '../http/index.ts'

/** The fields of a user beside the name, as a goal writes them. */
export interface GoalUserFields {
  /** Groups beside those that the name implies. */
  readonly groups: readonly string[]
  /** Absent where it has none. */
  readonly uid?: string
  /** One entry for each value, in the order of the sentence: keys as the API server knows them. Absent where there is none. */
  readonly extra?: readonly ExtraField[]
}

/** A subject as a goal writes it, with what it adds. */
export interface GoalSubject extends GoalUserFields {
  /** As `subjectNamed` of the queries reads it: `dana`, `ci/deployer`, `Group/ops`. Empty: “a user without a name”. */
  readonly word: string
}

/** The user that a request asks to become, as a goal writes it. */
export interface GoalTarget extends GoalUserFields {
  /** A username; `namespace/name` is a service account, and `User/NAME` any name. Empty: “a user without a name”. */
  readonly word: string
}

/** What is done, as a goal writes it. */
export interface GoalAction {
  /** At least one. */
  readonly verbs: readonly string[]
  /** Resources as in rules (`pods`, `deployments.apps/scale`), or paths; at least one, and all of one kind. */
  readonly what: readonly string[]
  /** One object. Absent: every object, and requests without a name. */
  readonly name?: string
  /** A namespace; `everywhere` is all of them. Absent for paths and for resources that are in no namespace. */
  readonly scope?: { readonly namespace: string } | 'everywhere'
}

/** The answer that a request must get. */
export interface GoalAnswer {
  /** The HTTP status code. */
  readonly code: number
  /**
   * The mode that let the impersonation through, `impersonate:user-info` (the legacy verb is `impersonate`), or the verb of the
   * check that a 403 is about.
   */
  readonly by?: string
}

/** The kinds of objects that a goal counts. */
export const COUNTED = [
  'rules',
  'roles',
  'bindings',
  'Roles',
  'ClusterRoles',
  'RoleBindings',
  'ClusterRoleBindings',
] as const

/** What a goal asks of a scenario. */
export type GoalQuestion =
  /** A subject can do something: every such request is allowed. Or cannot: none is, of any name. */
  | {
      readonly kind: 'can'
      readonly subject: GoalSubject
      readonly as?: GoalTarget
      readonly can: boolean
      readonly action: GoalAction
    }
  /** A request gets an answer. */
  | {
      readonly kind: 'request'
      readonly subject: GoalSubject
      readonly as?: GoalTarget
      readonly request: RequestText
      readonly answer: GoalAnswer
      /** The request goes to the server that answered the request before, so many seconds later. */
      readonly then?: { readonly after: number }
    }
  /** The request of the scenario gets an answer. */
  | { readonly kind: 'answer'; readonly answer: GoalAnswer }
  /** The request of the scenario asks to do something, perhaps as somebody else. */
  | { readonly kind: 'asks'; readonly action: GoalAction; readonly as?: GoalTarget }
  /** The request of the scenario is sent by somebody. */
  | { readonly kind: 'from'; readonly subject: GoalSubject }
  /** The text of the request has a text, in any case. */
  | { readonly kind: 'request-text'; readonly text: string; readonly has: boolean }
  /** Just these subjects can do something. With `others`, those whom other goals of the list allow it, too. */
  | {
      readonly kind: 'only'
      readonly subjects: readonly GoalSubject[]
      readonly action: GoalAction
      readonly others: boolean
    }
  /** No subject can become somebody, or get into a group: by impersonation or in another way. */
  | { readonly kind: 'become'; readonly word: string }
  /** A subject may impersonate nobody, or nobody but some: usernames, or `namespace/name` of service accounts. */
  | { readonly kind: 'act-as'; readonly subject: GoalSubject; readonly but: readonly string[] }
  | {
      readonly kind: 'count'
      readonly bound: 'at most' | 'at least' | 'exactly'
      readonly number: number
      readonly of: (typeof COUNTED)[number]
    }
  /** A rule has a word as a verb, API group, resource, resource name or URL; or none has. */
  | { readonly kind: 'rule-says'; readonly words: readonly string[]; readonly some: boolean }
  /** A binding names a subject or a role; or none does. */
  | { readonly kind: 'binding-names'; readonly words: readonly string[]; readonly some: boolean }
  /** Nothing changes against the start, beyond what other goals of the list ask where `else` is set. */
  | { readonly kind: 'unchanged'; readonly else: boolean }
  /** The lint finds nothing, or something by a rule of this name. */
  | { readonly kind: 'lint'; readonly finds?: string }

/** A goal: a question with its answer, in a form that reads aloud. */
export interface Goal {
  /** The design that decides, where it is not that of the scenario. */
  readonly design?: string
  readonly question: GoalQuestion
}

/** A part of a sentence that is not understood. */
export interface GoalProblem {
  /** What was found and what is expected. */
  readonly message: string
  /** What to write. */
  readonly fix: string
  /** Its place in the sentence, in UTF-16 code units. */
  readonly start: number
  readonly end: number
}
