import { useEffect, useState } from 'react'
import { usePlayground } from './playground.ts'

/** Answers that come sooner than this need no mark that they are outdated. Milliseconds. */
const A_GLANCE = 150

/** Whether the page shows the answer to an older scenario, for longer than a glance. */
export function useOutdated(): boolean {
  const scenario = usePlayground((playground) => playground.scenario)
  const answered = usePlayground((playground) => playground.answered)
  const waiting = answered !== undefined && answered !== scenario
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLong(true), A_GLANCE)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [waiting])
  return waiting && long
}
