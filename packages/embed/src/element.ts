import drawing from '@authz-playground/pictures/chart.css?inline'
import type { OutcomeDetail } from './events.ts'
import type { Given } from './loading/source.ts'
import type { Problems, RunHost, Shown } from './run.ts'
import { openScenario } from './scenario-run.ts'
import { ATTRIBUTES, type AttributeName, type ElementSettings, readElementSettings } from './settings.ts'
import chart from './style/chart.css?inline'
import figure from './style/figure.css?inline'
import texts from './style/texts.css?inline'
import tokens from './style/tokens.css?inline'
import { readSubject, type Subject } from './subject.ts'
import { html } from './view/dom.ts'

let sheet: CSSStyleSheet | undefined

/**
 * The style of every element on the page: one constructed sheet, made for the first element. It needs no `style-src`.
 */
function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync([tokens, figure, drawing, chart, texts].join('\n'))
  }
  return sheet
}

/** The distance from the visible part of the page at which an element begins to load. */
const NEARLY_SEEN = '200px'

/** The attributes that name what is shown; the design is a part of an intent. */
const OPENING: ReadonlySet<string> = new Set([
  'src',
  'link',
  'home',
  'design',
  'design-src',
  'compare',
  'intent',
  'argument',
  'course',
  'lesson',
] satisfies readonly AttributeName[])

/** A server that renders pages has no `HTMLElement`, and may import this module all the same. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

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
  #settings: ElementSettings = readElementSettings(() => null)
  #seen = false
  /** The key of what is wanted: of its subject and its source. */
  #wanted: string | undefined
  #shown: { readonly key: string; readonly it: Shown } | undefined
  #loading: AbortController | undefined
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
    matchMedia('print').addEventListener('change', () => this.#update(), { signal })
    if (this.#shown) this.#seen = true
  }

  disconnectedCallback(): void {
    this.#disconnected.abort()
    this.#loading?.abort()
    this.pause()
    this.#wanted = this.#shown?.key
    this.#seen = false
  }

  attributeChangedCallback(name: string): void {
    this.#settings = readElementSettings((name) => this.getAttribute(name))
    if (OPENING.has(name)) void this.#open()
    else this.#update()
  }

  /** Plays the request, from the start where it is at its end. */
  play(): void {
    this.#shown?.it.run?.play()
  }

  pause(): void {
    this.#shown?.it.run?.pause()
  }

  /** The index of the shown step, from 0; −1 while no step is shown. */
  get position(): number {
    return this.#shown?.it.run?.position ?? -1
  }

  set position(to: number) {
    const run = this.#shown?.it.run
    if (run) run.position = to
  }

  #update(): void {
    this.#shown?.it.update(this.#settings)
  }

  /** Loads what the element names, unless it is shown already. */
  async #open(): Promise<void> {
    if (!this.#seen || !this.isConnected) return
    const given = this.#given()
    const subject = readSubject({
      ...given,
      compare: this.getAttribute('compare'),
      intent: this.getAttribute('intent'),
      argument: this.getAttribute('argument'),
      lesson: this.getAttribute('lesson'),
      design: this.#settings.design,
    })
    if ('problem' in subject) return this.#fail([subject.problem])
    const { scripts, src, link, course } = given
    if (document.readyState === 'loading' && scripts.length === 0 && (src ?? link ?? course) === null) {
      // The parser may not have reached the end of the element, which may contain the scenario.
      document.addEventListener('DOMContentLoaded', () => void this.#open())
      return
    }
    const key = this.#keyOf(subject, given)
    if (key === this.#wanted) return this.#update()
    this.#wanted = key
    this.#loading?.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    const it = await this.#opened(subject, given, signal).catch((error: unknown) => {
      // An aborted request needs no report. Any other error is a defect of the element, and is reported as one.
      if (!signal.aborted) throw error
    })
    if (it === undefined || signal.aborted) return
    if ('problems' in it) this.#fail(it.problems, subject)
    else this.#show(key, it)
  }

  /** What is named by the page, inside of the element and by attributes. */
  #given(): Given {
    return {
      scripts: [...this.querySelectorAll('script[type="application/yaml"]')].map(
        ({ textContent }) => textContent ?? '',
      ),
      src: this.getAttribute('src'),
      link: this.getAttribute('link'),
      designSrc: this.getAttribute('design-src'),
      course: this.getAttribute('course'),
    }
  }

  /** A key that is equal for what is the same. Not JSON, because a page may have changed `toJSON` of its objects. */
  #keyOf(subject: Subject, { scripts, src, link, designSrc, course }: Given): string {
    const isCompared = subject.kind !== 'run' && subject.kind !== 'lesson'
    const compared = isCompared ? ['compare', 'intent', 'argument', 'design'] : ['lesson']
    // A text inside, and a file by its address, are the same wherever the playground is.
    const isAnywhere = !isCompared && scripts.length + (src ?? '').length > 0
    const named = compared.map((name) => this.getAttribute(name))
    return [subject.kind, ...named, course, src, link, designSrc, isAnywhere || this.#home, ...scripts].join('\n')
  }

  async #opened(subject: Subject, given: Given, signal: AbortSignal): Promise<Shown | Problems | undefined> {
    const where = { base: document.baseURI, home: this.#home, signal }
    switch (subject.kind) {
      case 'run':
        return openScenario(given, where, this.#host)
      case 'lesson':
        return (await import('./lesson/lesson.ts')).openLesson(subject, given, where, this.#host)
      default:
        return (await import('./compared/open.ts')).openComparison(subject, given, where, this.#host)
    }
  }

  readonly #host: RunHost = {
    settings: () => this.#settings,
    home: () => this.#home,
    emit: (name, detail) => this.#emit(name, detail),
    fail: (problems) => this.#fail(problems),
  }

  #show(key: string, it: Shown): void {
    const root = this.shadowRoot
    if (root === null) return
    this.#remove()
    if (it.sheet && !root.adoptedStyleSheets.includes(it.sheet)) root.adoptedStyleSheets.push(it.sheet)
    this.#shown = { key, it }
    root.append(it.root)
    this.#failure.hidden = true
    this.#slot.hidden = true
    it.mounted()
  }

  #remove(): void {
    this.#shown?.it.end()
    this.#shown?.it.root.remove()
    this.#shown = undefined
  }

  /** Shows the problems. The content that the page put into the element stays or comes back, for people to read. */
  #fail(problems: readonly string[], subject?: Subject): void {
    this.#loading?.abort()
    this.#remove()
    this.#wanted = undefined
    this.#slot.hidden = false
    this.#failure.hidden = false
    const what = subject?.kind === 'lesson' ? 'lesson' : 'scenario'
    this.#failure.replaceChildren(
      html('p', {}, `The playground cannot show this ${what}.`),
      html('ul', { class: 'problems' }, ...problems.slice(0, 8).map((problem) => html('li', {}, problem))),
    )
    this.#emit('authz-outcome', { state: 'not-loaded', sentence: problems.join(' ') } satisfies OutcomeDetail)
  }

  get #home(): string | undefined {
    const written = this.getAttribute('home') ?? AuthzPlayground.home
    return written !== undefined && URL.canParse(written, document.baseURI)
      ? new URL(written, document.baseURI).href
      : undefined
  }

  #emit(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}
