import type { NodeId } from '@authz-playground/engine'
import { useMemo, useState } from 'react'
import {
  type Highlights,
  highlightsFor,
  type Place,
  playground,
  useHighlights,
  usePlayground,
} from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'

/** The actions of people at places of a chart. */
export interface Pointers {
  point(place: Place | undefined): void
  /** The pointer has left the chart. */
  leave(): void
  /** Pins a place, or unpins it when it is pinned already. */
  pin(place: Place | undefined): void
}

/** The places that are pointed at and pinned, and the actions that change them. */
export interface ChartPointing {
  readonly highlights: Highlights
  readonly pinned: Place | undefined
  /** The node that is pointed at, or pinned. */
  readonly noted: NodeId | undefined
  /** The same object while the chart is rendered. */
  readonly pointers: Pointers
}

const PAGE: Pointers = {
  point: (place) => playground.getState().point(place),
  // A fast pointer may enter the next element before it leaves this one.
  leave: () => {
    if (playground.getState().pointed?.kind === 'node') playground.getState().point(undefined)
  },
  pin: (place) => playground.getState().pin(place),
}

/** Pointing at the chart of the page: highlights appear everywhere on the page. */
export function usePagePointing(): ChartPointing {
  const highlights = useHighlights()
  const pinned = usePlayground((now) => now.pinned)
  const noted = usePlayground(({ pointed, pinned }) => nodeAt(pointed ?? pinned))
  return { highlights, pinned, noted, pointers: PAGE }
}

/** Pointing at a chart on its own, as in a dialog. */
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
  const highlights = useMemo(() => highlightsFor(place, answer), [place, answer])
  const pointers = useMemo<Pointers>(
    () => ({
      point: setPointed,
      leave: () => setPointed(undefined),
      pin: (place) => setPinned((before) => (nodeAt(before) === nodeAt(place) ? undefined : place)),
    }),
    [],
  )
  return { highlights, pinned, noted: nodeAt(place), pointers }
}

function nodeAt(place: Place | undefined): NodeId | undefined {
  return place?.kind === 'node' ? place.node : undefined
}
