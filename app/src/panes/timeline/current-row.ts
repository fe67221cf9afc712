import { type RefObject, useEffect, useRef } from 'react'
import { useReducedMotion } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { rowIn } from './rows.ts'
import { paneOf, scrollNeeded } from './scrolling.ts'

/** Further than so many panes away nothing glides: nobody could read what goes by. */
const NEAR = 2

/** How often a jump is put right, while rows on the way are drawn for the first time and turn out taller or lower. */
const CORRECTIONS = 4

/**
 * Keeps the row of the step that the request has come to in sight, inside its pane, without taking the focus. A new
 * answer does not move the list: people are reading, or typing elsewhere.
 */
export function useCurrentRowInSight(list: RefObject<HTMLElement | null>, position: number, answer: AnswerView): void {
  const reducedMotion = useReducedMotion()
  const before = useRef({ position, answer })
  useEffect(() => {
    const { position: left, answer: shown } = before.current
    before.current = { position, answer }
    if (shown !== answer || left === position) return
    let frame: number
    const follow = (corrections: number): void => {
      const row = rowIn(list.current, position)?.closest('[data-row]')
      const pane = row && paneOf(row)
      if (!row || !pane) return
      const top = scrollNeeded(row.getBoundingClientRect(), pane.getBoundingClientRect())
      if (top === 0) return
      const near = Math.abs(top) <= NEAR * pane.clientHeight
      pane.scrollBy({ top, behavior: near && !reducedMotion ? 'smooth' : 'instant' })
      if (!near && corrections > 0) frame = requestAnimationFrame(() => follow(corrections - 1))
    }
    follow(CORRECTIONS)
    return () => cancelAnimationFrame(frame)
  }, [list, position, answer, reducedMotion])
}
