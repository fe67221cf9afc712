import type { Scenario } from '@authz-playground/engine'
import type { HandIn, Lesson } from '@authz-playground/engine/documents'
import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { edited } from '../edited.ts'
import { type History, NO_HISTORY } from '../history.ts'
import { cameWith, type LessonPlace, NO_EXAMPLE, type Session, sessionOf } from '../session.ts'
import type { PlaygroundState } from '../store/state.ts'
import { isSamePlace, keptCourse, keyOf, lessonOf, type OpenCourse, placeOf, titleIn } from './course-place.ts'
import type { CourseStorage } from './course-storage.ts'
import { asksFirst, letGoToAnswer } from './prediction.ts'
import {
  handInOf,
  type LearnerAction,
  type LessonRecord,
  type LessonRecords,
  merged,
  recordAfter,
  scenarioOf,
  workIn,
} from './records.ts'

/** What a goal’s request replaced, by the text of that request. An edit of the request makes it the person’s own. */
const peeks = new WeakMap<Scenario['request'], Replaced>()

/** Records as they were before they were changed together, so that a person can have them back. */
export interface EarlierRecords {
  /** What was done, in a sentence. */
  readonly words: string
  /** Undefined: the lesson had none. */
  readonly records: ReadonlyMap<string, LessonRecord | undefined>
}

export interface CourseState {
  /** The course that is open. The page may show something else meanwhile: the lesson on it is in the playground’s state. */
  readonly open: OpenCourse | undefined
  /** The lesson that was on the page last. */
  readonly last: string | undefined
  /** Counts how often a lesson was put on the page: going to one, and beginning it again. */
  readonly entered: number
  readonly records: LessonRecords
  /** The guess was made, and the request is on its way to the check that answers the question. */
  readonly travelling: boolean
  readonly earlier: EarlierRecords | undefined
}

const NOTHING: CourseState = {
  open: undefined,
  last: undefined,
  entered: 0,
  records: new Map(),
  travelling: false,
  earlier: undefined,
}

/** What courses need of the page. */
export interface CoursesWorld {
  readonly playground: StoreApi<PlaygroundState>
  readonly storage: CourseStorage
  /** What the page shows when a course is left and nothing was before it. */
  outside(): Session
  /** Stores what was on the page before a course. */
  keepOutside(session: Session): void
  /** Called before a lesson, or what was before the course, is put on the page, with the words that announce it. */
  opening(words: string): void
  /** Called once, when the browser does not keep what is done in a course. */
  refused(): void
  /** Milliseconds since 1970. */
  now(): number
}

/** The pause after an edit before it is kept. Milliseconds. */
const PAUSE = 300

/**
 * The store of courses. Edits of a lesson’s scenario on the page are the work of that lesson, and are kept after a pause;
 * the methods change everything else.
 */
export class Courses {
  readonly store = createStore<CourseState>()(() => NOTHING)
  /** The records of courses that were open on this page, for where the browser keeps none. */
  readonly #remembered = new Map<string, LessonRecords>()
  /** The lessons that were on this page, as they were left. */
  readonly #left = new Map<string, { readonly scenario: Scenario; readonly history: History }>()
  #outside: { readonly session: Session; readonly history: History } | undefined
  /** The work that waits to be kept. */
  #unsaved: { readonly place: LessonPlace; readonly scenario: Scenario } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isEntering = false
  #timesOpened = 0
  #hasRefused = false
  /** Counts the changes of records on this page. */
  #changes = 0

  constructor(readonly world: CoursesWorld) {
    world.playground.subscribe((now, before) => this.#followPage(now, before))
    world.storage.onChange((course) => void this.#followStorage(course))
  }

  /** The lesson on the page; undefined where it shows something else, or its course is not open. */
  lessonOnPage(): Lesson | undefined {
    const { lesson } = this.#page()
    return lesson && lessonOf(this.#now().open, lesson)
  }

  /**
   * Opens a course at a lesson: the wanted one, or else the one that was open last, or else the first that is not done.
   * Returns whether the wanted lesson exists, or none was wanted.
   *
   * @param isCurrent whether nothing else has been asked for meanwhile: where it is not, nothing is opened
   */
  async open(found: OpenCourse, wanted?: string, isCurrent = (): boolean => true): Promise<boolean> {
    const turn = ++this.#timesOpened
    const { id, lessons } = found.course
    const reading = [this.#recordsOf(id), this.world.storage.course(id).catch(() => undefined)] as const
    const [records, kept] = await Promise.all(reading)
    if (turn !== this.#timesOpened || !isCurrent()) return true
    this.#leavePage()
    this.#set({ ...NOTHING, open: found, records })
    const known = [wanted, kept?.last].find((one) => lessons.some((lesson) => lesson.id === one))
    const next = known ?? lessons.find((lesson) => !records.get(lesson.id)?.done)?.id ?? lessons[0]?.id
    if (next !== undefined) this.go(next)
    return wanted === undefined || next === wanted
  }

  /**
   * Opens the course of the lesson that is on the page already, after a reload. What may be edited stays as it is. Nothing is opened
   * where the page shows something else than the lesson at this place by then.
   */
  async resume(found: OpenCourse, place: LessonPlace): Promise<boolean> {
    const isThere = (): boolean => isSamePlace(this.#page().lesson, place)
    if (!isThere()) return true
    const lesson = lessonOf(found, place)
    if (lesson === undefined) return this.open(found, undefined, isThere)
    const turn = ++this.#timesOpened
    const records = await this.#recordsOf(found.course.id)
    if (turn !== this.#timesOpened || !isThere()) return true
    this.#set({ ...NOTHING, open: found, last: lesson.id, records })
    const { scenario, playback } = this.#page()
    const own = { ...lesson.start, ...workIn(lesson, scenario) }
    // The course is another edition, or the page showed the request of a goal.
    if (edited(scenario, own)) this.#put(lessonSession(found, lesson, own), NO_HISTORY, playback.atStart)
    return true
  }

  /** Goes to a lesson of the open course. Nothing happens where it has none of this id. */
  go(id: string): void {
    const { open } = this.#now()
    const lesson = open?.course.lessons.find((one) => one.id === id)
    if (open === undefined || lesson === undefined) return
    this.#leavePage()
    this.#set({ earlier: undefined })
    this.#enter(open, lesson)
    this.world.storage.keepCourse(keptCourse(open, id, this.world.now())).catch(() => this.#refuse())
  }

  /** Leaves the course. Where a lesson is on the page, what was there before the course comes back. */
  leave(): void {
    this.#timesOpened += 1
    const { lesson } = this.#page()
    this.#leavePage()
    this.#set(NOTHING)
    if (lesson === undefined) return
    const { session, history } = this.#outside ?? { session: this.world.outside(), history: NO_HISTORY }
    this.#outside = undefined
    this.world.opening('The course is left')
    this.#put(session, history)
  }

  /** Leaves the course where a session is what was on the page before it. Returns whether it is. */
  leaveFor({ scenario }: Session): boolean {
    const is = this.#page().lesson !== undefined && this.#outside?.session.scenario === scenario
    if (is) this.leave()
    return is
  }

  did(action: LearnerAction, lesson = this.#page().lesson?.lesson): void {
    if (lesson !== undefined) this.#change(lesson, (before) => recordAfter(before, action, this.world.now()))
  }

  /** Makes the guess about the lesson on the page, and lets its request go to the check that answers it. */
  guess(say: string): void {
    const lesson = this.lessonOnPage()
    if (lesson === undefined) return
    this.did({ did: 'guess', say })
    const travelling = letGoToAnswer(lesson, this.world.playground, () => this.#set({ travelling: false }))
    if (travelling) this.#set({ travelling })
  }

  /** Lets the request go without a guess. */
  skipQuestion(): void {
    this.did({ did: 'guess', say: '' })
    this.#page().release(false)
  }

  /** Begins a lesson again, or all of them. {@link takeBack} brings the records back. */
  startAgain(lessons: readonly string[], words: string): void {
    const { open } = this.#now()
    if (open === undefined) return
    this.#leavePage()
    this.#replace(open, new Map(lessons.map((id) => [id, undefined])), words)
  }

  /** Merges what was done elsewhere into the open course; see {@link merged}. {@link takeBack} takes it out again. */
  merge(handIn: HandIn, wordsOf: (lessons: number, unknown: number) => string): void {
    const { open } = this.#now()
    if (open === undefined) return
    this.#leavePage()
    const { changed, unknown } = merged(open.course, this.#now().records, handIn, this.world.now())
    this.#replace(open, changed, wordsOf(changed.size, unknown))
  }

  /** Brings back the records from before they were changed together. */
  takeBack(): void {
    const { open, earlier } = this.#now()
    if (open === undefined || earlier === undefined) return
    this.#replace(open, earlier.records)
  }

  /** What was done in the open course. */
  handIn(): HandIn | undefined {
    this.flush()
    const { open, records } = this.#now()
    return open && handInOf(open.course, records)
  }

  /** Keeps the work that waits to be kept. */
  flush(): void {
    clearTimeout(this.#timer)
    const unsaved = this.#unsaved
    const lesson = unsaved && lessonOf(this.#now().open, unsaved.place)
    if (unsaved && lesson) this.did({ did: 'work', work: workIn(lesson, ownScenario(unsaved.scenario)) }, lesson.id)
    this.#unsaved = undefined
  }

  #now(): CourseState {
    return this.store.getState()
  }

  #set(change: Partial<CourseState>): void {
    this.store.setState(change)
  }

  #page(): PlaygroundState {
    return this.world.playground.getState()
  }

  #refuse(): void {
    if (!this.#hasRefused) this.world.refused()
    this.#hasRefused = true
  }

  #followPage({ scenario, lesson }: PlaygroundState, before: PlaygroundState): void {
    if (scenario === before.scenario || this.#isEntering) return
    if (lesson === undefined || !isSamePlace(lesson, before.lesson)) return
    clearTimeout(this.#timer)
    this.#unsaved = { place: lesson, scenario }
    this.#timer = setTimeout(() => this.flush(), PAUSE)
    this.#set({ earlier: undefined })
  }

  /** Reads the records of a course that another page changed: again where this page changed one meanwhile. */
  async #followStorage(course: string): Promise<void> {
    const changes = this.#changes
    const isOpen = () => this.#now().open?.course.id === course
    if (!isOpen()) return
    const records = await this.world.storage.records(course).catch(() => undefined)
    if (records === undefined || !isOpen()) return
    if (changes !== this.#changes) await this.#followStorage(course)
    else this.#set({ records })
  }

  #recordsOf(course: string): Promise<LessonRecords> {
    return this.world.storage.records(course).catch(() => {
      this.#refuse()
      return this.#remembered.get(course) ?? NOTHING.records
    })
  }

  /** Changes records of the open course, here at once and then where they are kept. */
  #change(lesson: string, after: (before: LessonRecord | undefined) => LessonRecord | undefined): void {
    const { open, records } = this.#now()
    if (open === undefined) return
    const next = new Map(records)
    const record = after(records.get(lesson))
    if (record === undefined) next.delete(lesson)
    else next.set(lesson, record)
    this.#changes += 1
    this.#set({ records: next })
    this.#remembered.set(open.course.id, next)
    this.world.storage.change(open.course.id, lesson, after).catch(() => this.#refuse())
  }

  /**
   * Changes several records, and puts the lesson on the page again where its record is one of them.
   *
   * @param words what was done, where it can be taken back
   */
  #replace(open: OpenCourse, records: EarlierRecords['records'], words?: string): void {
    const before = this.#now().records
    for (const [id, record] of records) if (record !== undefined || before.has(id)) this.#change(id, () => record)
    const here = this.lessonOnPage()
    if (here !== undefined && records.has(here.id)) this.#enter(open, here)
    const earlier = new Map([...records.keys()].map((id) => [id, before.get(id)]))
    this.#set({ earlier: words === undefined ? undefined : { words, records: earlier } })
  }

  /** Remembers what is on the page: the lesson with its history, or what is outside of courses. */
  #leavePage(): void {
    this.flush()
    const page = this.#page()
    const { lesson, scenario, history } = page
    if (lesson !== undefined) this.#left.set(keyOf(lesson), { scenario: ownScenario(scenario), history })
    else if (this.#now().open === undefined) {
      this.#outside = { session: sessionOf(page), history }
      this.world.keepOutside(this.#outside.session)
    }
  }

  #enter(open: OpenCourse, lesson: Lesson): void {
    const record = this.#now().records.get(lesson.id)
    const scenario = scenarioOf(lesson, record)
    const before = this.#left.get(keyOf(placeOf(open, lesson)))
    const goesOn = before !== undefined && !edited(before.scenario, scenario)
    this.world.opening(titleIn(open.course, lesson))
    const session = lessonSession(open, lesson, goesOn ? before.scenario : scenario)
    this.#put(session, goesOn ? before.history : NO_HISTORY, asksFirst(lesson, record))
    this.#set({ travelling: false, last: lesson.id, entered: this.#now().entered + 1 })
  }

  /** Puts a session on the page, which is not an edit of a lesson. */
  #put(session: Session, history: History, atStart = false): void {
    this.#isEntering = true
    this.#page().enter(session, history, atStart)
    this.#isEntering = false
  }
}

/** A lesson on the page, with what its learner made of it. */
function lessonSession(open: OpenCourse, lesson: Lesson, scenario: Scenario): Session {
  return {
    scenario,
    exampleId: NO_EXAMPLE,
    about: { title: lesson.title, explanation: '', expect: [] },
    came: cameWith('lesson', lesson.start),
    lesson: placeOf(open, lesson),
  }
}

/** The parts of a scenario that the request of a goal replaces while somebody looks at it. */
type Replaced = Pick<Scenario, 'request' | 'requestor' | 'design'> &
  Partial<Pick<Scenario, 'earlier' | 'later' | 'after'>>

/** A change that shows the request of a goal on its server. {@link ownScenario} knows what was before. */
export function peekAt(scenario: Scenario, goal: NonNullable<GoalRow['play']>): Partial<Scenario> {
  const { request, requestor, design, earlier = [], later = [], after = 0 } = ownScenario(scenario)
  const shown = { ...goal.request }
  peeks.set(shown, { request, requestor, design, earlier, later, after })
  return { earlier: [], after: 0, ...goal, later: [], request: shown }
}

/** Whether a scenario shows the request of a goal. */
export function isPeek({ request }: Pick<Scenario, 'request'>): boolean {
  return peeks.has(request)
}

/** A scenario with the person’s own request, also while it shows that of a goal. */
export function ownScenario(scenario: Scenario): Scenario {
  const own = peeks.get(scenario.request)
  return own === undefined ? scenario : { ...scenario, ...own }
}
