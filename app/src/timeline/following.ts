import { type RefObject, useEffect, useRef } from 'react'
import type { AnswerView } from '../scenario/answer.ts'
import { useReducedMotion } from '../ui/media.ts'
import { rowIn } from './rows.ts'
import { paneOf, scrollNeeded } from './scrolling.ts'

/**
 * Keeps the row of the step that the request has come to in sight, inside its pane, without taking the focus. A new
 * answer does not move the list: people are reading, or typing elsewhere.
 */
export function useFollowing(list: RefObject<HTMLElement | null>, position: number, answer: AnswerView): void {
  const reducedMotion = useReducedMotion()
  const before = useRef({ position, answer })
  useEffect(() => {
    const { position: left, answer: shown } = before.current
    before.current = { position, answer }
    if (shown !== answer || left === position) return
    const row = rowIn(list.current, position)?.closest('[data-row]')
    const pane = row && paneOf(row)
    if (!row || !pane) return
    const top = scrollNeeded(row.getBoundingClientRect(), pane.getBoundingClientRect())
    if (top !== 0) pane.scrollBy({ top, behavior: reducedMotion ? 'instant' : 'smooth' })
  }, [list, position, answer, reducedMotion])
}
