import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import { IconButton, Term } from '../ui/index.ts'
import styles from './Learn.module.css'

interface LearnProps {
  /** The id of the example that is open. */
  readonly current: string
  onOpen(example: string): void
}

/** What constrained impersonation is, and one example for each of its modes, for legacy, and for a refusal. */
export function Learn({ current, onOpen }: LearnProps) {
  const at = FIRST_STEPS.findIndex(({ example }) => example === current)
  const before = FIRST_STEPS[at - 1]
  const after = FIRST_STEPS[at + 1]
  return (
    <section className={styles.learn} aria-label="Constrained impersonation">
      <div className={styles.about}>
        <p>
          To impersonate is to send a request as somebody else:{' '}
          <code className={styles.command}>kubectl get pods --as=jane</code>. <strong>Constrained impersonation</strong>{' '}
          lets it through only where three answers are yes: may the <Term name="requestor" /> do this{' '}
          <em>as somebody else</em>, may it be <em>that</em> somebody, and may that somebody do it?
        </p>
        <p>
          For the first two questions there are four <Term name="mode">modes</Term>, one for each kind of user; after
          them the old verb <code>impersonate</code> is asked. RBAC answers each <Term name="check" /> with Allow or{' '}
          <Term name="NoOpinion" />, and what nobody allows is refused.
        </p>
      </div>
      <div className={styles.line}>
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
        <span className={styles.walk}>
          <IconButton
            icon="previous"
            label="Previous example"
            aria-disabled={before === undefined}
            onClick={() => before && onOpen(before.example)}
          />
          <IconButton
            icon="next"
            label="Next example"
            aria-disabled={after === undefined}
            onClick={() => after && onOpen(after.example)}
          />
        </span>
      </div>
    </section>
  )
}
