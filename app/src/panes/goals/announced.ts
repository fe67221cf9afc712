import { useEffect, useRef } from 'react'
import type { ShownGoals } from '../../session/goals.ts'
import { announce } from '../../ui/index.ts'

/** The pause after typing, after which a change of goals is announced. Milliseconds. */
const SETTLED = 800

/** Announces how many goals hold when the state of one has changed, after a pause. The first results are read in their place. */
export function useAnnouncedGoals({ goals, current }: ShownGoals): void {
  const said = useRef<string>(undefined)
  const states = current ? goals.map(({ state }) => state).join(' ') : undefined
  const holding = goals.filter(({ state }) => state === 'holds').length
  const words = `${holding} of ${goals.length} goals ${goals.length === 1 ? 'holds' : 'hold'}`
  useEffect(() => {
    if (states === undefined || states === said.current) return
    if (said.current === undefined || states === '') {
      said.current = states
      return
    }
    const timer = setTimeout(() => {
      said.current = states
      announce(words)
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [states, words])
}
