import { useEffect, useState } from 'react'
import { usePlayground } from './playground.ts'

/** Answers that come sooner than this follow the keystroke: nothing needs to be said of them. Milliseconds. */
const A_GLANCE = 150

/** Whether what is shown answers an older scenario than the one on screen, and has for longer than a glance. */
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
