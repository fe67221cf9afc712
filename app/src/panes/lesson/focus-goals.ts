/** Marks the title of the goals. */
export const GOALS_TITLE = { 'data-goals-title': '', tabIndex: -1 } as const

/** Gives the focus to the title of the goals, where a control goes away that changed how they are judged. */
export function focusGoals(): void {
  document.querySelector<HTMLElement>('[data-goals-title]')?.focus({ preventScroll: true })
}
