import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { rowIn } from './rows.ts'

interface RowFocus {
  /** The one row that Tab comes to: where the person is, else the step that the request has come to. */
  readonly reachable: number
  /** Spread over the element around the rows. */
  readonly around: {
    onFocus(event: FocusEvent): void
    onBlur(event: FocusEvent): void
    onKeyDown(event: KeyboardEvent): void
  }
}

/** Tab comes to one row, the arrow keys, Home and End go through them all: thousands of rows are no trap. */
export function useRowFocus(list: RefObject<HTMLElement | null>, position: number, steps: number): RowFocus {
  const [reached, setReached] = useState<number>()
  const reachable = Math.min(reached ?? position, steps - 1)
  const moved = useRef(false)

  // A row far away is drawn because it is reachable, and can take the focus only then.
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
