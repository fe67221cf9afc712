import type { Span } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CodeEditorProps, Remark, Reveal } from '../../editor/index.ts'
import {
  type ClusterText,
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
  const { reveal, isFromHere } = useReveal(source, highlighted[0])

  const onPoint = useCallback(
    (offset: number | undefined): void => {
      const { answer, pointed, point } = playground.getState()
      const range = offset === undefined ? undefined : decidedAt(answer, source, offset)
      const pointedHere = pointed?.kind === 'text' && pointed.source === source
      const before = pointedHere ? decidedAt(answer, source, pointed.offset) : undefined
      if (range === before) return
      point(range && isFromHere({ kind: 'text', source, offset: range.start }))
    },
    [source, isFromHere],
  )

  return {
    highlighted: useKeepWhileStale(highlighted, fresh),
    marks,
    remarks: useRemarks(source, fresh),
    onPoint,
    onPin(offset) {
      const range = decidedAt(answer, source, offset)
      if (range) playground.getState().pin(isFromHere({ kind: 'text', source, offset: range.start }))
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

interface Followed {
  readonly reveal: Reveal | undefined
  /** Notes that a place was pinned or pointed at in this text, which need not scroll to it. */
  isFromHere(place: Place): Place
}

/**
 * Follows what is pinned elsewhere: for a link, the place in this text, with the cursor in it; for a step or a node, the rule
 * that decided it, without moving the focus. A goal that is pointed at shows its rule, too. What else is pointed at only
 * lights up, or the text would jump under a pointer that crosses the chart.
 *
 * @param lit what lights up first
 */
function useReveal(source: ClusterText, lit: Span | undefined): Followed {
  const pinned = usePlayground((now) => now.pinned)
  const pointed = usePlayground((now) => (now.pointed?.kind === 'text' ? now.pointed : undefined))
  const [reveal, setReveal] = useState<Reveal>()
  const fromHere = useRef(new WeakSet<Place>())
  const last = useRef<{ readonly place: Place; readonly start: number }>(undefined)
  const focused = useRef<Place>(undefined)
  const place = pointed ?? pinned

  useEffect(() => {
    if (place === undefined || lit === undefined || fromHere.current.has(place)) return
    const linked = place.kind === 'text' && place.source === source
    const { start, end } = linked ? { start: place.offset, end: place.offset } : lit
    // An answer may come, or a check may be answered, after its step was pinned.
    if (last.current?.place === place && last.current.start === start) return
    last.current = { place, start }
    const focus = linked && place === pinned && place !== focused.current
    if (focus) focused.current = place
    setReveal({ start, end, focus })
  }, [place, pinned, lit, source])

  const isFromHere = useCallback((place: Place): Place => {
    fromHere.current.add(place)
    return place
  }, [])
  return { reveal, isFromHere }
}
