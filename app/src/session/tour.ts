import { create } from 'zustand'
import { closeDialog } from './screen.ts'

interface Tour {
  /** The step that is shown, from 0. Undefined while the tour is not taken. */
  readonly step: number | undefined
  /** It is offered to somebody who is here for the first time. */
  readonly offered: boolean
}

/** Any value: this browser has seen the tour, or declined it. */
const KEY = 'authz-playground/tour'

export const useTour = create<Tour>()(() => ({ step: undefined, offered: isFirstVisit() }))

/** Nobody has taken the tour in this browser, or changed anything. */
function isFirstVisit(): boolean {
  try {
    return [KEY, 'authz-playground/scenario', 'authz-playground/door'].every(
      (key) => localStorage.getItem(key) === null,
    )
  } catch {
    return false
  }
}

/** Begins the tour at its first step, on what the page shows. */
export function beginTour(): void {
  closeDialog()
  goToStep(0)
  try {
    localStorage.setItem(KEY, 'taken')
  } catch {
    // Then it is offered at the next visit, too.
  }
}

/** Shows a step of the tour. Undefined leaves it. */
export function goToStep(step: number | undefined): void {
  useTour.setState({ step, offered: false })
}
