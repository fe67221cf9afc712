import type { Span } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CodeEditorProps, Remark, Reveal } from '../../editor/index.ts'
import {
  type ClusterText,
  currentHighlights,
  type Place,
  playground,
  useHeldBack,
  useHighlights,
  useLastExplanation,
  usePlayground,
} from '../../session/index.ts'
import { decidedAt, marksOf } from './decided.ts'
import { useKeepWhileStale } from './keep-while-stale.ts'
import { nearRemarks } from './near-remarks.ts'

type Decided = Pick<CodeEditorProps, 'highlighted' | 'marks' | 'remarks' | 'onPoint' | 'onPin' | 'reveal'>

/**
 * The marks and highlights of an editor of one of the cluster's texts, and what pointing there does. `fresh`: the
 * answer is about this text, so that its places are valid.
 */
export function useDecided(source: ClusterText, fresh: boolean): Decided {
  const answer = usePlayground((now) => now.answer)
  const position = usePlayground(({ playback: { position, phase } }) => (phase === 'done' ? position : position - 1))
  const place = usePlayground((now) => now.pointed ?? now.pinned)
  const { texts } = useHighlights()
  const { reveal, pinHere } = useReveal(source)

  const marks = useKeepWhileStale(
    useMemo(() => marksOf(answer, position, source), [answer, position, source]),
    fresh,
  )
  // A link, or a goal that is pointed at, may lead to a place that decided nothing of the answer, such as an error. Then only
  // that place lights up.
  const highlighted = useMemo((): readonly Span[] => {
    const here = texts.filter((range) => range.source === source)
    if (here.length > 0 || place?.kind !== 'text' || place.source !== source) return here
    return [{ start: place.offset, end: place.offset }]
  }, [texts, place, source])

  const onPoint = useCallback(
    (offset: number | undefined): void => {
      const { answer, pointed, point } = playground.getState()
      const range = offset === undefined ? undefined : decidedAt(answer, source, offset)
      const pointedHere = pointed?.kind === 'text' && pointed.source === source
      const before = pointedHere ? decidedAt(answer, source, pointed.offset) : undefined
      if (range === before) return
      point(range && { kind: 'text', source, offset: range.start })
    },
    [source],
  )

  return {
    highlighted: useKeepWhileStale(highlighted, fresh),
    marks,
    remarks: useRemarks(source, fresh),
    onPoint,
    onPin(offset) {
      const range = decidedAt(answer, source, offset)
      if (range) pinHere(range.start)
    },
    ...(reveal && { reveal }),
  }
}

const NONE: readonly never[] = []

/** What nearly fits, in an editor of one of the cluster's texts. While the request is in progress, nothing. */
function useRemarks(source: ClusterText, fresh: boolean): readonly Remark[] {
  const answer = usePlayground((now) => now.answer)
  const explained = useLastExplanation()
  const held = useHeldBack()
  const refused = isRefused(answer?.trace)
  const remarks = useMemo(() => (explained ? nearRemarks(explained.explanation, source) : NONE), [explained, source])
  const kept = useKeepWhileStale(refused ? remarks : NONE, fresh && (!refused || explained?.answer === answer))
  return held ? NONE : kept
}

/**
 * Shows the place that is pinned elsewhere: for a link, the place in this text, with the cursor in it; for a step or a
 * node, the rule that decided it, without moving the focus.
 */
function useReveal(source: ClusterText): { readonly reveal: Reveal | undefined; pinHere(offset: number): void } {
  const pinned = usePlayground((now) => now.pinned)
  const [reveal, setReveal] = useState<Reveal>()
  const here = useRef<Place>(undefined)

  useEffect(() => {
    if (pinned === undefined || pinned === here.current) return
    const linked = pinned.kind === 'text' && pinned.source === source
    const range = linked
      ? { start: pinned.offset, end: pinned.offset }
      : currentHighlights({ ...playground.getState(), pointed: undefined }).texts.find(
          (range) => range.source === source,
        )
    if (range) setReveal({ start: range.start, end: range.end, focus: linked })
  }, [pinned, source])

  return {
    reveal,
    /** Pins a place that was clicked in this pane. The pane need not scroll to it. */
    pinHere(offset) {
      here.current = { kind: 'text', source, offset }
      playground.getState().pin(here.current)
    },
  }
}
