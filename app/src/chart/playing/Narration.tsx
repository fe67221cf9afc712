import { plainText, type RichText } from '@authz-playground/engine'
import { asking, type ChartTime, happening, narrated, type Story, wayTo } from '@authz-playground/pictures'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import { Words } from '../../ui/index.ts'
import styles from './Narration.module.css'

const shown = create<{ readonly place: HTMLElement | null }>(() => ({ place: null }))

const setPlace = (place: HTMLElement | null): void => shown.setState({ place })

interface NarrationProps {
  readonly story: Story | undefined
  readonly time: ChartTime
  /** Where the note of a node is shown instead. */
  readonly dock?: (element: HTMLElement | null) => void
}

/** So many of the longest sentences keep the room for all of them: which is highest depends on where lines break. */
const LONGEST = 3

/** The step in words, where the answer will be; `useAnnouncedSteps` announces it. */
export function NarrationInAnswer({ story, time }: Pick<NarrationProps, 'story' | 'time'>) {
  const place = useNarrationPlace()
  if (place === null || story === undefined) return null
  return createPortal(
    <p>
      <Words of={sentenceAt(story, time)} />
    </p>,
    place,
  )
}

/**
 * The step in words, below a player. The room for the longest sentence of the request is kept, so that nothing moves.
 */
export function Narration({ story, time, dock }: NarrationProps) {
  const longest = useMemo(() => (story === undefined ? [] : longestOf(story)), [story])
  return (
    <div className={styles.narration}>
      {longest.map((words) => (
        <p key={plainText(words)} className={styles.room} aria-hidden="true">
          <Words of={words} />
        </p>
      ))}
      {story !== undefined && (
        <p className={styles.sentence}>
          <Words of={sentenceAt(story, time)} />
        </p>
      )}
      {dock && <div ref={dock} className={styles.dock} aria-hidden="true" />}
    </div>
  )
}

function longestOf(story: Story): readonly RichText[] {
  const all = story.steps.map((_, position) => sentenceAt(story, { position, phase: 'done' }))
  return all.sort((a, b) => plainText(b).length - plainText(a).length).slice(0, LONGEST)
}

/** The step in a sentence. While the request travels on from a check, the words of the check stay. */
export function sentenceAt(story: Story, { position, phase }: ChartTime): RichText {
  const checks = story.steps[position]?.check !== undefined
  if (phase === 'done') return checks ? happening(story, position) : narrated(story, position)
  if (phase === 'asking') return asking(story, position)
  const way = wayTo(story, position)
  return way.length > 0 || position === 0 ? way : sentenceAt(story, { position: position - 1, phase: 'done' })
}

/** Where the steps of a request are said while it travels: at the top, where its answer will be. */
export function NarrationPlace() {
  return <div ref={setPlace} />
}

/** The place for the words of the step; null where none is offered. */
function useNarrationPlace(): HTMLElement | null {
  return shown(({ place }) => place)
}
