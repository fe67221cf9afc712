import { createStore } from 'zustand/vanilla'
import {
  type AuthoredCourse,
  type AuthoredLesson,
  beyondLength,
  type LessonPreview,
  type WorkerApi,
} from '../../worker/index.ts'
import type { Texts } from './texts.ts'

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

/** What the reader asks. */
type Asked = Pick<WorkerApi, 'readAuthored' | 'checkAuthored' | 'playAuthored' | 'previewAuthored'>

/** Results of lessons that nobody looks at are shown together after so many milliseconds. */
const TOGETHER = 200

/** A worker that was restarted has forgotten the text; it is read again so many times. */
const MOST_LOST = 3

/**
 * Reads and judges what an author writes, the newest text only: the lesson that the author looks at first, the others in turns.
 *
 * @param examples gives the ids of the gallery. Never rejects.
 */
export function createReader(api: () => Asked, examples: () => Promise<readonly string[]>) {
  const store = createStore<ReadingState>()(() => ({
    texts: undefined,
    course: undefined,
    lessons: [],
    selected: 0,
    preview: undefined,
  }))
  const { getState: get, setState: set } = store
  let revision = 0
  let pending: Texts | undefined
  let asking = false
  let lost = 0
  /** Results that are not shown yet, by the place of their lesson. */
  const found = new Map<number, Partial<AuthoredLesson>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function readNewest(): Promise<void> {
    if (asking) return
    while (pending !== undefined) {
      const texts = pending
      pending = undefined
      asking = true
      const mine = ++revision
      // A text beyond the limits is not even posted, which takes time at each keystroke.
      const course =
        beyondLength(texts.course, texts.plays, mine) ??
        (await examples()
          .then((ids) => api().readAuthored(texts.course, texts.plays, mine, ids))
          .catch(() => undefined))
      asking = false
      // When the worker has ended, the page says so.
      if (course === undefined) continue
      forget()
      set({ texts, course, lessons: merged(course, get().lessons) })
      if (pending === undefined) void judge(mine)
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

  const isNewest = (mine: number): boolean => mine === revision && pending === undefined

  async function judge(mine: number): Promise<void> {
    await preview(mine)
    const waiting = new Set(get().lessons.keys())
    while (waiting.size > 0) {
      const { selected } = get()
      const index = selected !== undefined && waiting.has(selected) ? selected : Math.min(...waiting)
      waiting.delete(index)
      if (!(await judgeOne(mine, index))) return
    }
    for (const index of get().lessons.keys()) if (!(await playOne(mine, index))) return
    show()
  }

  /** Returns whether the text is still the newest. */
  async function judgeOne(mine: number, index: number): Promise<boolean> {
    const lesson = get().course?.lessons[index]
    if (lesson?.understood && lesson.row === undefined) {
      const row = await api()
        .checkAuthored(mine, index)
        .catch(() => undefined)
      if (!isNewest(mine)) return false
      if (row === undefined) return readAgain()
      take(index, { row })
    }
    return get().selected !== index || playOne(mine, index)
  }

  async function playOne(mine: number, index: number): Promise<boolean> {
    const lesson = get().course?.lessons[index]
    const isPlayed = lesson?.plays !== undefined || found.get(index)?.plays !== undefined
    if (lesson?.understood && lesson.playCount > 0 && !isPlayed && !played.has(`${mine} ${index}`)) {
      const plays = await api()
        .playAuthored(mine, index)
        .catch(() => undefined)
      if (!isNewest(mine)) return false
      if (plays === undefined) return readAgain()
      played.add(`${mine} ${index}`)
      take(index, { plays })
    }
    return true
  }

  /** The lessons that were played since the text was read. */
  const played = new Set<string>()

  function readAgain(): false {
    if (lost < MOST_LOST) {
      lost += 1
      pending ??= get().texts
      void readNewest()
    }
    return false
  }

  function take(index: number, results: Partial<AuthoredLesson>): void {
    found.set(index, { ...found.get(index), ...results })
    if (index === get().selected) {
      show()
      void preview(revision)
    } else timer ??= setTimeout(show, TOGETHER)
  }

  /** Shows the results that were found. */
  function show(): void {
    clearTimeout(timer)
    timer = undefined
    if (found.size === 0) return
    const lessons = get().lessons.map((lesson, index) => {
      const results = found.get(index)
      return results === undefined ? lesson : { ...lesson, ...results, ...(results.row && { stale: false }) }
    })
    found.clear()
    set({ lessons })
  }

  function forget(): void {
    clearTimeout(timer)
    timer = undefined
    found.clear()
    played.clear()
  }

  async function preview(mine: number): Promise<void> {
    const { selected } = get()
    if (selected === undefined) return
    const view = await api()
      .previewAuthored(mine, selected)
      .catch(() => undefined)
    if (view !== undefined && mine === revision && get().selected === selected) set({ preview: view })
  }

  return {
    store,

    /** Reads texts, unless newer ones come before their turn. */
    read(texts: Texts): void {
      pending = texts
      lost = 0
      void readNewest()
    },

    /** Looks at a lesson, or above the first one. */
    select(selected: number | undefined): void {
      if (selected === get().selected) return
      // The preview before stays until the next one is there, unless there will be none.
      const understood = selected !== undefined && get().lessons[selected]?.understood === true
      set({ selected, ...(!understood && { preview: undefined }) })
      if (isNewest(revision)) void preview(revision)
    },
  }
}
