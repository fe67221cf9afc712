import { type ReactNode, useEffect, useRef } from 'react'
import { playground, usePlayground } from '../session/index.ts'
import { PlayerSlot, useMediaQuery } from '../ui/index.ts'
import { EditingBar } from './EditingBar.tsx'
import { useEditing } from './editing.ts'
import styles from './LessonLayout.module.css'
import { PANES_OF, type PaneName } from './panes.ts'

/** The least width for text, policy and chart beside each other. */
const WIDE = '(min-width: 60rem)'

/** The columns of a lesson with their panes, in the order of the Tab key and of reading. */
const COLUMNS = { lesson: ['lesson'], ...PANES_OF } as const

type LessonPaneName = 'lesson' | Exclude<PaneName, 'goals'>

interface LessonLayoutProps {
  readonly panes: Readonly<Record<LessonPaneName, ReactNode>>
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
        {(['lesson', 'texts', 'outcome'] as const).map((column) => (
          <div key={column} className={styles[`${column}Column`]}>
            {COLUMNS[column].map(
              (name) =>
                // The lesson shows its goals itself.
                name !== 'goals' && (
                  <div key={name} id={name} tabIndex={-1} className={styles[name]} data-pane={name}>
                    {panes[name]}
                  </div>
                ),
            )}
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
