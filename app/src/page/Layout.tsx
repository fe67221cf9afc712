import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { playground, useAudience, usePlayground, useUnfolded } from '../session/index.ts'
import { PlayerSlot, useMediaQuery } from '../ui/index.ts'
import { EditingBar } from './EditingBar.tsx'
import { useEditing } from './editing.ts'
import styles from './Layout.module.css'
import { type GoalsRoom, HALVES, isShown, orderOf, type PageLayout, type PaneName, panesOf } from './panes.ts'
import { Splitter } from './Splitter.tsx'
import { keepSizes, keptSizes, ROOMY, type SizeName, usualSizes } from './sizes.ts'

/** What is around the chart in the present view. */
export type Presented = Readonly<Record<'heading' | 'panel' | 'controls', ReactNode>>

interface LayoutProps {
  readonly panes: Readonly<Record<PaneName, ReactNode>>
  /** Undefined in the other views. */
  readonly presented: Presented | undefined
  /** The room that the goals have. On a phone their list is as long as it is. */
  readonly goals: GoalsRoom
  /** The first answer is still to come. */
  readonly awaiting: boolean
}

/** Arranges the panes for the width of the window. Panes keep their state when the arrangement changes. */
export function Layout({ panes, presented, goals, awaiting }: LayoutProps) {
  const room = useRoom(presented !== undefined)
  const audience = useAudience()
  const [all, setAll] = useState(keptSizes)
  const usual = usualSizes(audience, useMediaQuery(ROOMY))
  const sizes = { ...usual, ...all[audience] }
  // A key press calls `onMove` and `onRest` before the next render, so the newest sizes are kept in a ref.
  const latest = useRef(all)
  const [player, setPlayer] = useState<HTMLElement | null>(null)
  const main = useRef<HTMLElement>(null)
  const editing = useEditing(main) && room === 'small'
  const { left, goBack } = useComing(room)
  useChartInView(room)
  const unfolded = useAnyUnfolded()
  const requestOpen = useUnfolded('request')

  const onMove = (name: SizeName, value: number): void => {
    latest.current = { ...latest.current, [audience]: { ...latest.current[audience], [name]: value } }
    setAll(latest.current)
  }
  const splitter = (name: SizeName) => ({
    name,
    value: sizes[name],
    usual: usual[name],
    onMove,
    onRest: () => keepSizes(latest.current),
  })
  const vars = { '--left': `${sizes.left}%`, '--folded': `${sizes.folded}%` } as CSSProperties

  return (
    <PlayerSlot place={player}>
      <main
        ref={main}
        className={styles.main}
        data-room={room}
        data-unfolded={unfolded && room === 'halves'}
        data-request={requestOpen && room === 'halves' ? 'open' : undefined}
        data-awaiting={awaiting}
        data-goals={goals}
        style={vars}
      >
        {presented?.heading}
        {orderOf(room, audience).map((half) => (
          <div key={half} className={styles[half]}>
            {panesOf(half, room, audience).map((name) => (
              <div
                key={name}
                id={name}
                tabIndex={-1}
                className={styles[name]}
                data-pane={name}
                hidden={!isShown(name, room, goals)}
              >
                {panes[name]}
              </div>
            ))}
          </div>
        ))}
        {presented?.panel}
        {presented?.controls}
        {room === 'halves' && (
          <>
            <Splitter {...splitter('left')} label="Width of policy and request" pane="policy" line="vertical" />
            {unfolded && (
              <Splitter
                {...splitter('folded')}
                label="Height of the parts below the chart"
                pane="folded"
                line="horizontal"
                paneAfter
              />
            )}
          </>
        )}
        {(editing || left) && <EditingBar back={left ? 'Go back' : 'Answer'} onBack={goBack} />}
        {/* Out of the way while somebody types. */}
        {room === 'small' && <div ref={setPlayer} className={styles.player} hidden={editing} />}
      </main>
    </PlayerSlot>
  )
}

/** Whether a part below the chart is open. */
function useAnyUnfolded(): boolean {
  const changes = useUnfolded('changes')
  const timeline = useUnfolded('timeline')
  const details = useUnfolded('details')
  return changes || timeline || details
}

function useRoom(presenting: boolean): PageLayout {
  const halves = useMediaQuery(HALVES)
  if (presenting) return 'presenting'
  return halves ? 'halves' : 'small'
}

interface Coming {
  /** The page has scrolled to a place, and there is a way back. */
  readonly left: boolean
  /** Scrolls back to where the link was; to the answer where no link was followed. */
  goBack(): void
}

/** Where the page is one column, scrolls to the pane of a place that is pinned elsewhere. */
function useComing(room: PageLayout): Coming {
  const [from, setFrom] = useState<{ readonly top: number; readonly focus: Element | null }>()
  const there = usePlayground(({ pinned }) => pinned?.kind === 'text' || pinned?.kind === 'request')
  useEffect(
    () =>
      playground.subscribe(({ pinned }, before) => {
        if (pinned === before.pinned) return
        if (pinned?.kind !== 'text' && pinned?.kind !== 'request') {
          // A link unpins before it pins.
          if (pinned !== undefined) setFrom(undefined)
          return
        }
        const name = pinned.kind === 'text' ? 'policy' : 'request'
        if (room !== 'small') return
        const pane = document.getElementById(name)
        const { activeElement } = document
        // A person who clicked in the pane sees it already.
        if (pane?.contains(activeElement) !== false) return
        setFrom({ top: scrollY, focus: activeElement })
        pane.scrollIntoView({ block: 'start' })
      }),
    [room],
  )
  return {
    left: there && from !== undefined && room === 'small',
    goBack() {
      setFrom(undefined)
      playground.getState().pin(undefined)
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (from === undefined) {
        document.getElementById('answer')?.scrollIntoView({ block: 'start' })
        return
      }
      if (from.focus instanceof HTMLElement) from.focus.focus({ preventScroll: true })
      scrollTo({ top: from.top })
    },
  }
}

/** Where the page is one column, a request that begins to travel brings the chart above the player. */
function useChartInView(room: PageLayout): void {
  useEffect(() => {
    if (room !== 'small') return
    return playground.subscribe(({ playback: now }, { playback: before }) => {
      const begins = (now.playing && !before.playing) || (now.inProgress && !before.inProgress)
      if (begins) document.getElementById('chart')?.scrollIntoView({ block: 'start' })
    })
  }, [room])
}
