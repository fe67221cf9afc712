import type { CourseStorage, KeptCourse } from './course-storage.ts'
import type { LessonRecord } from './records.ts'

/** A storage that lasts as long as the page: for browsers that store nothing. Tests give several pages the same one. */
export function memoryStorage(): CourseStorage {
  const courses = new Map<string, KeptCourse>()
  const records = new Map<string, Map<string, LessonRecord>>()
  const listeners = new Set<(course: string) => void>()
  const changed = (course: string): Promise<void> => {
    for (const listener of listeners) listener(course)
    return Promise.resolve()
  }
  return {
    courses: async () => [...courses.values()].sort((a, b) => b.at - a.at),
    course: async (id) => courses.get(id),
    keepCourse(course) {
      courses.set(course.id, course)
      return changed(course.id)
    },
    removeCourse(id) {
      courses.delete(id)
      records.delete(id)
      return changed(id)
    },
    records: async (course) => new Map(records.get(course)),
    change(course, lesson, change) {
      const kept = records.get(course) ?? new Map<string, LessonRecord>()
      records.set(course, kept)
      const after = change(kept.get(lesson))
      if (after === undefined) kept.delete(lesson)
      else kept.set(lesson, after)
      return changed(course).then(() => after)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
