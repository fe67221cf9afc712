import type { Scenario } from '@authz-playground/engine'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ClusterText, currentHighlights, isClusterText, playground, usePlayground } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import { TEXTS } from './texts.ts'

interface TextTab {
  readonly tabs: readonly { readonly id: ClusterText; readonly title: string; readonly highlighted: boolean }[]
  readonly tab: ClusterText
  /** The texts that have been shown. */
  readonly visited: ReadonlySet<ClusterText>
  select(tab: ClusterText): void
}

/**
 * The text that is shown: the chosen one, until somebody goes to a place in another one, or the player does. At its end the
 * player leaves the text that was shown before.
 */
export function useTextTab(): TextTab {
  const [tab, setTab] = useState<ClusterText>('policy')
  const [visited, setVisited] = useState<ReadonlySet<ClusterText>>(new Set(['policy']))
  const offered = usePlayground(({ scenario, answer, lesson }) => offeredIn(scenario, answer, lesson !== undefined))
  const elsewhere = usePlayground((now) =>
    textsIn(
      currentHighlights(now)
        .texts.map(({ source }) => source)
        .filter(isClusterText),
    ),
  )
  const latest = useRef(tab)
  /** The text that was shown when the player went to another one. */
  const beforePlaying = useRef<ClusterText>(undefined)
  const show = useCallback((text: ClusterText): void => {
    latest.current = text
    setTab(text)
    setVisited((before) => (before.has(text) ? before : new Set([...before, text])))
  }, [])
  const select = useCallback(
    (chosen: ClusterText): void => {
      beforePlaying.current = undefined
      show(chosen)
    },
    [show],
  )

  useEffect(
    () =>
      playground.subscribe((now, before) => {
        const { pinned, playback } = now
        if (before.playback.inProgress && !playback.inProgress && beforePlaying.current !== undefined) {
          select(beforePlaying.current)
        }
        const { changedFrom } = now
        if (changedFrom !== before.changedFrom && changedFrom && changedFrom.policy !== now.scenario.policy)
          show('policy')
        if (pinned === undefined || pinned === before.pinned) return
        if (pinned.kind === 'text') {
          select(pinned.source)
          return
        }
        const sources = currentHighlights({ ...now, pointed: undefined })
          .texts.map(({ source }) => source)
          .filter(isClusterText)
        const [first] = sources
        if (first === undefined || sources.includes(latest.current)) return
        if (playback.inProgress) beforePlaying.current ??= latest.current
        show(first)
      }),
    [select, show],
  )

  const there = (Object.keys(TEXTS) as ClusterText[]).filter((id) => offered.split(' ').includes(id))
  const shown = there.includes(tab) ? tab : 'policy'
  return {
    tabs: there.map((id) => ({
      id,
      title: TEXTS[id].title,
      highlighted: id !== shown && elsewhere.split(' ').includes(id),
    })),
    tab: shown,
    visited,
    select,
  }
}

/** The texts that have a tab, as a string, which is equal for the same texts. */
function offeredIn(scenario: Scenario, answer: AnswerView | undefined, inLesson: boolean): string {
  const designs = answer?.designs ?? []
  return textsIn(
    Object.entries(TEXTS).flatMap(([id, { offered }]) =>
      offered?.(scenario, designs, inLesson) === false ? [] : [id],
    ),
  )
}

/** A string that is equal for the same texts, so that pointing elsewhere renders nothing. */
function textsIn(sources: readonly string[]): string {
  return [...new Set(sources)].join(' ')
}
