import { plainText, type Scenario, type Step } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { type HighlightTarget, highlightsFor } from '@authz-playground/engine/internal/report'
import {
  actionOf,
  advanced,
  continues,
  layOutChart,
  narrated,
  type PlayerState,
  paused,
  phaseTime,
  restingAt,
  scrubbed,
  startedPlaying,
  storyOf,
  waits,
} from '@authz-playground/pictures'
import { type AnswerText, answerTexts, type ElementAnswer, scenarioAnswerer } from './deciding/answer.ts'
import { idle } from './deciding/when-idle.ts'
import type { OutcomeDetail, StepDetail } from './events.ts'
import { pointedIn, samePlace } from './pointing.ts'
import type { ElementSettings } from './settings.ts'
import type { Figure } from './view/figure.ts'
import type { Actions, EditedText, View } from './view/view.ts'

/** Something that an element shows. */
export interface Shown {
  readonly root: HTMLElement
  /** Its style, beside that of every element. */
  readonly sheet?: CSSStyleSheet
  /** What plays in it. */
  readonly run?: Run
  /** It is in the page, so that its events can be heard. */
  mounted(): void
  /** Follows the attributes. */
  update(settings: ElementSettings): void
  /** It is no longer shown. */
  end(): void
}

/** Why something is not shown, in sentences for the author of the page. */
export interface Problems {
  readonly problems: readonly string[]
}

/** What a run needs of its element. */
export interface RunHost {
  settings(): ElementSettings
  /** The address of a playground; undefined where none is known. */
  home(): string | undefined
  emit(name: string, detail: object): void
  /** Shows problems in place of the run. */
  fail(problems: readonly string[]): void
}

/** What is shown of a run, by somebody who knows what for. */
export interface RunPlan {
  /** Makes the figure. */
  figure(actions: Actions): Figure
  /** The texts that can be edited now. */
  edits(): ReadonlySet<EditedText>
  /** What is not told yet: `request`: nothing of its way. `answer`: its way, but not the answer. */
  hidden(): 'request' | 'answer' | undefined
  /** The design that decides instead of the scenario’s own. */
  design(): string | undefined
  /** Texts are not folded. */
  readonly unfolded: boolean
  permalink(run: RunState): Promise<string | undefined>
  /** What is shown instead, while something is held back. */
  shown?(view: View): View
  /** A scenario is decided and shown. */
  decided?(answer: ElementAnswer): void
  /** The player has moved. */
  moved?(player: PlayerState): void
}

/** The scenario of a run. */
export interface RunState {
  /** As it was opened. */
  readonly document: ScenarioDocument
  /** With later edits. */
  readonly scenario: Scenario
  readonly edited: boolean
}

/** The run of a scenario: its figure, its player, what is pointed at, and what is edited. */
export class Run implements Shown {
  readonly #host: RunHost
  readonly #plan: RunPlan
  readonly #figure: Figure
  readonly #answering = scenarioAnswerer()
  #state: RunState
  #view: View | undefined
  /** The design of the last answer that was asked for. */
  #design: string | undefined
  /** Counts the requests to decide: only the answer to the last one is used. */
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The state of the player for which the timer was set. */
  #timed: PlayerState | undefined
  #pointed: HighlightTarget | undefined
  #reported: string | undefined
  #told = false

  private constructor(document: ScenarioDocument, host: RunHost, plan: RunPlan) {
    this.#host = host
    this.#plan = plan
    this.#state = { document, scenario: document.scenario, edited: false }
    this.#figure = plan.figure({
      scrub: (position) => {
        this.position = position
      },
      play: () => this.play(),
      pause: () => this.pause(),
      edit: (source, text) => this.#edit(source, text),
      permalink: () => plan.permalink(this.#state),
    })
    this.#listen(this.#figure.root)
  }

  /** A run with its first answer; or sentences about names that do not exist. */
  static async open(document: ScenarioDocument, host: RunHost, plan: RunPlan): Promise<Run | Problems> {
    const run = new Run(document, host, plan)
    const problems = await run.#decide(document.step, true)
    return problems === undefined ? run : { problems }
  }

  get root(): HTMLElement {
    return this.#figure.root
  }

  get run(): Run {
    return this
  }

  get state(): RunState {
    return this.#state
  }

  mounted(): void {
    this.#told = true
    this.#render()
    // Another design may have been asked for meanwhile.
    if (this.#plan.design() === this.#design) this.#tellOutcome()
    else void this.#decideAgain()
  }

  update(): void {
    if (this.#plan.design() === this.#design) this.#render()
    else void this.#decideAgain()
  }

  end(): void {
    this.#asked++
    clearTimeout(this.#timer)
  }

  play(): void {
    this.#move(startedPlaying)
  }

  pause(): void {
    this.#move(paused)
  }

  get position(): number {
    return this.#view?.player.position ?? -1
  }

  set position(to: number) {
    if (Number.isFinite(to)) this.#move((player, steps) => scrubbed(player, Math.trunc(to), steps))
  }

  /** Plays the request from its start. */
  playFromStart(): void {
    this.#move((_, steps) => startedPlaying(restingAt(0), steps))
  }

  /** Replaces texts. */
  replace(texts: Partial<Pick<Scenario, EditedText>>): void {
    if (this.#view === undefined) return
    const { document, scenario } = this.#state
    const edited = { ...scenario, ...texts }
    this.#state = { document, scenario: edited, edited: true }
    this.#view = { ...this.#view, texts: answerTexts(edited), busy: true, pinned: undefined }
    this.#pointed = undefined
    this.#render()
    void this.#decideAgain()
  }

  /** Tells the answer, after it was held back. */
  tell(): void {
    this.#render()
    this.#tellOutcome()
  }

  #edit(source: AnswerText['source'], text: string): void {
    const { request } = this.#state.scenario
    if (source === 'request') this.replace({ request: { ...request, text } })
    else if (source === 'policy') this.replace({ policy: text })
  }

  async #decideAgain(): Promise<void> {
    const asked = ++this.#asked
    // Several changes before the next idle moment, as in typing, are decided once.
    await idle()
    if (asked !== this.#asked) return
    const problems = await this.#decide()
    if (problems === undefined) this.#tellOutcome()
    else this.#host.fail(problems)
  }

  /** Decides the present scenario and shows it, at a step or at its end. Problems are sentences about names. */
  async #decide(step?: number, begins = false): Promise<readonly string[] | undefined> {
    const asked = ++this.#asked
    const { scenario } = this.#state
    this.#design = this.#plan.design()
    const { design = scenario.design } = { design: this.#design }
    const answer = await this.#answering(design === scenario.design ? scenario : { ...scenario, design })
    if (asked !== this.#asked) return undefined
    if ('problems' in answer) return answer.problems
    this.#show(answer, step, begins)
    return undefined
  }

  #show(answer: ElementAnswer, step: number | undefined, begins: boolean): void {
    const { trace, checks, design } = answer
    const last = Math.max(0, (trace?.steps.length ?? 0) - 1)
    const plays = begins && this.#host.settings().autoplay && !wantsLessMotion()
    const player = plays ? startedPlaying(restingAt(0), trace?.steps ?? []) : restingAt(Math.min(step ?? last, last))
    this.#pointed = undefined
    this.#view = {
      settings: this.#host.settings(),
      document: this.#state.document,
      answer,
      texts: answerTexts(answer.scenario),
      edits: this.#plan.edits(),
      unfolded: this.#plan.unfolded,
      held: undefined,
      story: trace && storyOf({ trace, checks, design }),
      chart: layOutChart(design.graph, trace?.steps ?? []),
      player,
      pinned: undefined,
      highlights: highlightsFor(undefined, answer),
      noted: undefined,
      busy: false,
      home: this.#host.home(),
      phaseTime: 0,
    }
    if (this.#told) this.#render()
    this.#plan.decided?.(answer)
  }

  #tellOutcome(): void {
    if (this.#view !== undefined && !this.#view.busy && this.#plan.hidden() === undefined)
      this.#host.emit('authz-outcome', outcomeDetail(this.#view))
  }

  #move(change: (player: PlayerState, steps: readonly Step[]) => PlayerState): void {
    if (this.#view === undefined) return
    const before = this.#view.player
    const player = change(before, this.#view.answer.trace?.steps ?? [])
    if (player === before) return
    this.#view = { ...this.#view, player }
    this.#plan.moved?.(player)
    this.#render()
  }

  /** Renders the view, and sets the timer for the next phase. */
  #render(): void {
    const now = this.#now()
    if (now === undefined) return
    this.#figure.update(this.#plan.shown?.(now) ?? now)
    const { player, answer, story } = now
    const steps = answer.trace?.steps ?? []
    if (player.moved && player.phase === 'done' && now.held === undefined) this.#tellStep(now)
    // Pointing must not restart the timer of a playing request.
    if (player === this.#timed) return
    clearTimeout(this.#timer)
    this.#timed = player
    if (!continues(player, steps) || story === undefined) return
    const wait = waits(player, wantsLessMotion()) ? now.phaseTime : 0
    this.#timer = setTimeout(() => this.#move(advanced), wait)
  }

  /** The view with its derived values. */
  #now(): View | undefined {
    if (this.#view === undefined) return undefined
    const printed = matchMedia('print').matches
    const { answer, pinned, busy, story, chart } = this.#view
    const last = Math.max(0, (answer.trace?.steps.length ?? 0) - 1)
    const player = printed ? restingAt(last) : this.#view.player
    const place = printed || busy ? undefined : (this.#pointed ?? pinned)
    return {
      ...this.#view,
      settings: this.#host.settings(),
      edits: this.#plan.edits(),
      held: this.#plan.hidden(),
      home: this.#host.home(),
      player,
      highlights: highlightsFor(place, answer),
      noted: place?.kind === 'node' ? place.node : undefined,
      phaseTime:
        story === undefined ? 0 : phaseTime(story, chart, player, { speed: 1, reducedMotion: wantsLessMotion() }),
    }
  }

  #tellStep(view: View): void {
    const detail = stepDetail(view)
    const what = `${this.#asked} ${detail?.position}`
    if (detail === undefined || what === this.#reported) return
    this.#reported = what
    this.#host.emit('authz-step', detail)
  }

  /**
   * One gesture in all parts: pointing at something lights everything that belongs to it, a click pins it, Escape
   * unpins it.
   */
  #listen(root: HTMLElement): void {
    const point = (place: HighlightTarget | undefined): void => {
      if (samePlace(place, this.#pointed)) return
      this.#pointed = place
      this.#render()
    }
    root.addEventListener('pointerover', ({ target }) => point(pointedIn(target)))
    root.addEventListener('pointerleave', () => point(undefined))
    root.addEventListener('focusin', ({ target }) => point(pointedIn(target)))
    root.addEventListener('focusout', () => point(undefined))
    root.addEventListener('click', ({ target }) => {
      const place = pointedIn(target)
      if (place === undefined || this.#view === undefined) return
      const same = samePlace(place, this.#view.pinned)
      this.#view = { ...this.#view, pinned: same ? undefined : place }
      this.#render()
    })
    root.addEventListener('keydown', (event) => this.#pressed(event))
  }

  #pressed(event: KeyboardEvent): void {
    const { target } = event
    if (event.defaultPrevented || !(target instanceof Element) || this.#view === undefined) return
    if (event.key === 'Escape' && this.#view.pinned !== undefined) {
      this.#view = { ...this.#view, pinned: undefined }
      this.#pointed = undefined
      this.#render()
      event.preventDefault()
      return
    }
    if (this.#plan.hidden() === 'request') return
    const action = actionOf(event, (selector) => target.closest(selector) !== null)
    if (action === undefined) return
    event.preventDefault()
    const { position, playing } = this.#view.player
    switch (action) {
      case 'play':
        return playing ? this.pause() : this.play()
      case 'back':
        this.position = position - 1
        return
      case 'forward':
        this.position = position + 1
        return
      case 'first':
        this.position = 0
        return
      case 'last':
        this.position = Number.MAX_VALUE
        return
      case 'fit':
        return this.#figure.setWhole('other')
      case 'larger':
        return this.#figure.setWhole(false)
      case 'smaller':
        return this.#figure.setWhole(true)
    }
  }
}

function wantsLessMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function stepDetail({ story, player }: View): StepDetail | undefined {
  const step = story?.steps[player.position]
  if (story === undefined || step === undefined) return undefined
  const { node, check } = step
  const decision = check && (check.settled ?? check.answer).decision
  return {
    position: player.position,
    steps: story.steps.length,
    node,
    sentence: plainText(narrated(story, player.position)),
    ...(decision && { decision }),
  }
}

function outcomeDetail({ answer: { trace, sentence, design, checks } }: View): OutcomeDetail {
  return {
    state: trace === undefined ? 'not-decided' : 'decided',
    sentence: plainText(sentence),
    design: design.id,
    ...(trace && { code: trace.outcome.code, checks: checks.length }),
  }
}
