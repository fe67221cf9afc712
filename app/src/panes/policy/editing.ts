import type { Span } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CodeEditorProps, Reveal } from '../../editor/index.ts'
import {
  type ClusterText,
  type Place,
  playground,
  useAnswer,
  useExplanation,
  useHeldBack,
  useHighlights,
  useLastChanges,
  useLastExplanation,
  usePlayground,
  workerApi,
} from '../../session/index.ts'
import { decidedAt, marksOf } from './decided.ts'
import { useKeepWhileStale } from './keep-while-stale.ts'
import { missingWords } from './missing-words.ts'
import { nearLines, nearRemarks } from './near-remarks.ts'

type Decided = Pick<
  CodeEditorProps,
  'highlighted' | 'marks' | 'remarks' | 'near' | 'missing' | 'onPoint' | 'onPin' | 'reveal'
>

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
  const near = useNear(source, fresh)
  const changed = useChanged(source)
  const { reveal, isFromHere } = useReveal(source, highlighted[0], near, changed[0])
  const kept = useKeepWhileStale(highlighted, fresh)

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
    highlighted: place === undefined && changed.length > 0 ? changed : kept,
    marks,
    ...near,
    onPoint,
    onPin(offset) {
      const range = decidedAt(answer, source, offset)
      if (range) playground.getState().pin(isFromHere({ kind: 'text', source, offset: range.start }))
    },
    ...(reveal && { reveal }),
  }
}

type NearParts = Required<Pick<CodeEditorProps, 'remarks' | 'near' | 'missing'>>

const NOTHING_NEAR: NearParts = { remarks: [], near: [], missing: [] }

/** What nearly fits, in an editor of one of the cluster's texts. While the request is in progress, nothing. */
function useNear(source: ClusterText, fresh: boolean): NearParts {
  const answer = usePlayground((now) => now.answer)
  const explained = useLastExplanation()
  const changes = useLastChanges()
  const held = useHeldBack()
  const refused = isRefused(answer?.trace)
  const parts = useMemo((): NearParts => {
    if (explained === undefined) return NOTHING_NEAR
    const { explanation } = explained
    const changed = source === 'policy' && changes?.answer === explained.answer ? changes : undefined
    const missing = changed ? missingWords(changed.changes, changed.scenario.policy) : NOTHING_NEAR.missing
    return {
      remarks: nearRemarks(explanation, source, missing),
      near: nearLines(explanation, source, missing),
      missing,
    }
  }, [explained, changes, source])
  const kept = useKeepWhileStale(refused ? parts : NOTHING_NEAR, fresh && (!refused || explained?.answer === answer))
  return held ? NOTHING_NEAR : kept
}

const NONE: readonly never[] = []

/** Where words are missing, as offsets of lines in the policy, of a refusal with several checks that are not allowed. */
export function useMissingPlaces(): readonly number[] {
  const answer = usePlayground((now) => now.answer)
  const fresh = usePlayground(({ answered, scenario }) => answered?.policy === scenario.policy)
  const several = (useExplanation()?.unmet.length ?? 0) > 1
  const found = useLastChanges()
  const held = useHeldBack()
  const known = several && fresh && !held && found?.answer === answer ? found : undefined
  return useMemo(
    () =>
      known === undefined
        ? NONE
        : [...new Set(missingWords(known.changes, known.scenario.policy).map(({ offset }) => offset))].sort(
            (a, b) => a - b,
          ),
    [known],
  )
}

/** Places that are shown while the focus stays where it is. */
const WITHOUT_FOCUS = new WeakSet<Place>()

/** Shows and lights up a place of the policy. The focus stays at the button that does it. */
export function lookAt(offset: number): void {
  const place: Place = { kind: 'text', source: 'policy', offset }
  WITHOUT_FOCUS.add(place)
  playground.getState().pin(place)
}

/** The lines of a text that a change by the page has changed, until the next edit or click. */
function useChanged(source: ClusterText): readonly Span[] {
  const from = usePlayground((now) => now.changedFrom)
  const scenario = usePlayground((now) => now.scenario)
  const [left, leave] = useState<typeof from>()
  const textIn = (of: typeof from): string => (source === 'default-roles' ? '' : (of?.[source] ?? ''))
  const [before, after] = [textIn(from), textIn(scenario)]
  const isShown = from !== undefined && from !== left && before !== after
  const lines: readonly Span[] =
    useAnswer(
      () => (isShown ? workerApi().changedLines(before, after) : Promise.resolve(NONE)),
      [isShown, before, after],
    ) ?? NONE
  useEffect(() => {
    if (lines.length === 0) return
    const clicked = () => leave(from)
    window.addEventListener('pointerdown', clicked)
    return () => window.removeEventListener('pointerdown', clicked)
  }, [lines, from])
  return lines
}

interface Followed {
  readonly reveal: Reveal | undefined
  /** Notes that a place was pinned or pointed at in this text, which need not scroll to it. */
  isFromHere(place: Place): Place
}

/**
 * Follows what is pinned elsewhere: for a link, the place in this text, with the cursor in it; for a step or a node, the rule
 * that decided it, without moving the focus. A goal that is pointed at shows its rule, too. What else is pointed at only
 * lights up, or the text would jump under a pointer that crosses the chart. While nothing is pinned, the nearest rule of a
 * refusal is in view, unless the last edit was made in this text.
 *
 * @param lit what lights up first
 * @param changed the first line that a change by the page has changed
 */
function useReveal(
  source: ClusterText,
  lit: Span | undefined,
  { near, missing }: NearParts,
  changed: Span | undefined,
): Followed {
  const pinned = usePlayground((now) => now.pinned)
  const pointed = usePlayground((now) => (now.pointed?.kind === 'text' ? now.pointed : undefined))
  const [reveal, setReveal] = useState<Reveal>()
  const fromHere = useRef(new WeakSet<Place>())
  const last = useRef<{ readonly place: Place; readonly start: number }>(undefined)
  const followed = useRef<{ readonly link: Place; readonly pointed: Place | undefined }>(undefined)

  useEffect(() => {
    const isLink = pinned?.kind === 'text' && pinned.source === source && !fromHere.current.has(pinned)
    const link = isLink && pinned !== followed.current?.link ? pinned : undefined
    // What was pointed at when a link was followed stays lit, but the place of the link is in view.
    const place = link ?? (pointed === followed.current?.pointed ? pinned : (pointed ?? pinned))
    if (place === undefined || fromHere.current.has(place)) return
    const linked = place.kind === 'text' && place.source === source
    const range = linked ? { start: place.offset, end: place.offset } : lit
    if (range === undefined) return
    const { start, end } = range
    // An answer may come, or a check may be answered, after its step was pinned.
    if (last.current?.place === place && last.current.start === start) return
    last.current = { place, start }
    if (link !== undefined) followed.current = { link, pointed }
    setReveal({ start, end, focus: link !== undefined && !WITHOUT_FOCUS.has(link) })
  }, [pointed, pinned, lit, source])

  const [nearest] = near
  const [word] = missing
  const written = usePlayground(({ history }) => history.last?.subject === source)
  const answered = usePlayground((now) => now.answered === now.scenario)
  useEffect(() => {
    const { pinned, pointed, changedFrom } = playground.getState()
    if (nearest === undefined || written || !answered || (pointed ?? pinned ?? changedFrom) !== undefined) return
    // The row of a missing word is between its line and the next.
    const next = (from: number): number => playground.getState().scenario.policy.indexOf('\n', from) + 1
    setReveal(word ? { start: word.offset, end: next(word.offset) } : { start: nearest.start, end: nearest.end })
  }, [nearest, word, written, answered])

  useEffect(() => {
    if (changed) setReveal({ ...changed, focus: false })
  }, [changed])

  const isFromHere = useCallback((place: Place): Place => {
    fromHere.current.add(place)
    return place
  }, [])
  return { reveal, isFromHere }
}
