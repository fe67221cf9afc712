import { memo, useEffect, useRef, useState } from 'react'
import { type Block, likelyHeight } from './blocks.ts'
import type { RowManner } from './rows.ts'
import { paneOf } from './scrolling.ts'
import styles from './Timeline.module.css'
import { TimelineRow } from './TimelineRow.tsx'

interface BlockOfRowsProps {
  readonly block: Block
  /** The block is always drawn: because the list is short, or because a row in it is current or has the focus. */
  readonly always: boolean
  /** The row that Tab reaches, if it is in this block. */
  readonly reachable: number | undefined
  readonly open: ReadonlySet<number>
  readonly manner: RowManner
}

/** How far outside of the visible part rows are drawn. */
const AHEAD = '800px 0px'

/** Rows that are drawn near the visible part of the list. Elsewhere they are an empty element of their height. */
export const BlockOfRows = memo(function BlockOfRows({ block, always, reachable, open, manner }: BlockOfRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [near, setNear] = useState(false)
  const [height, setHeight] = useState<number>()

  useEffect(() => {
    const element = list.current
    if (always || element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page may get several changes at once: the last one counts.
        const last = entries.at(-1)
        if (last === undefined) return
        setNear(last.isIntersecting)
        if (!last.isIntersecting) setHeight(last.boundingClientRect.height)
      },
      { root: paneOf(element) ?? null, rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [always])

  const drawn = always || near
  const likely = height === undefined ? `${likelyHeight(block)}rem` : `${height}px`
  return (
    <ol
      ref={list}
      className={styles.rows}
      aria-label={`Steps ${block.first + 1} to ${block.last + 1}`}
      {...(!drawn && { style: { blockSize: likely } })}
    >
      {drawn &&
        block.entries.map((entry) => (
          <TimelineRow
            key={entry.step}
            entry={entry}
            reachable={entry.step === reachable}
            open={open.has(entry.step)}
            manner={manner}
          />
        ))}
    </ol>
  )
})
