import { shortened } from '@authz-playground/pictures'
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
