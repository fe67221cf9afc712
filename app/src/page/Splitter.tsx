import type { PointerEvent } from 'react'
import { classes } from '../ui/index.ts'
import styles from './Splitter.module.css'
import { clamped, LIMITS, moved, type SizeName } from './sizes.ts'

interface SplitterProps {
  readonly name: SizeName
  /** The name of the size that it changes: "Width of the left column". */
  readonly label: string
  /** The id of the pane that it sizes. */
  readonly pane: string
  readonly value: number
  /** The value that a double click brings back. */
  readonly usual: number
  /** The direction of the line: between panes side by side it is vertical. */
  readonly line: 'vertical' | 'horizontal'
  /** The pane is after the line: at its right or below it. */
  readonly paneAfter?: boolean
  /** Called while the line is dragged. */
  onMove(name: SizeName, value: number): void
  /** Called when the person has let go of the line. */
  onRest(): void
}

/** A line between two panes, moved by mouse, finger and arrow keys. A double click puts it back at its default. */
export function Splitter({ name, label, pane, value, usual, line, paneAfter = false, onMove, onRest }: SplitterProps) {
  function drag(event: PointerEvent<HTMLElement>): void {
    const { currentTarget, clientX, clientY } = event
    if (!currentTarget.hasPointerCapture(event.pointerId)) return
    const room = currentTarget.parentElement?.getBoundingClientRect()
    if (room === undefined) return
    const share = line === 'vertical' ? (clientX - room.left) / room.width : (clientY - room.top) / room.height
    onMove(name, clamped(name, 100 * (paneAfter ? 1 - share : share)))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> takes neither focus nor children of its own size
    <div
      role="separator"
      tabIndex={0}
      className={classes(styles.splitter, styles[line], styles[name])}
      aria-label={label}
      aria-controls={pane}
      aria-orientation={line}
      aria-valuenow={Math.round(value)}
      aria-valuemin={LIMITS[name].least}
      aria-valuemax={LIMITS[name].most}
      aria-valuetext={`${Math.round(value)} per cent`}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onLostPointerCapture={onRest}
      onDoubleClick={() => {
        onMove(name, usual)
        onRest()
      }}
      onKeyDown={(event) => {
        const next = moved(name, value, event, paneAfter ? -1 : 1)
        if (next === undefined) return
        event.preventDefault()
        onMove(name, next)
        onRest()
      }}
    />
  )
}
