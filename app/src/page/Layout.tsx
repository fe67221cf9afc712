import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { playground, useDoor } from '../session/index.ts'
import { PlayerSlot, useMediaQuery } from '../ui/index.ts'
import { FoldedStrip } from './FoldedStrip.tsx'
import styles from './Layout.module.css'
import { type Folding, isShown, MEDIUM, ORDER, type PageLayout, type PaneName, WIDE } from './panes.ts'
import { Splitter } from './Splitter.tsx'
import { DEFAULT_SIZES, keepSizes, keptSizes, type SizeName } from './sizes.ts'

interface LayoutProps {
  readonly panes: Readonly<Record<PaneName, ReactNode>>
  /** What is above the chart in the present view; undefined in the other views. */
  readonly presented: ReactNode | undefined
  /** The first answer is still to come. */
  readonly awaiting: boolean
}

/** Arranges the panes for the width of the window. Panes keep their state when the arrangement changes. */
export function Layout({ panes, presented, awaiting }: LayoutProps) {
  const room = useRoom(presented !== undefined)
  const door = useDoor()
  const [all, setAll] = useState(keptSizes)
  const sizes = all[door]
  // A key press calls `onMove` and `onRest` before the next render, so the newest sizes are kept in a ref.
  const latest = useRef(all)
  const [unfolded, setUnfolded] = useState<Folding | undefined>(() => (door === 'debug' ? 'policy' : undefined))
  const [player, setPlayer] = useState<HTMLElement | null>(null)
  useComing(room, setUnfolded)
  // Who debugs a policy has it before them.
  useEffect(() => {
    if (door === 'debug') setUnfolded((now) => now ?? 'policy')
  }, [door])

  const splitter = {
    onMove: (name: SizeName, value: number) => {
      latest.current = { ...latest.current, [door]: { ...latest.current[door], [name]: value } }
      setAll(latest.current)
    },
    onRest: () => keepSizes(latest.current),
  }
  const vars = {
    '--left': `${sizes.left}%`,
    '--right': `${sizes.right}%`,
    '--edge-policy': `${sizes.policy}%`,
    '--edge-answer': `${sizes.answer}%`,
  } as CSSProperties
  const columns = room === 'wide' || (room === 'medium' && unfolded !== undefined)

  return (
    <PlayerSlot place={player}>
      <main
        className={styles.main}
        data-room={room}
        data-folded={unfolded === undefined}
        data-awaiting={awaiting}
        style={vars}
      >
        {room === 'presenting' && <div className={styles.presented}>{presented}</div>}
        {room === 'medium' && <FoldedStrip unfolded={unfolded} onUnfold={setUnfolded} />}
        {ORDER[room].map((name) => (
          <div
            key={name}
            id={name}
            tabIndex={-1}
            className={styles[name]}
            data-pane={name}
            hidden={!isShown(name, room, unfolded)}
          >
            {panes[name]}
          </div>
        ))}
        {columns && (
          <Splitter
            {...splitter}
            key="splitter-left"
            name="left"
            label={room === 'wide' ? 'Width of policy and request' : `Width of the ${unfolded}`}
            pane={unfolded ?? 'policy'}
            value={sizes.left}
            usual={DEFAULT_SIZES[door].left}
            line="vertical"
          />
        )}
        {room === 'wide' && (
          <Splitter
            {...splitter}
            key="splitter-policy"
            name="policy"
            label="Height of the policy"
            pane="policy"
            value={sizes.policy}
            usual={DEFAULT_SIZES[door].policy}
            line="horizontal"
          />
        )}
        {(room === 'wide' || room === 'medium') && (
          <>
            <Splitter
              {...splitter}
              name="right"
              label="Width of answer and timeline"
              pane="answer"
              value={sizes.right}
              usual={DEFAULT_SIZES[door].right}
              line="vertical"
              paneAfter
            />
            <Splitter
              {...splitter}
              name="answer"
              label="Height of the answer"
              pane="answer"
              value={sizes.answer}
              usual={DEFAULT_SIZES[door].answer}
              line="horizontal"
            />
          </>
        )}
        {room === 'small' && <div ref={setPlayer} className={styles.player} />}
      </main>
    </PlayerSlot>
  )
}

function useRoom(presenting: boolean): PageLayout {
  const wide = useMediaQuery(WIDE)
  const medium = useMediaQuery(MEDIUM)
  if (presenting) return 'presenting'
  if (wide) return 'wide'
  return medium ? 'medium' : 'small'
}

/** Shows the pane of a place that is pinned elsewhere: unfolds the pane, or scrolls to it. */
function useComing(room: PageLayout, unfold: (pane: Folding) => void): void {
  useEffect(
    () =>
      playground.subscribe(({ pinned }, before) => {
        if (pinned === before.pinned || (pinned?.kind !== 'text' && pinned?.kind !== 'request')) return
        const name = pinned.kind === 'text' ? 'policy' : 'request'
        if (room === 'medium') unfold(name)
        if (room !== 'small') return
        const pane = document.getElementById(name)
        // A person who clicked in the pane sees it already.
        if (pane?.contains(document.activeElement) === false) pane.scrollIntoView({ block: 'start' })
      }),
    [room, unfold],
  )
}
