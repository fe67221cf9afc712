import type { Completion, FieldChanges, Hover, PrintedRequest, RequestText, Scenario } from '@authz-playground/engine'
import type { Agreement, Filling, ObservedRequest } from '@authz-playground/engine/observed'
import type { Link, ReadLink, ReadScenarioDocument, ScenarioDocument } from '@authz-playground/engine/scenario-file'
import type { StoreApi } from 'zustand'
import type {
  Answers,
  AnswerView,
  DesignRow,
  Found,
  Incoming,
  NamedText,
  ObservedView,
  PictureForm,
  PlayedScenario,
  Question,
  ReplayView,
  Reply,
  VersionsTable,
} from '../worker/index.ts'
import type { Playground } from './store.ts'

/** The worker, seen from the page. */
export interface DeciderClient {
  complete(text: string, offset: number): Promise<readonly Completion[]>
  hover(text: string, offset: number): Promise<Hover | undefined>
  /** Has the rest of the worker loaded, and the answer shown completed. To be called once the first answer is on screen. */
  loadDetails(): Promise<void>
  /** The check of a step of the answer shown, as a `SubjectAccessReview`; undefined when a newer answer is on its way. */
  review(step: number): Promise<string | undefined>
  /** The answer shown, as Markdown; undefined when it is not decided, or a newer one is on its way. */
  markdown(): Promise<string | undefined>
  /** What another cluster can be asked of the answer shown; undefined when it is not decided, or a newer one is on its way. */
  replay(title: string): Promise<ReplayView | undefined>
  /** A picture of the answer shown, with this title if there is one; undefined when it is not decided, or a newer one is on its way. */
  picture(form: PictureForm, title: string): Promise<string | undefined>
  /** What every design makes of the request of the answer shown; undefined when a newer answer is on its way. */
  compare(): Promise<readonly DesignRow[] | undefined>
  /** The answer to any scenario, without details, and never partly. The page’s own stays as it is. */
  answer(scenario: Scenario): Promise<AnswerView>
  /**
   * What comes of any scenarios, in their order. They are decided between the questions about the page, which do not wait
   * for them.
   */
  decideAll(scenarios: readonly Scenario[]): Promise<readonly DesignRow[]>
  /** The same, with all that happened. */
  playAll(scenarios: readonly Scenario[]): Promise<readonly PlayedScenario[]>
  /** A scenario on every server of an upgrade, under each set of its rules; undefined for a design that no version changes. */
  versions(scenario: Scenario): Promise<VersionsTable | undefined>
  /** The text of the roles and bindings that kube-apiserver makes itself. */
  defaultRoles(): Promise<string>
  /** The request with changed fields, as raw HTTP. Undefined when there is no request to change. */
  rewrite(written: RequestText, changes: FieldChanges): Promise<PrintedRequest | undefined>
  /** The hash of a link, with its `#`. */
  link(link: Link): Promise<string>
  readLink(hash: string): Promise<ReadLink>
  /** A scenario document as the text of a file. */
  writeDocument(document: ScenarioDocument): Promise<string>
  readDocument(text: string): Promise<ReadScenarioDocument>
  /** The scenarios that files hold, each as the library keeps it. */
  findScenarios(files: readonly NamedText[]): Promise<Found>
  /** Scenarios of the library as the text of one file. */
  writeScenarios(scenarios: readonly Incoming[]): Promise<string>
  /** A scenario document as the library keeps it. */
  contentOf(document: ScenarioDocument): Promise<string>
  /** What can be typed at a place of a scenario document, and what stands there. */
  completeDocument(text: string, offset: number): Promise<readonly Completion[]>
  hoverDocument(text: string, offset: number): Promise<Hover | undefined>
  /** What a text of a cluster tells of requests: the first two hundred, or of those that were refused. */
  parseClusterOutput(text: string, refusedOnly: boolean): Promise<ObservedView>
  /** The scenario, filled with what was told of one request. */
  fill(observed: ObservedRequest, scenario: Scenario): Promise<Filling>
  /** The answer shown beside the cluster’s; undefined where there is nothing to compare, or a newer answer is on its way. */
  agreement(observed: ObservedRequest, filling: Filling): Promise<Agreement | undefined>
}

type Unnumbered = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never

/**
 * Starts the worker and keeps the store decided: at each change of the scenario it asks anew. While the worker is busy
 * only the newest scenario waits, so that typing into a large policy never queues up; an older answer is dropped.
 */
export function startDecider(playground: StoreApi<Playground>): DeciderClient {
  const worker = new Worker(new URL('../worker/decider.worker.ts', import.meta.url), {
    type: 'module',
    name: 'decider',
  })
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let busy = false
  /** The question that the answer in the store answers. */
  let shown = 0

  function ask<Kind extends Question['kind']>(
    question: Extract<Unnumbered, { kind: Kind }>,
    id = ++lastId,
  ): Promise<Answers[Kind]> {
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject })
      worker.postMessage({ ...question, id })
    })
  }

  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) asked?.resolve(data.answer)
    else asked?.reject(new Error(data.error))
  })
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The part of the page that decides did not start.'))
    waiting.clear()
    playground
      .getState()
      .fail(
        'The part of the page that decides did not start. Reload the page; if that does not help, the browser may be too old.',
      )
  })

  let wanted: { scenario: Scenario; evenPartly: boolean } | undefined

  async function decide(scenario: Scenario, evenPartly: boolean): Promise<void> {
    if (busy) {
      wanted = { scenario, evenPartly }
      return
    }
    busy = true
    try {
      const id = ++lastId
      const view = await ask({ kind: 'decide', scenario, evenPartly }, id)
      if (wanted === undefined) {
        shown = id
        playground.getState().receive(scenario, view)
      }
    } catch (error) {
      playground.getState().fail(error instanceof Error ? error.message : String(error))
    } finally {
      busy = false
      const next = wanted
      wanted = undefined
      if (next !== undefined) void decide(next.scenario, next.evenPartly)
    }
  }

  async function loadDetails(): Promise<void> {
    const of = shown
    const details = await ask({ kind: 'details', of })
    if (details === undefined) return of === shown ? undefined : loadDetails()
    if (of === shown) playground.getState().complete(details)
  }

  playground.subscribe(({ scenario, evenPartly }, before) => {
    if (scenario !== before.scenario || evenPartly !== before.evenPartly) void decide(scenario, evenPartly)
  })
  void decide(playground.getState().scenario, playground.getState().evenPartly)

  return {
    loadDetails,
    complete: (text, offset) => ask({ kind: 'complete', text, offset }),
    hover: (text, offset) => ask({ kind: 'hover', text, offset }),
    review: (step) => ask({ kind: 'review', of: shown, step }),
    compare: () => ask({ kind: 'compare', of: shown }),
    answer: (scenario) => ask({ kind: 'answer', scenario }),
    decideAll: (scenarios) => ask({ kind: 'decide-all', scenarios }),
    playAll: (scenarios) => ask({ kind: 'play-all', scenarios }),
    versions: (scenario) => ask({ kind: 'versions', scenario }),
    defaultRoles: () => ask({ kind: 'default-roles' }),
    markdown: () => ask({ kind: 'markdown', of: shown }),
    replay: (title) => ask({ kind: 'replay', of: shown, title }),
    picture: (form, title) => ask({ kind: 'picture', of: shown, form, title }),
    rewrite: (written, changes) => ask({ kind: 'rewrite', written, changes }),
    link: (link) => ask({ kind: 'link', link }),
    readLink: (hash) => ask({ kind: 'read-link', hash }),
    writeDocument: (document) => ask({ kind: 'write-document', document }),
    readDocument: (text) => ask({ kind: 'read-document', text }),
    findScenarios: (files) => ask({ kind: 'find-scenarios', files }),
    writeScenarios: (scenarios) => ask({ kind: 'write-scenarios', scenarios }),
    contentOf: (document) => ask({ kind: 'content', document }),
    completeDocument: (text, offset) => ask({ kind: 'complete-document', text, offset }),
    hoverDocument: (text, offset) => ask({ kind: 'hover-document', text, offset }),
    parseClusterOutput: (text, refusedOnly) => ask({ kind: 'parse-cluster-output', text, refusedOnly }),
    fill: (observed, scenario) => ask({ kind: 'fill', observed, scenario }),
    agreement: (observed, filling) => ask({ kind: 'agreement', of: shown, observed, filling }),
  }
}
