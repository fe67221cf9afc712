import { IconButton, VisuallyHidden } from '../ui/index.ts'
import styles from './LeavePresenting.module.css'

/** Replaces the header in the present view: a quiet button in the corner, which leaves that view. */
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
