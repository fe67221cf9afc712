import type {
  Assumption,
  Assumptions,
  ChangeTexts,
  Coverage,
  Decision,
  DecisionState,
  Design,
  Diagnostic,
  Evidence,
  Graph,
  HTTPRequest,
  Outcome,
  RequestForm,
  RichText,
  Source,
  SourceRange,
  Statement,
  Trace,
  UnreadObject,
  UserInfo,
} from '@authz-playground/engine'
import type { ObservedRequest } from '@authz-playground/engine/observed'
import type { Created } from '@authz-playground/engine/replay'
import type { PrintedRequest, RequestFields } from '@authz-playground/engine/requests'
import type { CheckView } from '@authz-playground/engine/views'
import type { RuleSet, StageId } from '@authz-playground/examples/versions'
import type { ChartLayout } from '@authz-playground/pictures'

/** What the client, the audit log and the metrics get. */
export interface Effects {
  /** The HTTP response: status line, content type, body (a `Status` as JSON, or the 500's plain text). Empty body for 200. */
  readonly response: { readonly code: number; readonly contentType: string; readonly body: string }
  /** The audit event as YAML; absent where the API server writes none. */
  readonly audit?: string
  /** Counter increments in the exposition format, one a line; empty when there are none. */
  readonly metrics: string
  /** Why there are no impersonation metrics, where somebody might expect them. */
  readonly metricsNote?: string
}

/** The request as it was read. Its other forms are printed when a tab shows them (`Questions.print`). */
export interface RequestView {
  readonly request: HTTPRequest
  /** The name of the user who sends it. */
  readonly username: string
  readonly fields: RequestFields
}

/** A request in every form that it can be written in, and what other clients need to send it. */
export interface PrintedForms {
  readonly forms: Readonly<Record<RequestForm, PrintedRequest>>
  readonly kubeconfig: PrintedRequest
  readonly clientGo: PrintedRequest
}

/** A design as it is offered for choice. */
export type DesignEntry = Pick<Design, 'id' | 'title' | 'summary' | 'origin' | 'gate' | 'readsChanges'>

/** A field that the request changes. */
export interface FieldView {
  readonly path: string
  /** What it was, as JSON that may be cut short; absent where there was nothing. */
  readonly before?: string
  /** What it becomes; absent where it goes. */
  readonly after?: string
  /** Webhooks change it, and not what the client sends. */
  readonly byWebhook: boolean
  readonly coverage: Coverage
  /** What would cover it, from general to specific. */
  readonly verbs: readonly {
    readonly verb: string
    /** The step that asked it, for whichever field; absent where nobody did. */
    readonly step?: number
    /** Where the schema names it. */
    readonly range?: SourceRange
  }[]
  /** Where it stands in the stored object. */
  readonly stored?: SourceRange
}

/** What a step that asks a verb for fields is about. */
export interface FieldStep {
  /** "for metadata.labels[app] and 3 more". */
  readonly about: RichText
  /** Where those fields stand in the stored object, and the schema that names the verb. */
  readonly ranges: readonly SourceRange[]
}

/** What the request changes, and who may. */
export interface ChangesView {
  readonly sendsObject: boolean
  /** The first of them, in the order in which they are covered, and the one that ended the request. */
  readonly fields: readonly FieldView[]
  readonly total: number
  /** The most checks with verbs for fields that the request can cost, whoever sends it; 0 where no field was looked at. */
  readonly most: number
  /** By the index of the step. */
  readonly steps: ReadonlyMap<number, FieldStep>
}

/** What one design makes of a request, in short. */
export interface DesignRow {
  /** The id of the design. */
  readonly design: string
  /** What the client gets. Absent where that is not decided. */
  readonly outcome?: Pick<Outcome, 'kind' | 'code'>
  /** The first thing that keeps it from being decided. */
  readonly problem?: Diagnostic
  /** How many checks were made. */
  readonly checks: number
  /** What decided: the check that the client’s error is about, or the last one. Absent where none was made. */
  readonly decisive?: {
    readonly question: RichText
    readonly decision: Decision
    /** What decided it, and where that stands. */
    readonly evidence?: Evidence
  }
  /** The message that the client reads, where there is one. */
  readonly message: string
  /** What the audit event gives as constraint; empty for none. */
  readonly constraint: string
  /** Whom the request goes on as. Absent unless impersonation succeeded. */
  readonly impersonatedUser?: UserInfo
}

/** What came of a scenario that is not on the page: in short, and all that happened. */
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
  /** Whether the request asks for an impersonation at all. */
  readonly impersonates: boolean
}

/** What a text of a cluster tells of requests. */
export interface ObservedView {
  /** The first of them, of those that are asked for. */
  readonly shown: readonly { readonly observed: ObservedRequest; readonly words: RichText }[]
  /** How many there are, and how many of them were refused. */
  readonly total: number
  readonly refused: number
  readonly problems: readonly string[]
}

/** One of several requests to the same server, as their history shows it. */
export interface SentView {
  /** Seconds since the first request. */
  readonly at: number
  /** What it asks for, as whom, in a few words. Absent where that could not be read. */
  readonly summary?: RichText
  /** What the client gets. Absent where that is not decided. */
  readonly outcome?: Pick<Outcome, 'kind' | 'code'>
  /** The first thing that was not understood in its text. */
  readonly problem?: Diagnostic
}

/** What the worker answers to a scenario: everything that is shown, ready to be shown. Plain data only. */
export interface AnswerView {
  readonly state: DecisionState
  /** The answer in one sentence; with `not-decided`, what keeps it from being decided. */
  readonly sentence: RichText
  /** What decided, with the line. */
  readonly because: RichText
  readonly trace?: Trace
  readonly checks: readonly CheckView[]
  readonly design: {
    readonly id: string
    readonly title: string
    readonly summary: string
    readonly sources: readonly Source[]
    readonly statement: Statement
    readonly assumptions: readonly Assumption[]
    /** The option that is taken for each of them, by their ids. */
    readonly assumed: Assumptions
    /** The gate as the design reads it here; absent for designs without one, and in versions before it. */
    readonly featureEnabled?: boolean
    readonly graph: Graph
  }
  /** The design’s chart for the steps of the trace, laid out. */
  readonly chart: ChartLayout
  /** Every design that can be chosen, in the order in which they are offered. They come with the answer because the page loads no design. */
  readonly designs: readonly DesignEntry[]
  /** How many errors keep the scenario from being decided in full, in all of its texts. */
  readonly errors: number
  /** Errors, warnings and notes, in the order of their texts. */
  readonly policyDiagnostics: readonly Diagnostic[]
  readonly requestDiagnostics: readonly Diagnostic[]
  /** How many roles and bindings, of either kind, and access rules the policy was read as. */
  readonly policyRead: { readonly roles: number; readonly bindings: number; readonly accessRules: number }
  readonly notRead: readonly UnreadObject[]
  /** How the stored objects were read. Absent where no Node authorizer is asked: then nobody reads them. */
  readonly objects?: {
    readonly count: number
    readonly notRead: readonly UnreadObject[]
    readonly diagnostics: readonly Diagnostic[]
  }
  /** How the webhook’s table was read. Absent where no webhook is asked. */
  readonly webhook?: { readonly entries: number; readonly diagnostics: readonly Diagnostic[] }
  /** What is to be said of the texts that tell what the request changes. Absent where the design does not ask for it. */
  readonly change?: Readonly<Record<ChangeText | 'body', readonly Diagnostic[]>>
  /** What it does to the client, the audit log and the metrics. Absent while nothing is decided. */
  readonly effects?: Effects
  /** Absent where the design does not ask for it, and where it could not be computed. */
  readonly changes?: ChangesView
  /** Absent when the request could not be read. */
  readonly request?: RequestView
  /** All requests to the server in their order. Absent while there is but one. */
  readonly sent?: readonly SentView[]
}

/** The texts beside the request that tell what it changes. */
export type ChangeText = keyof ChangeTexts

/** What of the answer another cluster can be asked. */
export interface ReplayView {
  /** For bash and kubectl. */
  readonly script: string
  /** How many of the answer's checks it asks, and how many there are. */
  readonly checks: readonly [asked: number, all: number]
  /** What becomes of the request: "is sent with a token of the requestor". */
  readonly request: string
  readonly creates: readonly Created[]
  /** What is not the same there, each as a sentence. */
  readonly limits: readonly string[]
}
