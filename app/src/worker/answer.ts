import type {
  Assumption,
  Assumptions,
  ChangeTexts,
  DecisionState,
  Design,
  DesignSource,
  Diagnostic,
  Graph,
  HTTPRequest,
  Outcome,
  RequestForm,
  ReviewQuestion,
  RichText,
  SourceRange,
  Statement,
  Trace,
  UnreadObject,
} from '@authz-playground/engine'
import type { CoverageKind } from '@authz-playground/engine/internal/designs'
import type { PrintedRequest, RequestFields } from '@authz-playground/engine/internal/http'
import type { CheckView } from '@authz-playground/engine/internal/report'
import type { ObservedRequest } from '@authz-playground/engine/logs'
import type { Created } from '@authz-playground/engine/report'
import type { RuleSet, StageId } from '@authz-playground/examples/versions'
import type { ChartLayout, DesignRow, GridRun } from '@authz-playground/pictures'

/** What the client, the audit log and the metrics get. */
export interface Effects {
  /** The HTTP response: status line, content type, body (a `Status` as JSON, or the 500's plain text). Empty body for 200. */
  readonly response: { readonly code: number; readonly contentType: string; readonly body: string }
  /** The audit event as YAML; absent where the API server writes none. */
  readonly audit?: string
  /** Counter increments in the exposition format, one a line; empty when there are none. */
  readonly metrics: string
  /** Why there are no impersonation metrics, where a reader may expect some. */
  readonly metricsNote?: string
}

/** The request as it was read. Its other forms are printed when a tab shows them (`Questions.print`). */
export interface RequestView {
  readonly request: HTTPRequest
  /** The name of the user who sends it. */
  readonly username: string
  readonly fields: RequestFields
  /** A command sends more than this request. */
  readonly isPart: boolean
}

/** A request in every form that it can be written in, and what other clients need to send it. */
export interface PrintedForms {
  readonly forms: Readonly<Record<RequestForm, PrintedRequest>>
  readonly kubeconfig: PrintedRequest
  readonly clientGo: PrintedRequest
}

/** A design in a list to choose from. */
export type DesignEntry = Pick<Design, 'id' | 'title' | 'summary' | 'origin' | 'gate' | 'readsChanges'>

/** A field that the request changes. */
export interface FieldView {
  readonly path: string
  /** The value before, as JSON that may be cut short; absent where the field was not there. */
  readonly before?: string
  /** The value after, likewise; absent where the field is removed. */
  readonly after?: string
  /** A webhook changes it; the client does not. */
  readonly byWebhook: boolean
  readonly coverage: CoverageKind
  /** The permissions that would cover it, from general to specific. */
  readonly verbs: readonly {
    readonly verb: string
    /** The step that asked for this verb, for any field; absent where no step did. */
    readonly step?: number
    /** The place in the schema that names the verb. */
    readonly range?: SourceRange
  }[]
  /** Its place in the stored object. */
  readonly stored?: SourceRange
}

/** The fields that a step asks a verb for. */
export interface FieldStep {
  /** "for metadata.labels[app] and 3 more". */
  readonly about: RichText
  /** The places of those fields in the stored object, and of the verb in the schema. */
  readonly ranges: readonly SourceRange[]
}

/** The fields that the request changes, and the permissions that cover them. */
export interface ChangesView {
  readonly sendsObject: boolean
  /** The first fields, in the order in which they are checked, and the one that ended the request. */
  readonly fields: readonly FieldView[]
  readonly total: number
  /** The most checks with verbs for fields that the request can cost, for any user; 0 where no field was checked. */
  readonly most: number
  /** By the index of the step. */
  readonly steps: ReadonlyMap<number, FieldStep>
}

/** The result of a scenario that is not on the page, with its trace. */
export interface PlayedScenario {
  readonly row: DesignRow
  /** Absent where it is not decided. */
  readonly trace?: Trace
}

/** A scenario’s request on every server of an upgrade and its way back, under each set of its policy’s rules. */
export interface VersionsTable {
  readonly cells: readonly { readonly stage: StageId; readonly rules: RuleSet; readonly row: DesignRow }[]
  /** The policy’s text with each set of its rules. */
  readonly policies: Readonly<Record<RuleSet, string>>
  /** The lines of rules that grant every verb, and are in every set. */
  readonly everyVerb: readonly number[]
  /** Whether the request asks for impersonation. */
  readonly impersonates: boolean
}

/** The requests that the output of a cluster reports. */
export interface ObservedView {
  /** The first requests of the selected ones. */
  readonly shown: readonly { readonly observed: ObservedRequest; readonly words: RichText }[]
  /** How many there are, and how many of them were refused. */
  readonly total: number
  readonly refused: number
  /** How many were sent by somebody as somebody else. */
  readonly impersonated: number
  readonly problems: readonly string[]
}

/** An object of a policy, in its outline. */
export interface OutlineEntry {
  readonly kind: string
  readonly name: string
  /** Empty where the object has none. */
  readonly namespace: string
  /** Its first line, from 1, and the offset of it. */
  readonly line: number
  readonly offset: number
}

/** One of several requests to the same server, as their history shows it. */
export interface SentView {
  /** Seconds since the first request. */
  readonly at: number
  /** The request and its impersonated user, in a few words. Absent where the request could not be read. */
  readonly summary?: RichText
  /** What the client gets. Absent where that is not decided. */
  readonly outcome?: Pick<Outcome, 'kind' | 'code'>
  /** The first problem in its text. */
  readonly problem?: Diagnostic
}

/** The worker's answer to a scenario: everything that the page shows, as plain data. */
export interface AnswerView {
  readonly state: DecisionState
  /** The answer in a few words. */
  readonly headline: RichText
  /** The answer in one sentence; with `not-decided`, what prevents a decision. */
  readonly sentence: RichText
  /** The rule that decided, with its line. */
  readonly because: RichText
  /** Whose design decided. Absent for the designs of the playground, and where nothing is decided. */
  readonly ofDesign?: string
  /** Who wants to do what, without the answer (`wishInWords`). Absent where nothing is decided, and for the review of a command. */
  readonly wish?: RichText
  readonly trace?: Trace
  readonly checks: readonly CheckView[]
  readonly design: {
    readonly id: string
    readonly title: string
    readonly summary: string
    readonly sources: readonly DesignSource[]
    readonly statement: Statement
    readonly assumptions: readonly Assumption[]
    /** The chosen option for each of the assumptions, by id. */
    readonly assumed: Assumptions
    /** The feature gate under these settings. Absent for designs without one, and in versions before it. */
    readonly featureEnabled?: boolean
    readonly graph: Graph
  }
  /** The design’s chart for the steps of the trace, laid out. */
  readonly chart: ChartLayout
  /** What lies ahead of a request that asks for no impersonation (`layOutAhead`). Absent for others, and for bad paths. */
  readonly ahead?: ChartLayout
  /** Every design that can be chosen, in the order in which they are offered. They come with the answer because the page loads no design. */
  readonly designs: readonly DesignEntry[]
  /** The number of errors that prevent a full decision, in all texts of the scenario. */
  readonly errors: number
  /** Errors, warnings and notes, in the order of their texts. */
  readonly policyDiagnostics: readonly Diagnostic[]
  readonly requestDiagnostics: readonly Diagnostic[]
  /** The numbers of roles and bindings of both kinds, and of access rules, in the policy. */
  readonly policyRead: { readonly roles: number; readonly bindings: number; readonly accessRules: number }
  readonly notRead: readonly UnreadObject[]
  /**
   * What was read of the stored objects. Absent where the Node authorizer is not among the modes: then nothing reads
   * them.
   */
  readonly objects?: {
    readonly count: number
    readonly notRead: readonly UnreadObject[]
    readonly diagnostics: readonly Diagnostic[]
  }
  /** What was read of the webhook’s table. Absent where no webhook is among the modes. */
  readonly webhook?: { readonly entries: number; readonly diagnostics: readonly Diagnostic[] }
  /** What was read of the AuthorizationConfiguration. Absent where the modes are the chain. */
  readonly authorizationConfig?: {
    readonly authorizers: readonly string[]
    readonly diagnostics: readonly Diagnostic[]
  }
  /** What was read of the text of a design of one’s own. Absent where another design decides. */
  readonly designText?: {
    readonly diagnostics: readonly Diagnostic[]
    /** How many steps it has. Absent where the text was not understood. */
    readonly steps?: number
  }
  /** The diagnostics of the texts that say what the request changes. Absent where the design does not read them. */
  readonly change?: Readonly<Record<ChangeText | 'body', readonly Diagnostic[]>>
  /** What the client, the audit log and the metrics get. Absent while nothing is decided. */
  readonly effects?: Effects
  /** Absent where the design does not check changed fields, and where they could not be computed. */
  readonly changes?: ChangesView
  /** Absent when the request could not be read. */
  readonly request?: RequestView
  /** The run, as a question grid shows it. */
  readonly gridRun?: GridRun
  /** All requests to the server in their order. Absent while there is but one. */
  readonly sent?: readonly SentView[]
  /**
   * Of a command that asks a question by a review: what is shown of the two. `hasAnswer`: the API server gets as far as an
   * answer. `refused`: this cluster refuses the review, so that kubectl would print an error.
   */
  readonly question?: {
    readonly question: Pick<ReviewQuestion, 'kind'>
    readonly shown: 'answer' | 'review'
    readonly hasAnswer: boolean
    readonly refused: boolean
  }
  /** The requests that a command sends, as raw HTTP, and the index of the shown one. Absent where it sends one. */
  readonly command?: { readonly requests: readonly string[]; readonly shown: number }
}

/** The texts beside the request that say what it changes. */
export type ChangeText = keyof ChangeTexts

/** A script that asks another cluster the same. */
export interface ReplayView {
  /** For bash and kubectl. */
  readonly script: string
  /** The number of the answer's checks that the script makes, and the number of all checks. */
  readonly checks: readonly [asked: number, all: number]
  /** What the script does with the request: "is sent with a token of the requestor". */
  readonly request: string
  readonly creates: readonly Created[]
  /** The differences to expect there, a sentence each. */
  readonly limits: readonly string[]
}
