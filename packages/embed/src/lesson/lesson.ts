import type { Scenario } from '@authz-playground/engine'
import type { Course, Lesson } from '@authz-playground/engine/documents'
import type { GoalRow } from '@authz-playground/engine/internal/answers'
import type { PlayerState } from '@authz-playground/pictures'
import type { Where } from '../loading/fetch.ts'
import type { Given } from '../loading/source.ts'
import { Run, type RunHost, type Shown } from '../run.ts'
import { type ElementSettings, PANES, type Pane } from '../settings.ts'
import type { Subject } from '../subject.ts'
import { ChartPart } from '../view/chart.ts'
import { checks, stepList } from '../view/checks.ts'
import { html } from '../view/dom.ts'
import { type Figure, type FigurePane, figureOf } from '../view/figure.ts'
import { headline } from '../view/headline.ts'
import { player } from '../view/player.ts'
import type { Actions, EditedText, View, ViewPart } from '../view/view.ts'
import { clusterTexts, requestText } from '../view/view-texts.ts'
import { courseSource } from './course-source.ts'
import { goalList, goalsDetail } from './goal-list.ts'
import { heldBack } from './held.ts'
import { help } from './help.ts'
import { Judging } from './judging.ts'
import { lessonSheet, readText, shownText } from './lesson-texts.ts'
import { lessonIn, loadCourse } from './load-course.ts'
import { type PredictionPart, predictionPart } from './prediction.ts'

/**
 * A lesson of a course: its text, what the reader may edit, its goals as they are met, and the run of its scenario. Or the
 * problems of the course. Rejects only when it is aborted.
 */
export async function openLesson(
  { lesson: wanted }: Extract<Subject, { kind: 'lesson' }>,
  given: Given,
  where: Where,
  host: RunHost,
): Promise<Shown | { readonly problems: readonly string[] }> {
  const named = courseSource(given)
  if ('problem' in named) return { problems: [named.problem] }
  const loaded = await loadCourse(named.source, where)
  if ('problems' in loaded) return loaded
  const found = lessonIn(loaded.course, wanted ?? named.lesson)
  if ('problem' in found) return { problems: [found.problem] }
  const { course, hash } = loaded
  const { lesson } = found
  const permalink = async (): Promise<string | undefined> => {
    const home = host.home()
    return home === undefined ? undefined : home + (await hash(lesson.id))
  }
  return LessonRun.open(course, lesson, permalink, host)
}

const NONE: ReadonlySet<EditedText> = new Set()
const TEXTS = ['request', 'policy'] as const
/** The panes that every lesson shows, and those that tell the answer to its question. */
const OWN: ReadonlySet<string> = new Set(['lesson', 'goals', 'predict'])
const TELLING: ReadonlySet<string> = new Set(['answer', 'checks'])

function fixed(root: HTMLElement): ViewPart {
  return { root, update: () => undefined }
}

/** A lesson in an element. */
class LessonRun implements Shown {
  readonly #course: Course
  readonly #lesson: Lesson
  readonly #host: RunHost
  readonly #judging: Judging
  readonly #goals
  readonly #help
  readonly #edits: ReadonlySet<EditedText>
  readonly #again = html('button', { type: 'button', class: 'quiet text', part: 'button', hidden: true }, 'Start again')
  /** A hint would tell the answer to the question. */
  readonly #buttons = html('div', { class: 'buttons', hidden: true })
  readonly #done = html('div', { class: 'done', part: 'done', role: 'status', hidden: true })
  #prediction: PredictionPart | undefined
  /** What the question holds back. */
  #held: View['held']
  /** The step that answers the question. */
  #until = Number.POSITIVE_INFINITY
  #rows: readonly GoalRow[] | undefined
  #run: Run | undefined
  #mounted = false

  private constructor(course: Course, lesson: Lesson, host: RunHost) {
    this.#course = course
    this.#lesson = lesson
    this.#host = { ...host, settings: () => this.#settingsOf(host.settings()) }
    this.#edits = new Set(lesson.edit === 'both' ? TEXTS : [lesson.edit])
    this.#judging = new Judging(lesson)
    this.#goals = goalList(lesson.goals)
    this.#help = help(lesson, this.#judging, () => this.#scenario, host.home())
    this.#again.addEventListener('click', () => this.#startAgain())
  }

  static async open(
    course: Course,
    lesson: Lesson,
    permalink: () => Promise<string | undefined>,
    host: RunHost,
  ): Promise<Shown | { readonly problems: readonly string[] }> {
    const shown = new LessonRun(course, lesson, host)
    const home = host.home()
    const text = shownText(await readText(lesson.text), '', home)
    if (lesson.done !== '') shown.#done.append(shownText(await readText(lesson.done), '', home))
    if (lesson.predict !== undefined) {
      shown.#prediction = await predictionPart(lesson.predict, home, () => shown.#predicted())
      shown.#held = 'request'
    }
    const run = await Run.open(
      { title: lesson.title, explanation: '', scenario: lesson.start, expect: [] },
      shown.#host,
      {
        figure: (actions) => shown.#figure(actions, text),
        edits: () => (shown.#held === undefined ? shown.#edits : NONE),
        hidden: () => shown.#held,
        // The goals are those of the lesson’s own design.
        design: () => undefined,
        unfolded: true,
        permalink,
        decided: ({ trace }) => {
          const verb = lesson.predict?.until
          const at = trace?.steps.findIndex(({ check }) => check !== undefined && check.attributes.verb === verb) ?? -1
          if (at !== -1) shown.#until = at
          // There is nothing to wait for in a request that is not understood.
          if (trace === undefined) shown.#tell()
          void shown.#judge()
        },
        shown: (view) => (view.held === 'request' ? heldBack(view) : view),
        moved: (player) => shown.#arrive(player),
      },
    )
    if ('problems' in run) return run
    shown.#run = run
    return shown
  }

  get root(): HTMLElement {
    return this.run.root
  }

  get run(): Run {
    if (this.#run === undefined) throw new Error('the lesson is not open yet')
    return this.#run
  }

  readonly sheet = lessonSheet()

  mounted(): void {
    this.#mounted = true
    this.run.mounted()
    this.#show()
  }

  update(): void {
    this.run.update()
  }

  end(): void {
    this.run.end()
  }

  #settings: { readonly from: ElementSettings; readonly own: ElementSettings } | undefined

  /** The settings of a lesson: its title is shown, too, unless `show` leaves it out, and what is edited is always there. */
  #settingsOf(from: ElementSettings): ElementSettings {
    if (this.#settings?.from !== from)
      this.#settings = {
        from,
        own: { ...from, panes: new Set([...(from.chosen ? from.panes : PANES), ...this.#edits]) },
      }
    return this.#settings.own
  }

  get #scenario(): Scenario {
    return this.#run?.state.scenario ?? this.#lesson.start
  }

  /** The parts of the lesson among those of the run: what is edited is beside its goals, and the question above the chart. */
  #figure(actions: Actions, text: HTMLElement): Figure {
    const drawn = new ChartPart()
    const editing: Actions = {
      ...actions,
      edit: (source, text) => {
        this.#goals.setOutdated(true)
        this.#again.hidden = false
        actions.edit(source, text)
      },
    }
    const texts = { request: requestText(editing), policy: clusterTexts(editing) }
    // The text that is edited comes after the one that is not, so that it is beside the goals.
    const order = TEXTS.toSorted((a, b) => Number(this.#edits.has(a)) - Number(this.#edits.has(b)))
    const figure = figureOf(
      [
        ['lesson', this.#lessonPart(text)],
        ...order.map((name): FigurePane => [name, texts[name]]),
        ['goals', fixed(this.#goalsPane())],
        ...(this.#prediction === undefined ? [] : [['predict', fixed(this.#prediction.root)] as const]),
        ['chart', drawn, player(actions), stepList()],
        ['answer', headline()],
        ['checks', checks(actions)],
      ],
      drawn,
      actions,
      (name, { settings, held }) =>
        OWN.has(name) || (settings.panes.has(name as Pane) && (held === undefined || !TELLING.has(name))),
    )
    figure.root.classList.add('of-lesson')
    figure.root.dataset.edits = this.#lesson.edit
    return figure
  }

  #lessonPart(text: HTMLElement): ViewPart {
    const title = html('p', { class: 'name', part: 'title' }, this.#lesson.title)
    return {
      root: html('div', { class: 'lesson', part: 'lesson' }, title, text),
      update: ({ settings }) => title.toggleAttribute('hidden', !settings.panes.has('title')),
    }
  }

  #goalsPane(): HTMLElement {
    const { button, list } = this.#help
    this.#buttons.append(button, this.#again)
    return html('div', { class: 'judged', part: 'goals' }, this.#goals.root, this.#buttons, list, this.#done)
  }

  /** The reader has answered the question: the request is released. */
  #predicted(): void {
    this.#held = 'answer'
    this.run.playFromStart()
  }

  /** Stops where the question is answered. Somebody who does not wait for it is told at once. */
  #arrive({ playing, position, phase }: PlayerState): void {
    if (this.#held !== 'answer') return
    if (playing && (position < this.#until || phase !== 'done')) return
    this.#tell()
    this.run.pause()
  }

  /** Tells everything that was held back. */
  #tell(): void {
    if (this.#held === undefined) return
    this.#held = undefined
    this.#prediction?.tell()
    this.#run?.tell()
    this.#show()
  }

  #startAgain(): void {
    const { policy, request } = this.#lesson.start
    this.run.replace({ policy, request })
    this.#again.hidden = true
  }

  async #judge(): Promise<void> {
    let isFirst = true
    const report = (rows: readonly GoalRow[]): void => {
      this.#rows = rows
      this.#show(isFirst)
      isFirst = false
    }
    if (!(await this.#judging.judge(this.#scenario, report))) this.#goals.sayNotJudged()
  }

  /** Shows the verdicts, unless they are held back, and tells the page of them. */
  #show(tells = true): void {
    const rows = this.#rows
    if (!this.#mounted || this.#held !== undefined || rows === undefined) return
    this.#goals.show(rows)
    this.#goals.setOutdated(false)
    this.#buttons.hidden = false
    const detail = goalsDetail(this.#course.id, this.#lesson.id, rows)
    this.#done.toggleAttribute('hidden', !detail.solved || this.#lesson.done === '')
    if (tells) this.#host.emit('authz-goals', detail)
  }
}
