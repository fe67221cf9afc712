import { useEffect, useState } from 'react'
import { usePlayground } from '../session/index.ts'

/**
 * Marks the moment at which the first answer is on screen (`performance.mark('first-answer')`). Returns true once it
 * is, or once it takes too long to wait for: what the first answer does not need loads then.
 */
export function useFirstAnswer(): boolean {
  const answered = usePlayground((playground) => playground.answer !== undefined)
  const overdue = usePlayground(({ slow, notDecided }) => slow || notDecided !== undefined)
  const [onScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!answered) return
    // `requestAnimationFrame` runs before the paint; a task queued in it runs after the paint.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark('first-answer')
        setOnScreen(true)
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [answered])
  useEffect(() => {
    if (overdue) setOnScreen(true)
  }, [overdue])
  return onScreen
}
