import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import { Term } from '../ui/index.ts'
import styles from './Learn.module.css'

interface LearnProps {
  /** The id of the example that is open. */
  readonly current: string
  onOpen(example: string): void
}

/** What constrained impersonation is, and one example for each of its modes, for legacy, and for a refusal. */
export function Learn({ current, onOpen }: LearnProps) {
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
    </section>
  )
}
