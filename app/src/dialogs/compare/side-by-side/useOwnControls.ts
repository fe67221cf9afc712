import { advanced, type Paced, type PlayerState, paused, played, restingAt, scrubbed } from '@authz-playground/pictures'
import { useCallback, useState } from 'react'
import type { Controls } from '../../../chart/index.ts'
import { playground, usePlayground } from '../../../session/index.ts'

/** A player over stops, beside that of the page; the person’s speed is the same. It begins at the end. */
export function useOwnControls(of: unknown, stops: readonly Paced[]): Controls {
  const last = Math.max(0, stops.length - 1)
  const speed = usePlayground(({ playback }) => playback.speed)
  const [now, setNow] = useState({ of, player: restingAt(last) })
  if (now.of !== of) setNow({ of, player: restingAt(last) })
  const move = useCallback(
    (change: (player: PlayerState, stops: readonly Paced[]) => PlayerState) =>
      setNow((before) => ({ ...before, player: change(before.player, stops) })),
    [stops],
  )
  const advance = useCallback(() => move(advanced), [move])
  return {
    player: now.player,
    last,
    speed,
    scrub: (position) => move((player) => scrubbed(player, position, stops)),
    advance,
    play: () => move(played),
    pause: () => move(paused),
    setSpeed: playground.getState().setSpeed,
  }
}
