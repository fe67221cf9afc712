import { openDialog } from '../../session/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './TryBar.module.css'

/** Leads back to the author’s view while its course is tried as a learner. */
export function TryBar() {
  return (
    <section className={styles.bar} aria-label="Your course">
      <p>You try your course as a learner. Nothing that you do here changes it.</p>
      <Button onClick={() => openDialog('author')}>Back to the author’s view</Button>
    </section>
  )
}
