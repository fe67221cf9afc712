import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import { beginTour, openDialog } from '../session/index.ts'
import styles from './Learn.module.css'

interface LearnProps {
  /** The id of the example that is open. */
  readonly current: string
  onOpen(example: string): void
}

/** One example for each mode of constrained impersonation, for legacy, and for a refusal; and other ways to learn. */
export function Learn({ current, onOpen }: LearnProps) {
  return (
    <nav className={styles.ways} aria-label="Constrained impersonation">
      <ol className={styles.steps} aria-label="Six examples">
        {FIRST_STEPS.map(({ example, name }) => (
          <li key={example}>
            <button
              type="button"
              className={styles.step}
              aria-current={example === current ? 'step' : undefined}
              onClick={() => onOpen(example)}
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
      <ul className={styles.steps} aria-label="Other ways to learn">
        <li>
          <button type="button" className={styles.step} aria-haspopup="dialog" onClick={() => openDialog('modes')}>
            The four modes
          </button>
        </li>
        <li>
          <button type="button" className={styles.step} onClick={beginTour}>
            Tour
          </button>
        </li>
        <li>
          <button type="button" className={styles.step} aria-haspopup="dialog" onClick={() => openDialog('courses')}>
            Courses
          </button>
        </li>
      </ul>
    </nav>
  )
}
