import { useState } from 'react'
import { observedNote, unfold, usePlayground, useUnfolded } from '../../session/index.ts'

interface Opening {
  readonly open: boolean
  /** Opens the form for now, without remembering it. */
  show(): void
  /** Called when a person opens or folds the form, which the browser remembers. */
  choose(open: boolean): void
}

/**
 * Whether the form of the request is open: a person opened it; or it has something to show, such as a place that
 * somebody goes to, an error, or a part that the report of a cluster lacks and that must be written. In a lesson it is open from
 * the beginning.
 */
export function useFormOpening(hasError: boolean): Opening {
  const remembered = useUnfolded('request')
  const course = usePlayground(({ lesson }) => lesson?.course)
  const pinned = usePlayground((now) => (now.pinned?.kind === 'request' ? now.pinned : undefined))
  const note = usePlayground(({ about }) => observedNote(about))
  const lacking = note?.filling.missing.some(({ needed }) => needed) ? note : undefined
  const reasons: readonly unknown[] = [course, lacking, hasError || undefined, pinned]
  const [before, setBefore] = useState<typeof reasons>([])
  const [shows, setShows] = useState(false)
  const changed = reasons.filter((reason, at) => reason !== before[at])
  if (changed.length > 0) {
    setBefore(reasons)
    if (changed.some((reason) => reason !== undefined)) setShows(true)
  }
  return {
    open: remembered || shows,
    show: () => setShows(true),
    choose(open) {
      setShows(false)
      unfold('request', open)
    },
  }
}
