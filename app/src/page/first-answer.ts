import { useEffect, useState } from 'react'
import { usePlayground } from '../session/index.ts'

/**
 * Marks the moment at which the first answer is on screen (`performance.mark('first-answer')`), and says whether it has
 * come, or takes so long that people should not wait for it: what is not needed for it loads after.
 */
export function useFirstAnswer(): boolean {
  const answered = usePlayground((playground) => playground.answer !== undefined)
  const overdue = usePlayground(({ slow, halted }) => slow || halted !== undefined)
  const [onScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!answered) return
    // A frame is asked for before it is painted; a task that it queues runs after.
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
