import type { Completion, FieldChanges, Hover, PrintedRequest, RequestText, Scenario } from '@authz-playground/engine'
import type { Agreement, Filling, ObservedRequest } from '@authz-playground/engine/observed'
import type { Link, ReadLink, ReadScenarioDocument, ScenarioDocument } from '@authz-playground/engine/scenario-file'
import type {
  AnswerView,
  DesignRow,
  Details,
  ObservedView,
  PlayedScenario,
  ReplayView,
  VersionsTable,
} from './answer.ts'
import type { Incoming } from './library-entry.ts'
import type { Found, NamedText } from './library-file.ts'

/**
 * A picture of the answer as text: an SVG in both themes, in one of them, or one that moves in both; or the source of a
 * mermaid chart.
 */
export type PictureForm = 'svg' | 'light-svg' | 'dark-svg' | 'animated-svg' | 'mermaid'

/** What the page asks of the worker. `id` counts up; answers carry the id of their question. */
export type Question =
  | { readonly id: number; readonly kind: 'decide'; readonly scenario: Scenario; readonly evenPartly: boolean }
  | { readonly id: number; readonly kind: 'complete'; readonly text: string; readonly offset: number }
  | { readonly id: number; readonly kind: 'hover'; readonly text: string; readonly offset: number }
  /** About the decision last answered; `of` is the id of the question that it answered. */
  | { readonly id: number; readonly kind: 'details'; readonly of: number }
  | { readonly id: number; readonly kind: 'review'; readonly of: number; readonly step: number }
  | { readonly id: number; readonly kind: 'markdown'; readonly of: number }
  | { readonly id: number; readonly kind: 'replay'; readonly of: number; readonly title: string }
  | {
      readonly id: number
      readonly kind: 'picture'
      readonly of: number
      readonly form: PictureForm
      readonly title: string
    }
  | { readonly id: number; readonly kind: 'compare'; readonly of: number }
  /** About scenarios that are not on the page. */
  | { readonly id: number; readonly kind: 'answer'; readonly scenario: Scenario }
  | { readonly id: number; readonly kind: 'decide-all'; readonly scenarios: readonly Scenario[] }
  | { readonly id: number; readonly kind: 'play-all'; readonly scenarios: readonly Scenario[] }
  | { readonly id: number; readonly kind: 'versions'; readonly scenario: Scenario }
  | { readonly id: number; readonly kind: 'default-roles' }
  | { readonly id: number; readonly kind: 'rewrite'; readonly written: RequestText; readonly changes: FieldChanges }
  | DocumentQuestion
  | ObservedQuestion

/** About what a cluster tells, whose code is loaded when somebody brings something in. */
export type ObservedQuestion =
  | { readonly id: number; readonly kind: 'parse-cluster-output'; readonly text: string; readonly refusedOnly: boolean }
  | { readonly id: number; readonly kind: 'fill'; readonly observed: ObservedRequest; readonly scenario: Scenario }
  | {
      readonly id: number
      readonly kind: 'agreement'
      readonly of: number
      readonly filling: Filling
      readonly observed: ObservedRequest
    }

/** About documents and links, whose code is loaded when the first of them is asked. */
export type DocumentQuestion =
  | { readonly id: number; readonly kind: 'link'; readonly link: Link }
  | { readonly id: number; readonly kind: 'read-link'; readonly hash: string }
  | { readonly id: number; readonly kind: 'write-document'; readonly document: ScenarioDocument }
  | { readonly id: number; readonly kind: 'read-document'; readonly text: string }
  | { readonly id: number; readonly kind: 'find-scenarios'; readonly files: readonly NamedText[] }
  | { readonly id: number; readonly kind: 'write-scenarios'; readonly scenarios: readonly Incoming[] }
  | { readonly id: number; readonly kind: 'content'; readonly document: ScenarioDocument }
  | { readonly id: number; readonly kind: 'complete-document'; readonly text: string; readonly offset: number }
  | { readonly id: number; readonly kind: 'hover-document'; readonly text: string; readonly offset: number }

/** The answers, by the kind of their question. */
export interface Answers {
  readonly decide: AnswerView
  readonly complete: readonly Completion[]
  readonly hover: Hover | undefined
  /** What the answer of that id was sent without; undefined when there has been a newer decision. */
  readonly details: Details | undefined
  /** The check of a step as a `SubjectAccessReview` in YAML; undefined when there has been a newer decision, or no such check. */
  readonly review: string | undefined
  /** Undefined when there has been a newer decision, or it is none. */
  readonly markdown: string | undefined
  /** Undefined when there has been a newer decision, or it is none. */
  readonly replay: ReplayView | undefined
  /** Undefined when there has been a newer decision, or it is none. */
  readonly picture: string | undefined
  /** What every design makes of the request; undefined when there has been a newer decision. */
  readonly compare: readonly DesignRow[] | undefined
  /** Without details. */
  readonly answer: AnswerView
  /** What came of each scenario, in their order. */
  readonly 'decide-all': readonly DesignRow[]
  /** The same, with all that happened. */
  readonly 'play-all': readonly PlayedScenario[]
  /** Undefined for a design that no version changes. */
  readonly versions: VersionsTable | undefined
  /** The roles and bindings that kube-apiserver makes itself, as the text that evidence points into. */
  readonly 'default-roles': string
  /** The request with changed fields, as raw HTTP. Undefined when there is no request to change. */
  readonly rewrite: PrintedRequest | undefined
  /** The hash of a link, with its `#`. */
  readonly link: string
  readonly 'read-link': ReadLink
  /** The text of a file. */
  readonly 'write-document': string
  readonly 'read-document': ReadScenarioDocument
  /** The scenarios of files, each as the library keeps it. */
  readonly 'find-scenarios': Found
  /** Scenarios of the library as the text of one file. */
  readonly 'write-scenarios': string
  /** A document as the library keeps it. */
  readonly content: string
  readonly 'complete-document': readonly Completion[]
  readonly 'hover-document': Hover | undefined
  readonly 'parse-cluster-output': ObservedView
  readonly fill: Filling
  /** Undefined where the cluster’s answer is not told, where nothing is decided, and when there has been a newer decision. */
  readonly agreement: Agreement | undefined
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly answer: Answers[Question['kind']] }
  | { readonly id: number; readonly ok: false; readonly error: string }
