import { IconButton, VisuallyHidden } from '../ui/index.ts'
import styles from './LeavePresenting.module.css'

/** Stands in for the header in the present view: the way out, quiet in its corner. */
export function LeavePresenting({ onLeave }: { onLeave(): void }) {
  return (
    <header>
      <VisuallyHidden>
        <h1>Authorization playground, present view</h1>
      </VisuallyHidden>
      <div className={styles.leave}>
        <IconButton icon="close" label="Leave the present view" keys="Esc" onClick={onLeave} />
      </div>
    </header>
  )
}
