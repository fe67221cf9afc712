import { useEffect, useRef, useState } from 'react'
import type { Reveal } from '../editor/index.ts'
import { litBy, type Place } from '../scenario/places.ts'
import { playground, usePlayground } from '../scenario/playground.ts'

/**
 * Shows what is pinned elsewhere: the place in the policy that a link leads to, with the cursor in it; of a step or a
 * node the rule that decided it, without taking the focus from where the person is.
 */
export function useGoing(): { readonly reveal: Reveal | undefined; pinHere(offset: number): void } {
  const pinned = usePlayground((now) => now.pinned)
  const [reveal, setReveal] = useState<Reveal>()
  const here = useRef<Place>(undefined)

  useEffect(() => {
    if (pinned === undefined || pinned === here.current) return
    const { answer } = playground.getState()
    const atLink = pinned.kind === 'policy' ? { start: pinned.offset, end: pinned.offset } : undefined
    const range = atLink ?? litBy(pinned, answer).policy[0]
    if (range) setReveal({ start: range.start, end: range.end, focus: atLink !== undefined })
  }, [pinned])

  return {
    reveal,
    /** Pins a place that was clicked in this pane, where nothing needs to be shown. */
    pinHere(offset) {
      here.current = { kind: 'policy', offset }
      playground.getState().pin(here.current)
    },
  }
}
