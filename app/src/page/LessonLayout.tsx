import { type ReactNode, useEffect, useRef } from 'react'
import { isLocked, playground, usePlayground } from '../session/index.ts'
import { PlayerSlot, useMediaQuery } from '../ui/index.ts'
import { EditingBar } from './EditingBar.tsx'
import { useEditing } from './editing.ts'
import styles from './LessonLayout.module.css'
import type { PaneName } from './panes.ts'

/** The least width for text, policy and chart beside each other. */
const WIDE = '(min-width: 60rem)'

/** The panes of a lesson, in the order of the Tab key and of reading. The chart shows what the timeline would. */
const ORDER = ['lesson', 'policy', 'request', 'answer', 'chart'] as const

type LessonPaneName = (typeof ORDER)[number]

interface LessonLayoutProps {
  readonly panes: Readonly<Record<Extract<PaneName, LessonPaneName> | 'lesson', ReactNode>>
  /** Where the page is one column: what is always within reach of a thumb. */
  readonly bar: ReactNode
}

/**
 * Arranges a lesson for the width of the window: text, policy, goals and chart at once where they have room, else below one
 * another. The part that may be edited has more room than the one that may not.
 */
export function LessonLayout({ panes, bar }: LessonLayoutProps) {
  const edit = usePlayground((now) => now.lesson?.edit)
  const room = useMediaQuery(WIDE) ? 'wide' : 'small'
  const main = useRef<HTMLElement>(null)
  const editing = useEditing(main) && room === 'small'
  useComingIntoView(room)
  return (
    <PlayerSlot place={null}>
      <main ref={main} className={styles.main} data-room={room} data-edit={edit}>
        {orderOf(room, isLocked(edit, 'request')).map((name) => (
          <div key={name} id={name} tabIndex={-1} className={styles[name]} data-pane={name}>
            {panes[name]}
          </div>
        ))}
        {editing && (
          <EditingBar
            back="Answer"
            onBack={() => document.getElementById('answer')?.scrollIntoView({ block: 'start' })}
          />
        )}
        {room === 'small' && <div className={styles.bar}>{bar}</div>}
      </main>
    </PlayerSlot>
  )
}

/** A request that may not be edited comes last where the panes are below one another. */
function orderOf(room: 'wide' | 'small', requestIsLocked: boolean): readonly LessonPaneName[] {
  return room === 'small' && requestIsLocked ? [...ORDER.filter((name) => name !== 'request'), 'request'] : ORDER
}

/** Where the page is one column: shows the place that a link leads to, and the chart when its request begins to travel. */
function useComingIntoView(room: 'wide' | 'small'): void {
  useEffect(() => {
    if (room !== 'small') return
    return playground.subscribe((now, before) => {
      const { pinned, playback } = now
      const begins = playback.inProgress && !before.playback.inProgress
      const linked = pinned !== before.pinned && (pinned?.kind === 'text' || pinned?.kind === 'request')
      const name = begins ? 'chart' : linked ? (pinned.kind === 'text' ? 'policy' : 'request') : undefined
      const pane = name === undefined ? undefined : document.getElementById(name)
      // A person who clicked in the pane sees it already.
      if (pane && !pane.contains(document.activeElement)) pane.scrollIntoView({ block: 'start' })
    })
  }, [room])
}
