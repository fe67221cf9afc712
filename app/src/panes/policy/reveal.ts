import { useEffect, useRef, useState } from 'react'
import type { Reveal } from '../../editor/index.ts'
import { type ClusterText, litBy, type Place, playground, usePlayground } from '../../session/index.ts'

/**
 * Shows what is pinned elsewhere: the place in this text that a link leads to, with the cursor in it; of a step or a
 * node what decided it, without taking the focus from where the person is.
 */
export function useReveal(source: ClusterText): { readonly reveal: Reveal | undefined; pinHere(offset: number): void } {
  const pinned = usePlayground((now) => now.pinned)
  const [reveal, setReveal] = useState<Reveal>()
  const here = useRef<Place>(undefined)

  useEffect(() => {
    if (pinned === undefined || pinned === here.current) return
    const { answer } = playground.getState()
    const linked = pinned.kind === 'text' && pinned.source === source
    const range = linked
      ? { start: pinned.offset, end: pinned.offset }
      : litBy(pinned, answer).texts.find((range) => range.source === source)
    if (range) setReveal({ start: range.start, end: range.end, focus: linked })
  }, [pinned, source])

  return {
    reveal,
    /** Pins a place that was clicked in this pane, where nothing needs to be shown. */
    pinHere(offset) {
      here.current = { kind: 'text', source, offset }
      playground.getState().pin(here.current)
    },
  }
}
