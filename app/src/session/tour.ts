import { create } from 'zustand'
import { TOUR_TAKEN } from './first-visit.ts'
import { playground } from './playground.ts'
import { closeDialog } from './screen.ts'

interface Tour {
  /** The step that is shown, from 0. Undefined while the tour is not taken. */
  readonly step: number | undefined
}

export const useTour = create<Tour>()(() => ({ step: undefined }))

/** Begins the tour at its first step, on what the page shows. It is about the answer, which is shown without a guess. */
export function beginTour(): void {
  closeDialog()
  playground.getState().answerWithoutGuess()
  goToStep(0)
  try {
    localStorage.setItem(TOUR_TAKEN, 'taken')
  } catch {
    // Then the next visit counts as the first one, too.
  }
}

/** Shows a step of the tour. Undefined leaves it. */
export function goToStep(step: number | undefined): void {
  useTour.setState({ step })
}
