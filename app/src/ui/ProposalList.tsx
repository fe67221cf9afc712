import { shortened } from '@authz-playground/pictures'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { listPosition } from './anchor-position.ts'
import { classes } from './classes.ts'
import menu from './menu.module.css'
import styles from './ProposalList.module.css'

/** A value that a field proposes. */
interface Proposal {
  /** Unique in its list. */
  readonly key: string
  readonly value: string
  readonly detail?: ReactNode
}

interface ProposalListProps {
  /** The list is `ID-list`, and its options are `ID-0` and so on. */
  readonly id: string
  /** The field, which keeps the focus. */
  readonly field: RefObject<HTMLElement | null>
  /** Empty while the list is closed. */
  readonly proposals: readonly Proposal[]
  /** The one that the arrow keys have reached. */
  readonly active: number | undefined
  onChoose(index: number): void
}

/** The proposals of a field, below it, or above it where there is more room: the list of an editable combobox. */
export function ProposalList({ id, field, proposals, active, onChoose }: ProposalListProps) {
  const list = useRef<HTMLDivElement>(null)
  const expanded = proposals.length > 0
  useEffect(() => {
    const popover = list.current
    const element = field.current
    if (!expanded || popover === null || element === null) return
    popover.showPopover()
    const place = (): void => {
      const room = listPosition(element.getBoundingClientRect(), visualViewport?.height ?? innerHeight, innerHeight)
      Object.assign(popover.style, room)
    }
    place()
    const scrolled = (event: Event): void => {
      if (event.target !== popover) place()
    }
    addEventListener('scroll', scrolled, { capture: true, passive: true })
    addEventListener('resize', place)
    visualViewport?.addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', scrolled, { capture: true })
      removeEventListener('resize', place)
      visualViewport?.removeEventListener('resize', place)
      if (popover.isConnected) popover.hidePopover()
    }
  }, [expanded, field])

  useEffect(() => {
    if (expanded && active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [expanded, active])

  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Proposals" popover="manual" className={menu.popover}>
      {proposals.map(({ key, value, detail }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys choose
        <div
          key={key}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={classes(styles.option, at === active && styles.active)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(at)}
        >
          <code>{shortened(value)}</code>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </div>
      ))}
    </div>
  )
}

/** The proposal to which an arrow key leads from the active one, in a ring. */
export function nextProposal(active: number | undefined, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  const step = key === 'ArrowDown' ? 1 : -1
  const from = active ?? (step === 1 ? -1 : count)
  return (from + step + count) % count
}
