import { databaseStore, done, otherPages, resultOf } from '../database.ts'
import { isBoolean, isRecord, isString, isStrings, oneOf, optional } from '../guards.ts'
import { isWork } from '../kept.ts'
import type { LessonRecord, LessonRecords } from './records.ts'

/** Where a course comes from: with the page, from a file beside the site, from a person’s file, or from a link. */
export type CourseOrigin = 'built-in' | 'beside' | 'file' | 'link'

const ORIGINS: readonly CourseOrigin[] = ['built-in', 'beside', 'file', 'link']

/** A course that was opened in this browser. */
export interface KeptCourse {
  readonly id: string
  readonly title: string
  readonly audience: string
  readonly minutes?: number
  /** The ids of its lessons. */
  readonly lessons: readonly string[]
  readonly origin: CourseOrigin
  /** See `LessonPlace`. */
  readonly address: string
  /** Absent for those that come with the page. */
  readonly text?: string
  /** The lesson that was open last. */
  readonly last?: string
  /** When it was opened last. Milliseconds since 1970. */
  readonly at: number
}

/** Where courses and what was done in them are kept. Each function rejects where the browser refuses. */
export interface CourseStorage {
  /** The one that was opened last is first. */
  courses(): Promise<readonly KeptCourse[]>
  course(id: string): Promise<KeptCourse | undefined>
  keepCourse(course: KeptCourse): Promise<void>
  /** Removes a course, and all that was done in it. */
  removeCourse(id: string): Promise<void>
  records(course: string): Promise<LessonRecords>
  /** Changes the record of a lesson, and no other: from the one that is there now. Undefined removes it. */
  change(
    course: string,
    lesson: string,
    change: (before: LessonRecord | undefined) => LessonRecord | undefined,
  ): Promise<LessonRecord | undefined>
  /** Calls the listener when another page changes a course, until the returned function is called. */
  onChange(listener: (course: string) => void): () => void
}

const DATABASE = 'authz-playground-courses'
const STORE = 'courses'

const courseKey = (id: string): string => `course/${id}`
const lessonKey = (course: string, lesson: string): string => `lesson/${course}/${lesson}`

/** The storage in a database of this browser, which all its pages share. */
export function databaseStorage(): CourseStorage {
  const database = databaseStore(DATABASE, STORE)
  const pages = otherPages(DATABASE)

  return {
    async courses() {
      const all = await database('readonly', (store) => resultOf(store.getAll(below('course/'))))
      return all.filter(isKeptCourse).sort((a, b) => b.at - a.at)
    },
    async course(id) {
      const found: unknown = await database('readonly', (store) => resultOf(store.get(courseKey(id))))
      return isKeptCourse(found) ? found : undefined
    },
    async keepCourse(course) {
      await database('readwrite', (store) => done(store, () => store.put(course, courseKey(course.id))))
      pages.tell(course.id)
    },
    async removeCourse(id) {
      await database('readwrite', (store) =>
        done(store, () => {
          store.delete(courseKey(id))
          store.delete(below(lessonKey(id, '')))
        }),
      )
      pages.tell(id)
    },
    async records(course) {
      const prefix = lessonKey(course, '')
      const [keys, values] = await database('readonly', (store) =>
        Promise.all([resultOf(store.getAllKeys(below(prefix))), resultOf(store.getAll(below(prefix)))]),
      )
      return new Map(
        keys.flatMap((key, at): readonly (readonly [string, LessonRecord])[] => {
          const value: unknown = values[at]
          return isLessonRecord(value) ? [[String(key).slice(prefix.length), value]] : []
        }),
      )
    },
    async change(course, lesson, change) {
      const key = lessonKey(course, lesson)
      let after: LessonRecord | undefined
      await database('readwrite', (store) =>
        done(store, () => {
          const read = store.get(key)
          read.onsuccess = () => {
            const before: unknown = read.result
            after = change(isLessonRecord(before) ? before : undefined)
            if (after === undefined) store.delete(key)
            else store.put(after, key)
          }
        }),
      )
      pages.tell(course)
      return after
    },
    onChange: pages.listen,
  }
}

/** All keys that begin with a prefix. */
function below(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}

function isKeptCourse(value: unknown): value is KeptCourse {
  return (
    isRecord(value) &&
    [value.id, value.title, value.audience, value.address].every(isString) &&
    optional(value.minutes, Number.isFinite) &&
    isStrings(value.lessons) &&
    oneOf(value.origin, ORIGINS) &&
    [value.text, value.last].every((text) => optional(text, isString)) &&
    Number.isFinite(value.at)
  )
}

function isLessonRecord(value: unknown): value is LessonRecord {
  return (
    isRecord(value) &&
    isWork(value) &&
    [value.done, value.solution].every((set) => optional(set, isBoolean)) &&
    optional(value.hints, Number.isFinite) &&
    optional(value.shown, isStrings) &&
    optional(value.guess, isString) &&
    Number.isFinite(value.at)
  )
}
