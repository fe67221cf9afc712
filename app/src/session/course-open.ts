import { create } from 'zustand'

interface CourseOpen {
  /** A course is open, also while the page shows something else than its lessons. */
  readonly open: boolean
}

/** Whether a course is open: the page knows it before the parts for courses are loaded. */
export const useCourseOpen = create<CourseOpen>()(() => ({ open: false }))
