import { useCallback, useState } from 'react'
import type { Controls } from '../../../chart/index.ts'
import { advanced, begun, type PlayerState, playground, scrubbed, usePlayground } from '../../../session/index.ts'

/** A player over a way of so many stops, beside that of the page; the person’s speed is the same. It begins at the end. */
export function useOwnControls(of: unknown, stops: number): Controls {
  const last = Math.max(0, stops - 1)
  const speed = usePlayground(({ playback }) => playback.speed)
  const [now, setNow] = useState<PlayerState & { readonly of: unknown }>({ of, position: last, playing: false })
  if (now.of !== of) setNow({ of, position: last, playing: false })
  const move = useCallback(
    (how: (before: PlayerState) => PlayerState) => setNow((before) => ({ ...before, ...how(before) })),
    [],
  )
  const advance = useCallback(() => move((before) => advanced(before, last)), [move, last])
  return {
    // Of another way the old place is shown never, not even for a moment.
    position: now.of === of ? now.position : last,
    playing: now.of === of && now.playing,
    last,
    speed,
    scrub: (position) => move(() => scrubbed(position, last)),
    advance,
    play: () => move((before) => begun(before, last)),
    pause: () => move((before) => ({ ...before, playing: false })),
    setSpeed: playground.getState().setSpeed,
  }
}
