import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { rowIn } from './rows.ts'

interface RowFocus {
  /** The one row that Tab reaches: the focused row, else that of the current step. */
  readonly reachable: number
  /** Props for the element around the rows. */
  readonly around: {
    onFocus(event: FocusEvent): void
    onBlur(event: FocusEvent): void
    onKeyDown(event: KeyboardEvent): void
  }
}

/**
 * Tab reaches one row; the arrow keys, Home and End move through the rows, so that thousands of rows do not trap the
 * Tab key.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, position: number, steps: number): RowFocus {
  const [reached, setReached] = useState<number>()
  const reachable = Math.min(reached ?? position, steps - 1)
  const moved = useRef(false)

  // A row far away is drawn only once it is reachable, and can take the focus only then.
  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    rowIn(list.current, reachable)?.focus()
  }, [list, reachable])

  return {
    reachable,
    around: {
      onFocus({ target }) {
        const row = target.closest<HTMLElement>('[data-row]')
        if (row !== null) setReached(Number(row.dataset.row))
      },
      onBlur({ currentTarget, relatedTarget }) {
        if (!currentTarget.contains(relatedTarget)) setReached(undefined)
      },
      onKeyDown(event) {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
        if (!(event.target as Element).matches('[data-step]')) return
        const to = { ArrowDown: reachable + 1, ArrowUp: reachable - 1, Home: 0, End: steps - 1 }[event.key]
        if (to === undefined) return
        event.preventDefault()
        event.stopPropagation()
        const next = Math.min(Math.max(to, 0), steps - 1)
        moved.current = next !== reachable
        setReached(next)
      },
    },
  }
}
