import { shortened } from '@authz-playground/pictures'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/index.ts'
import styles from './Library.module.css'

interface DeletedProps {
  readonly id: string
  readonly name: string
  onUndo(): Promise<void>
}

/** A deleted entry in its place, with a button to restore it. */
export function Deleted({ id, name, onUndo }: DeletedProps) {
  const shown = shortened(name, 80)
  return (
    <li className={styles.deleted}>
      <span>“{shown}” was deleted.</span>
      <Button look="quiet" data-entry={id} aria-label={`Undo deleting “${shown}”`} onClick={() => void onUndo()}>
        Undo
      </Button>
    </li>
  )
}

/** Moves the focus to an entry by its id as soon as it is rendered, because the pressed button may be gone. */
export function useLateFocus(area: { readonly current: HTMLElement | null }): { focus(id: string): void } {
  const wanted = useRef<string>(undefined)
  const [, draw] = useState(0)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const entry = area.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(wanted.current)}"]`)
    if (!entry) return
    entry.focus()
    entry.scrollIntoView({ block: 'nearest' })
    wanted.current = undefined
  })
  return {
    focus(id) {
      wanted.current = id
      draw((count) => count + 1)
    },
  }
}
