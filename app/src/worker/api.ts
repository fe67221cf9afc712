import type {
  AskedAction,
  Graph,
  HTTPRequest,
  KubernetesVersion,
  RequestText,
  Scenario,
  Span,
  SubjectName,
} from '@authz-playground/engine'
import type {
  HandIn,
  Lesson,
  LessonWork,
  ReadLink,
  ScenarioDocument,
  ScenarioLink,
} from '@authz-playground/engine/documents'
import type { Completion, Hover } from '@authz-playground/engine/editing'
import type { AnswerWithin, GoalRow, MostReviews, WideningRow } from '@authz-playground/engine/internal/answers'
import type { GoalCompletion, KeptGoals } from '@authz-playground/engine/internal/goals'
import type { FieldChanges, PrintedRequest } from '@authz-playground/engine/internal/http'
import type { CommandOutput } from '@authz-playground/engine/internal/query'
import type { UserNote } from '@authz-playground/engine/internal/report'
import type { Agreement, Filling, ObservedRequest } from '@authz-playground/engine/logs'
import type { Explanation, WhatCanAnswer, WhoCanAnswer, WhomCanAnswer } from '@authz-playground/engine/questions'
import type { OwnPermission } from '@authz-playground/examples/intents'
import type { ChartLayout, DesignRow } from '@authz-playground/pictures'
import type { AllowingChange } from './allowing-changes.ts'
import type {
  AnswerView,
  ObservedView,
  OutlineEntry,
  PlayedScenario,
  PrintedForms,
  ReplayView,
  VersionsTable,
} from './answer.ts'
import type { AuthorQuestions } from './author/questions.ts'
import type { ComparedVersions, PolicyDiffAnswer } from './compared-policies.ts'
import type { CourseLink, ReadCourseText } from './courses.ts'
import type { ReadText } from './documents.ts'
import type { GoalsInFile } from './judged-goals.ts'
import type { SolutionView } from './lesson-help.ts'
import type { Incoming } from './library-entry.ts'
import type { FileText, Found } from './library-file.ts'
import type { LogProgress, WhichLog } from './log-files.ts'
import type { AskedConstraint, Forgotten, PlanForm, PlanView, RequestsView } from './migration.ts'
import type { MendedPolicy, Mending, MistakesView } from './mistakes.ts'
import type { DesignBeside, ThreadDesign } from './own-design.ts'
import type { AccessListView, Askable, AskedWhomCan, MatrixView, Nobody, TypedSubject } from './policy-questions.ts'
import type { Recognised, SentPart } from './sent-parts.ts'

/**
 * A picture of the answer as text: an SVG in both themes, in one of them, or one that moves in both; or the source of a
 * mermaid chart.
 */
export type PictureForm = 'svg' | 'light-svg' | 'dark-svg' | 'animated-svg' | 'mermaid'

/**
 * The questions that the page can ask the worker. A new question is a line here and one in `worker.ts`; the page calls
 * it as `workerApi().question(…)` and gets a promise. Arguments and answers are plain data. The worker answers questions
 * in the order in which they come, but interrupts those about many scenarios for other questions.
 */
export interface Questions extends AuthorQuestions {
  /**
   * Decides the scenario of the page. `evenPartly`: also where something could not be read, with the rest. `showsReview`: of a
   * command that asks a question, the review that it sends.
   */
  decide(scenario: Scenario, evenPartly: boolean, showsReview: boolean): AnswerView
  /** Completions at a place of a policy, and the words of a hover. */
  complete(text: string, offset: number): readonly Completion[]
  hover(text: string, offset: number): Hover | undefined
  /** The answer to any scenario, never partly. The page’s own stays as it is. */
  answer(scenario: Scenario): AnswerView
  /**
   * The goals of a scenario, judged one by one. `start`: the policy at the start, for “nothing else changes”. Undefined where
   * a newer question of this kind came in.
   */
  goals(scenario: Scenario, goals: readonly string[], start?: string): readonly GoalRow[] | undefined
  /** Reads a file with goals alone, for the scenario on the page. */
  goalsInFile(text: string, scenario: Scenario): GoalsInFile
  /** The results of scenarios, in their order. */
  decideAll(scenarios: readonly Scenario[]): readonly DesignRow[]
  /** The same, with their traces. */
  playAll(scenarios: readonly Scenario[]): readonly PlayedScenario[]
  /** A scenario on every server of an upgrade, under each set of its rules; undefined for a design that no version changes. */
  versions(scenario: Scenario): VersionsTable | undefined
  /** The text of the roles and bindings that kube-apiserver of a version makes itself, which evidence points into. */
  defaultRoles(version: KubernetesVersion): string
  /** The request with changed fields, as raw HTTP. Undefined when there is no request to change. */
  rewrite(written: RequestText, changes: FieldChanges): PrintedRequest | undefined
  /** A request that this user sends, in all forms. */
  print(request: HTTPRequest, username: string): PrintedForms
  /** The answer to any scenario as Markdown; undefined where nothing is decided. */
  markdownFor(scenario: Scenario, link: string): string | undefined
  /** The hash of a link, with its `#`. */
  link(link: ScenarioLink): string
  readLink(hash: string): ReadLink
  /** A scenario document as the text of a file. */
  writeDocument(document: ScenarioDocument): string
  /** Loads what reads texts that are pasted or opened. */
  prepareReading(): void
  /** `course`, `goals`: the text is about a course, or has goals alone. These are not read here. */
  readDocument(text: string): ReadText
  /** The scenarios in files, as entries of the library. */
  findScenarios(files: readonly FileText[]): Found
  /** Entries of the library as the text of one file. */
  writeScenarios(scenarios: readonly Incoming[]): string
  /** A scenario document as the text of an entry of the library. */
  contentOf(document: ScenarioDocument): string
  /** Completions at a place of a scenario document, and the words of a hover. */
  completeDocument(text: string, offset: number): readonly Completion[]
  hoverDocument(text: string, offset: number): Hover | undefined
  /** Completions at a place of the text of a design, and the words of a hover. */
  completeDesign(text: string, offset: number): readonly Completion[]
  hoverDesign(text: string, offset: number): Hover | undefined
  /** The text of a design that is one of the playground as it is, ready to be changed. */
  beginningOfDesign(design: string): string
  /** Designs that were asked for in words, to begin with. */
  threadDesigns(): readonly ThreadDesign[]
  /** What differs between the design of a text and the one that it begins with; undefined where it was not understood. */
  designBeside(text: string): DesignBeside | undefined
  /** What a pasted text is, part by part. `policy`: where a text does not name all, the policy beside it may. */
  recognise(text: string, policy: string): readonly SentPart[]
  /** The kinds of these parts alone. */
  kindsOf(text: string, policy: string): readonly Recognised['is'][]
  /** The subjects that the bindings of a policy name, each once, in the order of the text. */
  subjects(policy: string): readonly SubjectName[]
  /** The lines of a text that are not in the text before, with their line ends; none where too much differs. */
  changedLines(before: string, after: string): readonly Span[]
  /** The roles, bindings and access rules of a policy, for its outline. */
  outline(policy: string): readonly OutlineEntry[]
  /** The requests that the output of a cluster reports: the first two hundred, of all or of the refused ones. */
  parseClusterOutput(text: string, refusedOnly: boolean): ObservedView
  /**
   * A part of the reading of logs; ask again until it is done. `files`: begins to read these, too. Undefined where the worker
   * has nothing to read.
   */
  readLog(which: WhichLog, files?: readonly File[]): LogProgress | undefined
  /** Reads a course, or what was done in one. */
  readCourse(text: string): ReadCourseText
  /** Reads the hash of a link about a course; undefined for any other. */
  readCourseLink(hash: string): CourseLink | undefined
  /** The hash of a link that holds a whole course as its text; perhaps to one of its lessons, by its id. */
  wholeCourseLink(text: string, lesson?: string): string
  /** The hash of a link that holds what was done in a course. */
  handInLink(handIn: HandIn): string
  /** What was done in a course, as the text of a file. `title`: that of the course. */
  writeHandIn(handIn: HandIn, title: string): string
  /**
   * The next hint of a lesson for what a learner made of it. `shown`: what the hints said that were shown before. Undefined
   * where all were shown.
   */
  hint(lesson: Lesson, work: Partial<LessonWork>, shown: readonly string[]): string | undefined
  /** The solution of a lesson as changes of what a learner made of it. */
  solution(lesson: Lesson, own: LessonWork): SolutionView
  /** Stops the reading of logs. What was read counts. */
  stopLog(which: WhichLog): void
  /** Forgets the logs that were read. */
  forgetLog(which: WhichLog): void
  /** A whole chart in columns, for a pane that is wider than high (`layOutChart` gives `whole`). It takes up to half a second. */
  layOutWide(graph: Graph, whole: ChartLayout): ChartLayout
  /** The scenario, filled in from one reported request. */
  fill(observed: ObservedRequest, scenario: Scenario): Filling
}

/**
 * Questions about the answer that the page shows. They give undefined where nothing is decided, or where a newer answer
 * is shown.
 */
export interface AnswerQuestions {
  /** The check of a step as a `SubjectAccessReview` in YAML. */
  review(step: number): string | undefined
  /** The most reviews that the request costs; null where that is not known. */
  mostOfReviews(): MostReviews | null
  /** The answer as Markdown. `link`: where the page shows the same. */
  markdown(link: string): string | undefined
  /** A script that asks another cluster the same. */
  replay(title: string): ReplayView | undefined
  /** A picture of it, with this title if there is one. */
  picture(form: PictureForm, title: string): string | undefined
  /**
   * The permission that its request needs, for the designs to say; or why there is none, with Kubernetes nouns in backticks.
   */
  permission(): OwnPermission['asked'] | { readonly no: string } | undefined
  /** What a command prints for the answer to its question; null where it asks none, or prints an object. */
  printed(): CommandOutput | null
  /** What a 403 has to do with its users; null where nothing is to be said of them. */
  userNote(): UserNote | null
  /** Why it is a refusal: the rules that nearly fit. Undefined where the request was authorized. */
  explain(): Explanation | undefined
  /** The changes after which its request is allowed, the narrowest first. Undefined where it was authorized. */
  changes(): readonly AllowingChange[] | undefined
  /** The mistakes in its policy. */
  mistakes(): MistakesView | undefined
  /** Its policy after mending. Undefined where nothing of it can be mended. */
  mend(mending: Mending): MendedPolicy | undefined
  /** The goals that say what it shows, so that it stays so; or why no goal can. */
  keptGoals(): KeptGoals | undefined
  /** What may be written at a place in a goal about its policy; in an empty one whole goals to begin with, too. */
  goalProposals(text: string, offset: number): readonly GoalCompletion[] | undefined
  /** The answer of every design to its request. */
  compare(): readonly DesignRow[] | undefined
  /** What questions about its policy can name. These questions have no answer while the policy is not understood. */
  askable(): AnswerWithin<Askable> | undefined
  /** Who may do something by its policy. */
  whoCan(asked: AskedAction): AnswerWithin<WhoCanAnswer> | undefined
  /** What a subject may do in a namespace; empty: everywhere. */
  whatCan(asked: TypedSubject, namespace: string): AnswerWithin<WhatCanAnswer | Nobody> | undefined
  /** What `kubectl auth can-i --list` prints for a subject. */
  accessList(asked: TypedSubject, namespace: string): AnswerWithin<AccessListView | Nobody> | undefined
  /** A part of the computation of what all subjects may do; ask again until it has the matrix. `begin`: anew. */
  matrix(namespace: string, begin: boolean): AnswerWithin<MatrixView> | undefined
  /** Whom a subject can become, or who can become it. */
  whomCan(asked: AskedWhomCan): AnswerWithin<WhomCanAnswer | Nobody> | undefined
  /**
   * The way from legacy to constrained impersonation for its policy; see `migration.ts`. Undefined while the policy has
   * errors.
   */
  constrainPlan(asked: AskedConstraint): PlanView | Forgotten | undefined
  /** The requests of one impersonator of that plan, by its key. */
  constrainRequests(asked: AskedConstraint, key: string): RequestsView | Forgotten | undefined
  /** The switches of that plan with what they open. */
  constrainWidenings(asked: AskedConstraint): readonly WideningRow[] | Forgotten | undefined
  /** That plan as a text. */
  constrainText(asked: AskedConstraint, form: PlanForm): string | Forgotten | undefined
  /** What changed from another policy, or document with one, to that of the answer, each under a version of its own. */
  policyDiff(other: string, versions: ComparedVersions): PolicyDiffAnswer | undefined
  /** Compares the answer with the cluster’s; undefined also where the cluster reported no answer. */
  agreement(observed: ObservedRequest, filling: Filling): Agreement | undefined
}

/** The worker as the page sees it. */
export type WorkerApi = {
  readonly [Name in keyof Questions]: (...args: Parameters<Questions[Name]>) => Promise<ReturnType<Questions[Name]>>
} & {
  readonly [Name in keyof AnswerQuestions]: (
    ...args: Parameters<AnswerQuestions[Name]>
  ) => Promise<ReturnType<AnswerQuestions[Name]>>
}

/** One question on its way to the worker. */
export interface WorkerQuestion {
  /** Counts up; the answer carries it back. */
  readonly id: number
  readonly name: keyof WorkerApi
  readonly args: readonly unknown[]
  /** The id of the question that the answer on the page is the answer to. */
  readonly shown: number
}

/** `missing`: a part of the worker did not arrive. The same question may succeed later. */
export type Reply =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string; readonly missing: boolean }
