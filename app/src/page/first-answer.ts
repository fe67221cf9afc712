import { useEffect, useState } from 'react'
import { usePlayground } from '../session/index.ts'

/** Later than this, people are told that something is wrong, and what. Milliseconds. */
const PATIENCE = 15_000
const NO_ANSWER =
  'No answer has come for 15 seconds. A very large policy may take that long; if it is not one, reload the page.'

/**
 * Marks the moment at which the first answer is on screen (`performance.mark('first-answer')`), and says whether it has
 * come: what is not needed for it loads after. When no answer comes, says so instead of letting people wait.
 */
export function useFirstAnswer(): boolean {
  const answered = usePlayground((playground) => playground.answer !== undefined)
  const [onScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (answered) {
      // A frame is asked for before it is painted; a task that it queues runs after.
      const frame = requestAnimationFrame(() =>
        setTimeout(() => {
          performance.mark('first-answer')
          setOnScreen(true)
        }),
      )
      return () => cancelAnimationFrame(frame)
    }
    const timer = setTimeout(() => usePlayground.getState().fail(NO_ANSWER), PATIENCE)
    return () => clearTimeout(timer)
  }, [answered])
  return onScreen
}
