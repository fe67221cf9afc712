import { type RefObject, useEffect, useRef } from 'react'
import { useReducedMotion } from '../../ui/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { rowIn } from './rows.ts'
import { paneOf, scrollNeeded, visiblePart } from './scrolling.ts'

/** A jump over more than so many heights of the pane does not glide. */
const NEAR = 2

/** How often a jump is corrected: rows on the way that are drawn for the first time change their height. */
const CORRECTIONS = 4

/**
 * Scrolls the pane so that the row of the current step is visible, without moving the focus. A new answer does not
 * scroll, because people may be reading.
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
      const top = scrollNeeded(row.getBoundingClientRect(), visiblePart(pane))
      if (top === 0) return
      const near = Math.abs(top) <= NEAR * pane.clientHeight
      pane.scrollBy({ top, behavior: near && !reducedMotion ? 'smooth' : 'instant' })
      if (!near && corrections > 0) frame = requestAnimationFrame(() => follow(corrections - 1))
    }
    follow(CORRECTIONS)
    return () => cancelAnimationFrame(frame)
  }, [list, position, answer, reducedMotion])
}
