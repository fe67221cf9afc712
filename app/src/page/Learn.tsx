import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import { beginTour, openDialog, useTour } from '../session/index.ts'
import { Term } from '../ui/index.ts'
import styles from './Learn.module.css'

interface LearnProps {
  /** The id of the example that is open. */
  readonly current: string
  onOpen(example: string): void
}

/** What constrained impersonation is, and one example for each of its modes, for legacy, and for a refusal. */
export function Learn({ current, onOpen }: LearnProps) {
  const offered = useTour((now) => now.offered)
  return (
    <section className={styles.learn} aria-label="Constrained impersonation">
      <div className={styles.about}>
        <p>
          <strong>Constrained impersonation</strong> asks three times before a request with{' '}
          <code className={styles.command}>--as=jane</code> goes through: may the <Term name="requestor" /> do this{' '}
          <em>as somebody else</em>, may it be <em>that</em> somebody, and may that somebody do it?
        </p>
        <p>
          Four <Term name="mode">modes</Term> ask the first two, one for each kind of user, then the old verb{' '}
          <code>impersonate</code>; RBAC says Allow or <Term name="NoOpinion" /> to each <Term name="check" />.
        </p>
      </div>
      <div className={styles.ways}>
        <ol className={styles.steps} aria-label="Six examples">
          {FIRST_STEPS.map(({ example, name, by }) => (
            <li key={example}>
              <button
                type="button"
                className={styles.step}
                aria-current={example === current ? 'step' : undefined}
                onClick={() => onOpen(example)}
              >
                <span>{name}</span>
                <span className={styles.by}>{by === undefined ? 'refused' : <code>{by}</code>}</span>
              </button>
            </li>
          ))}
        </ol>
        <ul className={styles.steps} aria-label="Other ways to learn">
          <li>
            <button type="button" className={styles.step} onClick={beginTour}>
              <span>{offered ? 'New here? A tour' : 'Tour'}</span>
              <span className={styles.by}>three minutes</span>
            </button>
          </li>
          <li>
            <button type="button" className={styles.step} aria-haspopup="dialog" onClick={() => openDialog('courses')}>
              <span>Courses</span>
              <span className={styles.by}>45 minutes each</span>
            </button>
          </li>
        </ul>
      </div>
    </section>
  )
}
