import type { Diagnostic } from '@authz-playground/engine'
import { createStore } from 'zustand/vanilla'
import {
  type AuthoredCourse,
  type AuthoredLesson,
  beyondLength,
  type LessonPreview,
  type WorkerApi,
} from '../../worker/index.ts'
import type { Texts } from './text-history.ts'

/** What the worker found in the texts of an author. */
export interface ReadingState {
  /** The texts that were read. Newer ones may be on their way. */
  readonly texts: Texts | undefined
  readonly course: AuthoredCourse | undefined
  readonly lessons: readonly ShownLesson[]
  /** The lesson that the author looks at, from 0; undefined above the first one. */
  readonly selected: number | undefined
  /** That lesson as its learners see it. */
  readonly preview: LessonPreview | undefined
}

/** A lesson with what is known of it. */
export interface ShownLesson extends AuthoredLesson {
  /** What is known is of the lesson before its last change. */
  readonly stale: boolean
}

/** The part of the worker that the reader asks. */
type Asked = Pick<WorkerApi, 'readAuthored' | 'checkAuthored' | 'playAuthored' | 'previewAuthored'>

/** Results of lessons that nobody looks at are shown together after so many milliseconds. */
const TOGETHER = 200

/** A worker that was restarted has forgotten the text; it is read again so many times. */
const MOST_LOST = 3

/** Reads and judges what an author writes, the newest text only: the lesson that the author looks at first, the others in turns. */
export class CourseReader {
  readonly store = createStore<ReadingState>()(() => ({
    texts: undefined,
    course: undefined,
    lessons: [],
    selected: 0,
    preview: undefined,
  }))
  #revision = 0
  #pending: Texts | undefined
  #isAsking = false
  #timesLost = 0
  /** Results that are not shown yet, by the place of their lesson. */
  readonly #found = new Map<number, Partial<AuthoredLesson>>()
  /** The lessons that were played since the text was read. */
  readonly #played = new Set<number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * @param api gives the worker that runs now
   * @param examples gives the ids of the gallery. Never rejects.
   */
  constructor(
    readonly api: () => Asked,
    readonly examples: () => Promise<readonly string[]>,
  ) {}

  /** Reads texts, unless newer ones come before their turn. */
  read(texts: Texts): void {
    this.#pending = texts
    this.#timesLost = 0
    void this.#readNewest()
  }

  /** Looks at a lesson, or above the first one. */
  select(selected: number | undefined): void {
    const now = this.store.getState()
    if (selected === now.selected) return
    // The preview before stays until the next one is there, unless there will be none.
    const understood = selected !== undefined && now.lessons[selected]?.understood === true
    this.store.setState({ selected, ...(!understood && { preview: undefined }) })
    if (this.#isNewest(this.#revision)) void this.#preview(this.#revision)
  }

  async #readNewest(): Promise<void> {
    if (this.#isAsking) return
    while (this.#pending !== undefined) {
      const texts = this.#pending
      this.#pending = undefined
      this.#isAsking = true
      const revision = ++this.#revision
      // A text beyond the limits is not even posted, which takes time at each keystroke.
      const course =
        beyondLength(texts.course, texts.plays, revision) ??
        (await this.examples()
          .then((ids) => this.api().readAuthored(texts.course, texts.plays, revision, ids))
          .catch(() => undefined))
      this.#isAsking = false
      // When the worker has ended, the page says so.
      if (course === undefined) continue
      this.#forget()
      this.store.setState({ texts, course, lessons: merged(course, this.store.getState().lessons) })
      if (this.#pending === undefined) void this.#judge(revision)
    }
  }

  #isNewest(revision: number): boolean {
    return revision === this.#revision && this.#pending === undefined
  }

  async #judge(revision: number): Promise<void> {
    await this.#preview(revision)
    const waiting = new Set(this.store.getState().lessons.keys())
    while (waiting.size > 0) {
      const { selected } = this.store.getState()
      const index = selected !== undefined && waiting.has(selected) ? selected : Math.min(...waiting)
      waiting.delete(index)
      if (!(await this.#judgeOne(revision, index))) return
    }
    for (const index of this.store.getState().lessons.keys()) if (!(await this.#playOne(revision, index))) return
    this.#show()
  }

  /** Returns whether the text is still the newest. */
  async #judgeOne(revision: number, index: number): Promise<boolean> {
    const lesson = this.store.getState().course?.lessons[index]
    if (lesson?.understood && lesson.row === undefined) {
      const row = await this.api()
        .checkAuthored(revision, index)
        .catch(() => undefined)
      if (!this.#isNewest(revision)) return false
      if (row === undefined) return this.#readAgain()
      this.#keep(index, { row })
    }
    return this.store.getState().selected !== index || this.#playOne(revision, index)
  }

  /** Returns whether the text is still the newest. */
  async #playOne(revision: number, index: number): Promise<boolean> {
    const lesson = this.store.getState().course?.lessons[index]
    if (lesson?.understood && lesson.playCount > 0 && lesson.plays === undefined && !this.#played.has(index)) {
      const plays = await this.api()
        .playAuthored(revision, index)
        .catch(() => undefined)
      if (!this.#isNewest(revision)) return false
      if (plays === undefined) return this.#readAgain()
      this.#played.add(index)
      this.#keep(index, { plays })
    }
    return true
  }

  #readAgain(): false {
    if (this.#timesLost < MOST_LOST) {
      this.#timesLost += 1
      this.#pending ??= this.store.getState().texts
      void this.#readNewest()
    }
    return false
  }

  #keep(index: number, results: Partial<AuthoredLesson>): void {
    this.#found.set(index, { ...this.#found.get(index), ...results })
    if (index === this.store.getState().selected) {
      this.#show()
      void this.#preview(this.#revision)
    } else this.#timer ??= setTimeout(() => this.#show(), TOGETHER)
  }

  /** Shows the results that were found. */
  #show(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#found.size === 0) return
    const lessons = this.store.getState().lessons.map((lesson, index) => {
      const results = this.#found.get(index)
      return results === undefined ? lesson : { ...lesson, ...results, ...(results.row && { stale: false }) }
    })
    this.#found.clear()
    this.store.setState({ lessons })
  }

  #forget(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#found.clear()
    this.#played.clear()
  }

  async #preview(revision: number): Promise<void> {
    const { selected } = this.store.getState()
    if (selected === undefined) return
    const view = await this.api()
      .previewAuthored(revision, selected)
      .catch(() => undefined)
    if (view !== undefined && revision === this.#revision && this.store.getState().selected === selected)
      this.store.setState({ preview: view })
  }
}

/** The lessons of a course. Of those that were not judged yet the results from before stay, while they may be alike. */
function merged(course: AuthoredCourse, before: readonly ShownLesson[]): readonly ShownLesson[] {
  const known = new Map(before.map((lesson) => [lesson.id, lesson]))
  return course.lessons.map((lesson) => {
    const old = known.get(lesson.id)
    const row = lesson.row ?? old?.row
    const plays = lesson.plays ?? (lesson.playCount > 0 ? old?.plays : undefined)
    return { ...lesson, ...(row && { row }), ...(plays && { plays }), stale: lesson.row === undefined }
  })
}

/** What is missing until a course is finished. */
export interface Missing {
  /** What is to be mended, in the order of the text. */
  readonly errors: readonly Diagnostic[]
  /** Beside those of `errors`. */
  readonly more: number
  readonly warnings: readonly Diagnostic[]
  /** The lessons that are not judged yet. */
  readonly waiting: number
  readonly lessons: number
}

/** What is missing in the course that was read last. Undefined where none was read. */
export function missingIn({ course, lessons }: Pick<ReadingState, 'course' | 'lessons'>): Missing | undefined {
  if (course === undefined) return undefined
  const judged = lessons.flatMap(({ understood, row }) => (understood && row ? row.problems : []))
  const all = [...course.problems.shown, ...judged].toSorted((a, b) => a.range.start - b.range.start)
  const errors = all.filter(({ severity }) => severity === 'error')
  return {
    errors,
    more: course.problems.total - course.problems.shown.length,
    warnings: all.filter(({ severity }) => severity !== 'error'),
    waiting: lessons.filter(({ understood, stale }) => understood && stale).length,
    lessons: lessons.length,
  }
}
