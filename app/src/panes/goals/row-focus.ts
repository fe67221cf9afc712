/** A control of a goal that has the focus. */
export type Part = 'sentence' | 'write' | 'remove'

/** The goal that an element is in, and the control that it is. Undefined in a field. */
export function goalOf(target: EventTarget): { readonly at: number; readonly part: Part } | undefined {
  if (!(target instanceof HTMLElement) || target.matches('textarea')) return undefined
  const row = target.closest<HTMLElement>('[data-goal]')
  if (row === null) return undefined
  const { part } = target.dataset
  return { at: Number(row.dataset.goal), part: part === 'write' || part === 'remove' ? part : 'sentence' }
}

/** Moves the focus to a control of a goal once it is drawn; to its first one where it has no such control. */
export function focusGoal(at: number, part: Part): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-goals] [data-goal="${at}"]`)
    const wanted = row?.querySelector<HTMLElement>(part === 'sentence' ? '[data-sentence]' : `[data-part=${part}]`)
    const found = wanted ?? row?.querySelector<HTMLElement>('button')
    found?.focus()
  })
}
