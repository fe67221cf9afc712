import type { Scenario } from '@authz-playground/engine'
import type { HandIn, Lesson } from '@authz-playground/engine/course'
import type { StoreApi } from 'zustand/vanilla'
import { createStore } from 'zustand/vanilla'
import { edited } from '../edited.ts'
import { type History, NO_HISTORY } from '../history.ts'
import type { LessonPlace, Session } from '../session.ts'
import type { PlaygroundState } from '../store.ts'
import { isSamePlace, keptCourse, keyOf, lessonOf, type OpenCourse, placeOf, titleIn } from './course-place.ts'
import { ownScenario } from './peeks.ts'
import { asksFirst, letGoToAnswer } from './prediction.ts'
import {
  type Deed,
  handInOf,
  type LessonRecord,
  type LessonRecords,
  merged,
  recordAfter,
  scenarioOf,
  workIn,
} from './records.ts'
import type { Shelf } from './shelf.ts'

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
  readonly shelf: Shelf
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

/** The example id of a scenario that does not come from an example. */
const NO_EXAMPLE = 'own'

/**
 * Makes the store of courses. Edits of a lesson’s scenario on the page are the work of that lesson, and are kept after a
 * pause; its functions change everything else.
 */
export function createCourses(world: CoursesWorld) {
  const { playground, shelf } = world
  const store = createStore<CourseState>()(() => NOTHING)
  const { getState: get, setState: set } = store
  /** The records of courses that were open on this page, for where the browser keeps none. */
  const remembered = new Map<string, LessonRecords>()
  /** The lessons that were on this page, as they were left. */
  const left = new Map<string, { readonly scenario: Session['scenario']; readonly history: History }>()
  let outside: { readonly session: Session; readonly history: History } | undefined
  /** The work that waits to be kept. */
  let unsaved: { readonly place: LessonPlace; readonly scenario: Scenario } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let entering = false
  let opened = 0
  let hasRefused = false

  function refuse(): void {
    if (!hasRefused) world.refused()
    hasRefused = true
  }

  function recordsOf(course: string): Promise<LessonRecords> {
    return shelf.records(course).catch(() => {
      refuse()
      return remembered.get(course) ?? NOTHING.records
    })
  }

  /** The lesson on the page; undefined where it shows something else, or its course is not open. */
  function lessonOnPage(): Lesson | undefined {
    const { lesson } = playground.getState()
    return lesson && lessonOf(get().open, lesson)
  }

  /** Changes records of the open course, here at once and then where they are kept. */
  function change(lesson: string, after: (before: LessonRecord | undefined) => LessonRecord | undefined): void {
    const { open, records } = get()
    if (open === undefined) return
    const next = new Map(records)
    const record = after(records.get(lesson))
    if (record === undefined) next.delete(lesson)
    else next.set(lesson, record)
    set({ records: next })
    remembered.set(open.course.id, next)
    shelf.change(open.course.id, lesson, after).catch(refuse)
  }

  function did(deed: Deed, lesson = playground.getState().lesson?.lesson): void {
    if (lesson !== undefined) change(lesson, (before) => recordAfter(before, deed, world.now()))
  }

  /** Keeps the work that waits to be kept. */
  function flush(): void {
    clearTimeout(timer)
    const lesson = unsaved && lessonOf(get().open, unsaved.place)
    if (unsaved && lesson) did({ did: 'work', work: workIn(lesson, ownScenario(unsaved.scenario)) }, lesson.id)
    unsaved = undefined
  }

  playground.subscribe(({ scenario, lesson }, before) => {
    if (scenario === before.scenario || entering || lesson === undefined || !isSamePlace(lesson, before.lesson)) return
    clearTimeout(timer)
    unsaved = { place: lesson, scenario }
    timer = setTimeout(flush, PAUSE)
    set({ earlier: undefined })
  })

  shelf.onChange((course) => {
    if (get().open?.course.id !== course) return
    shelf.records(course).then(
      (records) => {
        if (get().open?.course.id === course) set({ records })
      },
      () => undefined,
    )
  })

  /** Remembers what is on the page: the lesson with its history, or what is outside of courses. */
  function leavePage(): void {
    flush()
    const { lesson, scenario, history, exampleId, about, goals, borrowed } = playground.getState()
    if (lesson !== undefined) left.set(keyOf(lesson), { scenario: ownScenario(scenario), history })
    else if (get().open === undefined) {
      outside = { session: { scenario, exampleId, about, goals, borrowed }, history }
      world.keepOutside(outside.session)
    }
  }

  function enter(open: OpenCourse, lesson: Lesson): void {
    const record = get().records.get(lesson.id)
    const place = placeOf(open, lesson)
    const scenario = scenarioOf(lesson, record)
    const before = left.get(keyOf(place))
    const goesOn = before !== undefined && !edited(before.scenario, scenario)
    const about = { title: lesson.title, explanation: '', expect: [] }
    const session: Session = {
      scenario: goesOn ? before.scenario : scenario,
      exampleId: NO_EXAMPLE,
      about,
      lesson: place,
    }
    world.opening(titleIn(open.course, lesson))
    put(session, goesOn ? before.history : NO_HISTORY, asksFirst(lesson, record))
    set({ travelling: false, last: lesson.id, entered: get().entered + 1 })
  }

  /** Puts a session on the page, which is no edit of a lesson. */
  function put(session: Session, history: History, waiting = false): void {
    entering = true
    playground.getState().enter(session, history, waiting)
    entering = false
  }

  /** Goes to a lesson of the open course. Nothing happens where it has none of this id. */
  function go(id: string): void {
    const { open } = get()
    const lesson = open?.course.lessons.find((one) => one.id === id)
    if (open === undefined || lesson === undefined) return
    leavePage()
    set({ earlier: undefined })
    enter(open, lesson)
    shelf.keepCourse(keptCourse(open, id, world.now())).catch(refuse)
  }

  /**
   * Opens a course at a lesson: the wanted one, or else the one that was open last, or else the first that is not done.
   * Returns whether the wanted lesson exists, or none was wanted.
   */
  async function open(found: OpenCourse, wanted?: string): Promise<boolean> {
    const turn = ++opened
    const { id, lessons } = found.course
    const [records, kept] = await Promise.all([recordsOf(id), shelf.course(id).catch(() => undefined)])
    if (turn !== opened) return true
    leavePage()
    set({ ...NOTHING, open: found, records })
    const known = [wanted, kept?.last].find((one) => lessons.some((lesson) => lesson.id === one))
    const next = known ?? lessons.find((lesson) => !records.get(lesson.id)?.done)?.id ?? lessons[0]?.id
    if (next !== undefined) go(next)
    return wanted === undefined || next === wanted
  }

  /** Opens the course of the lesson that is on the page already, after a reload. What may be edited stays as it is. */
  async function resume(found: OpenCourse): Promise<boolean> {
    const place = playground.getState().lesson
    const lesson = place && lessonOf(found, place)
    if (lesson === undefined) return open(found)
    const turn = ++opened
    const records = await recordsOf(found.course.id)
    if (turn !== opened || !isSamePlace(playground.getState().lesson, place)) return true
    set({ ...NOTHING, open: found, last: lesson.id, records })
    const { scenario, playback } = playground.getState()
    const own = { ...lesson.start, ...workIn(lesson, scenario) }
    // The course is another edition, or the page showed the request of a goal.
    if (edited(scenario, own)) {
      const about = { title: lesson.title, explanation: '', expect: [] }
      const session: Session = { scenario: own, exampleId: NO_EXAMPLE, about, lesson: placeOf(found, lesson) }
      put(session, NO_HISTORY, playback.waiting)
    }
    return true
  }

  /** Leaves the course. Where a lesson is on the page, what was there before the course comes back. */
  function leave(): void {
    opened += 1
    const { lesson } = playground.getState()
    leavePage()
    set(NOTHING)
    if (lesson === undefined) return
    const { session, history } = outside ?? { session: world.outside(), history: NO_HISTORY }
    outside = undefined
    world.opening('The course is left')
    put(session, history)
  }

  /** Leaves the course where a session is what was on the page before it. Returns whether it is. */
  function leaveFor({ scenario }: Session): boolean {
    const is = playground.getState().lesson !== undefined && outside?.session.scenario === scenario
    if (is) leave()
    return is
  }

  /** Makes the guess about the lesson on the page, and lets its request go to the check that answers it. */
  function guess(say: string): void {
    const lesson = lessonOnPage()
    if (lesson === undefined) return
    did({ did: 'guess', say })
    const travelling = letGoToAnswer(lesson, playground, () => set({ travelling: false }))
    if (travelling) set({ travelling })
  }

  /** Lets the request go without a guess. */
  function skipQuestion(): void {
    did({ did: 'guess', say: '' })
    playground.getState().letGo(false)
  }

  /** Begins a lesson again, or all of them. {@link takeBack} brings the records back. */
  function startAgain(lessons: readonly string[], words: string): void {
    const { open } = get()
    if (open === undefined) return
    leavePage()
    const before = get().records
    for (const id of lessons) if (before.has(id)) change(id, () => undefined)
    const here = lessonOnPage()
    if (here !== undefined && lessons.includes(here.id)) enter(open, here)
    set({ earlier: { words, records: new Map(lessons.map((id) => [id, before.get(id)])) } })
  }

  /** Brings back the records from before they were changed together. */
  function takeBack(): void {
    const { open, earlier } = get()
    if (open === undefined || earlier === undefined) return
    for (const [id, record] of earlier.records) change(id, () => record)
    const here = lessonOnPage()
    if (here !== undefined && earlier.records.has(here.id)) enter(open, here)
    set({ earlier: undefined })
  }

  /** Merges what was done elsewhere into the open course; see {@link merged}. {@link takeBack} takes it out again. */
  function merge(handIn: HandIn, wordsOf: (lessons: number, unknown: number) => string): void {
    const { open } = get()
    if (open === undefined) return
    leavePage()
    const before = get().records
    const { changed, unknown } = merged(open.course, before, handIn, world.now())
    for (const [id, record] of changed) change(id, () => record)
    const here = lessonOnPage()
    if (here !== undefined && changed.has(here.id)) enter(open, here)
    const earlier = new Map([...changed.keys()].map((id) => [id, before.get(id)]))
    set({ earlier: { words: wordsOf(changed.size, unknown), records: earlier } })
  }

  /** What was done in the open course. */
  function handIn(): HandIn | undefined {
    flush()
    const { open, records } = get()
    return open && handInOf(open.course, records)
  }

  return {
    store,
    lessonOnPage,
    open,
    resume,
    go,
    leave,
    leaveFor,
    did,
    guess,
    skipQuestion,
    startAgain,
    takeBack,
    merge,
    handIn,
    flush,
  }
}
