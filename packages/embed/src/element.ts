import type { Scenario, Step } from '@authz-playground/engine'
import { linkParts, type ScenarioDocument } from '@authz-playground/engine/scenario-file'
import { type HighlightTarget, highlightsFor } from '@authz-playground/engine/views'
import {
  actionOf,
  advanced,
  continues,
  layOutChart,
  type PlayerState,
  paused,
  phaseTime,
  restingAt,
  scrubbed,
  startedPlaying,
  storyOf,
  waits,
} from '@authz-playground/pictures'
import type { Compared, Comparison, Surroundings } from './compared/comparison.ts'
import { answerTexts, type ElementAnswer, type ScenarioAnswerer, scenarioAnswerer } from './deciding/answer.ts'
import { outcomeDetail, stepDetail } from './details.ts'
import type { OutcomeDetail } from './events.ts'
import { load } from './loading/load.ts'
import { type ScenarioSource, sameSource, scenarioSource } from './loading/source.ts'
import { pointedIn, samePlace } from './pointing.ts'
import { ATTRIBUTES, type ElementSettings, readElementSettings } from './settings.ts'
import { styleSheet } from './style/sheet.ts'
import { needsScenario, placeOf, readSubject, type Subject } from './subject.ts'
import { html } from './view/dom.ts'
import { type Figure, figure } from './view/figure.ts'
import type { Actions, View } from './view/view.ts'

/** The distance from the visible part of the page at which an element begins to load. */
const NEARLY_SEEN = '200px'

/** The attributes that name what is shown. */
const OPENING: ReadonlySet<string> = new Set(['src', 'link', 'home', 'compare', 'intent', 'argument'])

/** A server that renders pages has no `HTMLElement`, and may import this module all the same. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/** The loaded scenario of an element. */
interface Opened {
  readonly document: ScenarioDocument
  readonly source: ScenarioSource
  /** The scenario as it was loaded, with later edits. */
  readonly scenario: Scenario
  readonly edited: boolean
}

/** The element. Its public members are in index.ts. */
export class AuthzPlayground extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES

  /** The address of a built playground, for the gallery and for links to it. The attribute `home` overrides it. */
  static home: string | undefined

  readonly #slot = html('slot')
  readonly #failure = html('div', {
    class: 'failure',
    part: 'failure',
    role: 'note',
    dir: 'ltr',
    lang: 'en',
    hidden: true,
  })
  #figure: Figure | undefined
  #settings: ElementSettings = readElementSettings(() => null)
  /** What is shown instead of a run. */
  #comparison: { readonly key: string; readonly shown?: Comparison } | undefined
  #seen = false
  #opened: Opened | undefined
  #view: View | undefined
  #answering: ScenarioAnswerer = scenarioAnswerer()
  /** Counts the requests to decide: only the answer to the last one is used. */
  #asked = 0
  #loading: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The state of the player for which the timer was set. */
  #timed: PlayerState | undefined
  #pointed: HighlightTarget | undefined
  #disconnected = new AbortController()

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [styleSheet()]
    root.append(this.#slot, this.#failure)
  }

  connectedCallback(): void {
    this.#disconnected = new AbortController()
    const { signal } = this.#disconnected
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        seen.disconnect()
        this.#seen = true
        void this.#open()
      },
      { rootMargin: NEARLY_SEEN },
    )
    seen.observe(this)
    // The parser may still add the scenario inside of the element, and a page may replace it.
    const changed = new MutationObserver(() => void this.#open())
    changed.observe(this, { childList: true, characterData: true, subtree: true })
    signal.addEventListener('abort', () => {
      seen.disconnect()
      changed.disconnect()
    })
    matchMedia('print').addEventListener('change', () => this.#render(), { signal })
    if (this.#opened) this.#seen = true
  }

  disconnectedCallback(): void {
    this.#disconnected.abort()
    this.#loading?.abort()
    clearTimeout(this.#timer)
    if (this.#view) this.#view = { ...this.#view, player: paused(this.#view.player) }
    if (this.#comparison?.shown === undefined) this.#comparison = undefined
    this.#seen = false
  }

  attributeChangedCallback(name: string): void {
    this.#settings = readElementSettings((name) => this.getAttribute(name))
    if (OPENING.has(name)) void this.#open()
    else if (name === 'design') void (this.#comparison === undefined ? this.#decide() : this.#open())
    else {
      this.#comparison?.shown?.update(this.#settings)
      this.#render()
    }
  }

  /** Plays the request, from the start where it is at its end. */
  play(): void {
    this.#move(startedPlaying)
  }

  pause(): void {
    this.#move(paused)
  }

  /** The index of the shown step, from 0; −1 while no step is shown. */
  get position(): number {
    return this.#view?.player.position ?? -1
  }

  set position(to: number) {
    if (Number.isFinite(to)) this.#move((player, steps) => scrubbed(player, Math.trunc(to), steps))
  }

  /** Loads what the element names, unless it is shown already. */
  async #open(): Promise<void> {
    if (!this.#seen || !this.isConnected) return
    const subject = readSubject({
      compare: this.getAttribute('compare'),
      intent: this.getAttribute('intent'),
      argument: this.getAttribute('argument'),
      link: this.getAttribute('link'),
      design: this.#settings.design,
    })
    if ('problem' in subject) {
      this.#fail([subject.problem])
      return
    }
    if (subject.kind !== 'run') {
      await this.#compare(subject)
      return
    }
    this.#endComparison()
    const source = this.#source()
    if ('problem' in source) {
      // The parser may not have reached the end of the element, which may contain the scenario.
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void this.#open())
      else this.#fail([source.problem])
      return
    }
    if (this.#opened && sameSource(source, this.#opened.source)) return
    this.#loading?.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    const asked = ++this.#asked
    const loaded = await load(source, { base: document.baseURI, home: this.#home, signal }).catch((error: unknown) => {
      // An aborted request needs no report. Any other error is a defect of the element, and is reported as one.
      if (!signal.aborted) throw error
    })
    if (loaded === undefined || asked !== this.#asked) return
    if ('problems' in loaded) {
      this.#fail(loaded.problems)
      return
    }
    const { document: opened } = loaded
    this.#opened = { document: opened, source, scenario: opened.scenario, edited: false }
    await this.#decide(opened.step, true)
  }

  #source(): ReturnType<typeof scenarioSource> {
    return scenarioSource({
      scripts: [...this.querySelectorAll('script[type="application/yaml"]')].map(
        ({ textContent }) => textContent ?? '',
      ),
      src: this.getAttribute('src'),
      link: this.getAttribute('link'),
    })
  }

  /** Shows a view of the comparison, unless it is shown already. Its code is loaded for it. */
  async #compare(subject: Exclude<Subject, { kind: 'run' }>): Promise<void> {
    const source = needsScenario(subject) ? this.#source() : undefined
    if (source !== undefined && 'problem' in source) {
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void this.#open())
      else this.#fail([source.problem])
      return
    }
    const key = JSON.stringify([subject, source, this.#home])
    if (this.#comparison?.key === key) return
    this.#loading?.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    this.#asked++
    this.#endComparison()
    this.#comparison = { key }
    const loaded =
      source &&
      (await load(source, { base: document.baseURI, home: this.#home, signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error
      }))
    if (signal.aborted) return
    if (loaded && 'problems' in loaded) {
      this.#fail(loaded.problems)
      return
    }
    let sentence = ''
    const compared = await showCompared(subject, {
      document: loaded?.document,
      home: this.#home,
      permalink: () => this.#addressOf(subject, source, loaded?.document),
      signal,
      decided: (said) => {
        sentence = said
      },
    })
    if (compared === undefined || signal.aborted) return
    if ('problems' in compared) {
      this.#fail(compared.problems)
      return
    }
    this.#removeFigure()
    this.#opened = undefined
    this.#comparison = { key, shown: compared }
    const root = this.shadowRoot
    const { comparedSheet } = await import('./compared/comparison.ts')
    if (root === null || signal.aborted) return
    if (!root.adoptedStyleSheets.includes(comparedSheet())) root.adoptedStyleSheets.push(comparedSheet())
    compared.update(this.#settings)
    root.append(compared.root)
    this.#failure.hidden = true
    this.#slot.hidden = true
    this.#tell('authz-outcome', { state: 'decided', sentence } satisfies OutcomeDetail)
  }

  #endComparison(): void {
    this.#comparison?.shown?.root.remove()
    this.#comparison = undefined
  }

  #removeFigure(): void {
    this.#view = undefined
    this.#figure?.root.remove()
    this.#figure = undefined
    clearTimeout(this.#timer)
  }

  /** The address of a view of the comparison in the playground. */
  async #addressOf(
    subject: Subject,
    source: ScenarioSource | undefined,
    document: ScenarioDocument | undefined,
  ): Promise<string | undefined> {
    if (this.#home === undefined) return undefined
    const place = placeOf(subject)
    if (source === undefined || document === undefined) return `${this.#home}#${place}`
    const named = source.kind === 'link' ? `#${linkParts(source.hash).scenario}` : undefined
    const hash = named ?? (await import('./loading/link-write.ts')).linkHash({ document })
    return `${this.#home}${hash}&${place}`
  }

  /** Decides the present scenario and shows it, at a step or at its end. */
  async #decide(step?: number, begins = false): Promise<void> {
    if (this.#opened === undefined || !this.isConnected) return
    const asked = ++this.#asked
    const { scenario, document: opened } = this.#opened
    const { design = scenario.design } = this.#settings
    const answer = await this.#answering(design === scenario.design ? scenario : { ...scenario, design })
    if (asked !== this.#asked) return
    if ('problems' in answer) {
      this.#fail(answer.problems)
      return
    }
    this.#show(opened, answer, step, begins)
  }

  #show(opened: ScenarioDocument, answer: ElementAnswer, step: number | undefined, begins: boolean): void {
    const { trace, checks, design } = answer
    const last = Math.max(0, (trace?.steps.length ?? 0) - 1)
    const plays = begins && this.#settings.autoplay && !wantsLessMotion()
    const player = plays ? startedPlaying(restingAt(0), trace?.steps ?? []) : restingAt(Math.min(step ?? last, last))
    this.#pointed = undefined
    this.#failure.hidden = true
    this.#slot.hidden = true
    this.#view = {
      settings: this.#settings,
      document: opened,
      answer,
      texts: answerTexts(answer.scenario),
      story: trace && storyOf({ trace, checks, design }),
      chart: layOutChart(design.graph, trace?.steps ?? []),
      player,
      pinned: undefined,
      lit: highlightsFor(undefined, answer),
      noted: undefined,
      busy: false,
      home: this.#home,
      phaseTime: 0,
    }
    this.#render()
    this.#tell('authz-outcome', outcomeDetail(this.#view))
  }

  /** Shows the problems. The content that the page put into the element stays or comes back, for people to read. */
  #fail(problems: readonly string[]): void {
    this.#endComparison()
    this.#removeFigure()
    this.#opened = undefined
    this.#slot.hidden = false
    this.#failure.hidden = false
    this.#failure.replaceChildren(
      html('p', {}, 'The playground cannot show this scenario.'),
      html('ul', { class: 'problems' }, ...problems.slice(0, 8).map((problem) => html('li', {}, problem))),
    )
    this.#tell('authz-outcome', { state: 'not-loaded', sentence: problems.join(' ') } satisfies OutcomeDetail)
  }

  get #home(): string | undefined {
    const written = this.getAttribute('home') ?? AuthzPlayground.home
    return written !== undefined && URL.canParse(written, document.baseURI)
      ? new URL(written, document.baseURI).href
      : undefined
  }

  readonly #actions: Actions = {
    scrub: (position) => this.#move((player, steps) => scrubbed(player, position, steps)),
    play: () => this.play(),
    pause: () => this.pause(),
    edit: (source, text) => this.#edit(source, text),
    permalink: () => this.#permalink(),
  }

  #move(change: (player: PlayerState, steps: readonly Step[]) => PlayerState): void {
    if (this.#view === undefined) return
    const before = this.#view.player
    const player = change(before, this.#view.answer.trace?.steps ?? [])
    if (player === before) return
    this.#view = { ...this.#view, player }
    this.#render()
  }

  /** Renders the view, and sets the timer for the next phase. */
  #render(): void {
    const now = this.#now()
    if (now === undefined) return
    if (this.#figure === undefined) {
      this.#figure = figure(this.#actions)
      this.#listen(this.#figure.root)
      this.shadowRoot?.append(this.#figure.root)
    }
    this.#figure.update(now)
    const { player, answer, story } = now
    const steps = answer.trace?.steps ?? []
    if (player.moved && player.phase === 'done') this.#tellStep(now)
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
      settings: this.#settings,
      home: this.#home,
      player,
      lit: highlightsFor(place, answer),
      noted: place?.kind === 'node' ? place.node : undefined,
      phaseTime:
        story === undefined ? 0 : phaseTime(story, chart, player, { speed: 1, reducedMotion: wantsLessMotion() }),
    }
  }

  #reported: string | undefined

  #tellStep(view: View): void {
    const detail = stepDetail(view)
    const what = `${this.#asked} ${detail?.position}`
    if (detail === undefined || what === this.#reported) return
    this.#reported = what
    this.#tell('authz-step', detail)
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  #edit(source: string, text: string): void {
    if (this.#opened === undefined || this.#view === undefined) return
    const { scenario } = this.#opened
    const edited =
      source === 'request' ? { ...scenario, request: { ...scenario.request, text } } : { ...scenario, [source]: text }
    this.#opened = { ...this.#opened, scenario: edited, edited: true }
    this.#view = { ...this.#view, texts: answerTexts(edited), busy: true, pinned: undefined }
    this.#pointed = undefined
    this.#render()
    void this.#decide()
  }

  async #permalink(): Promise<string | undefined> {
    if (this.#home === undefined || this.#opened === undefined) return undefined
    const { document: opened, source, scenario, edited } = this.#opened
    const { design } = this.#settings
    if (source.kind === 'link' && !edited && design === undefined) return this.#home + source.hash
    const { linkHash } = await import('./loading/link-write.ts')
    const shown = { ...scenario, ...(design !== undefined && { design }) }
    return this.#home + linkHash({ document: { ...opened, scenario: shown, ...(edited && { expect: [] }) } })
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
    const action = actionOf(event, (selector) => target.closest(selector) !== null)
    if (action === undefined) return
    event.preventDefault()
    const { position, playing } = this.#view.player
    switch (action) {
      case 'play':
        return playing ? this.pause() : this.play()
      case 'back':
        return this.#actions.scrub(position - 1)
      case 'forward':
        return this.#actions.scrub(position + 1)
      case 'first':
        return this.#actions.scrub(0)
      case 'last':
        return this.#actions.scrub(Number.POSITIVE_INFINITY)
      case 'fit':
        return this.#figure?.setWhole('other')
      case 'larger':
        return this.#figure?.setWhole(false)
      case 'smaller':
        return this.#figure?.setWhole(true)
    }
  }
}

function wantsLessMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Shows a view of the comparison. Each kind is a chunk of its own. */
async function showCompared(
  subject: Exclude<Subject, { kind: 'run' }>,
  surroundings: Surroundings,
): Promise<Compared | undefined> {
  switch (subject.kind) {
    case 'designs':
      return (await import('./compared/designs.ts')).comparedDesigns(subject, surroundings)
    case 'intent':
      return (await import('./compared/intent.ts')).comparedIntent(subject, surroundings)
    case 'argument':
      return (await import('./compared/argument.ts')).comparedArgument(subject, surroundings)
  }
}
