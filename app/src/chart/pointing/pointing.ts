import type { NodeId } from '@authz-playground/engine'
import { useMemo, useState } from 'react'
import { type Highlights, highlightsFor, type Place, playground, useLit, usePlayground } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'

/** What people do to places of a chart. */
export interface Pointers {
  point(place: Place | undefined): void
  /** The pointer has left the chart. */
  leave(): void
  /** Pins a place, or lets go of it when it is pinned already. */
  pin(place: Place | undefined): void
}

/** What is pointed at and pinned, and how that is done. */
export interface ChartPointing {
  readonly lit: Highlights
  readonly pinned: Place | undefined
  /** The node that is pointed at, or pinned. */
  readonly noted: NodeId | undefined
  /** The same value for as long as the chart is there. */
  readonly pointers: Pointers
}

const PAGE: Pointers = {
  point: (place) => playground.getState().point(place),
  // A quick pointer is over something else before it is told to have left.
  leave: () => {
    if (playground.getState().pointed?.kind === 'node') playground.getState().point(undefined)
  },
  pin: (place) => playground.getState().pin(place),
}

/** ChartPointing at the chart of the page: what belongs to a place lights up everywhere. */
export function usePagePointing(): ChartPointing {
  const lit = useLit()
  const pinned = usePlayground((now) => now.pinned)
  const noted = usePlayground(({ pointed, pinned }) => nodeAt(pointed ?? pinned))
  return { lit, pinned, noted, pointers: PAGE }
}

/** ChartPointing at a chart that stands by itself. */
export function useOwnPointing(answer: AnswerView): ChartPointing {
  const [pointed, setPointed] = useState<Place>()
  const [pinned, setPinned] = useState<Place>()
  const [shown, setShown] = useState(answer)
  if (shown !== answer) {
    setShown(answer)
    setPointed(undefined)
    setPinned(undefined)
  }
  const place = pointed ?? pinned
  const lit = useMemo(() => highlightsFor(place, answer), [place, answer])
  const pointers = useMemo<Pointers>(
    () => ({
      point: setPointed,
      leave: () => setPointed(undefined),
      pin: (place) => setPinned((before) => (nodeAt(before) === nodeAt(place) ? undefined : place)),
    }),
    [],
  )
  return { lit, pinned, noted: nodeAt(place), pointers }
}

function nodeAt(place: Place | undefined): NodeId | undefined {
  return place?.kind === 'node' ? place.node : undefined
}
