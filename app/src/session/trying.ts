import { create } from 'zustand'

/** The key of the course that this tab’s author tries, so that a reload does not forget it. */
const KEY = 'authz-playground/trying'

interface Trying {
  /** The id of the course that its author tries as a learner; undefined where nobody does. */
  readonly course: string | undefined
}

/** The course that its author tries as a learner: the page leads back to the author’s view. */
export const useTrying = create<Trying>()(() => ({ course: stored() }))

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Begins or ends the trying of a course. */
export function tryCourse(course: string | undefined): void {
  useTrying.setState({ course })
  try {
    if (course === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, course)
  } catch {
    // Then a reload forgets it, and the course stays open as any other.
  }
}
