import { FIRST_STEPS } from '@authz-playground/examples/first-steps'
import type { Place } from '@authz-playground/examples/route'
import { Term } from '../ui/index.ts'
import styles from './Learn.module.css'
import { RouteWalk } from './RouteWalk.tsx'

interface LearnProps {
  /** The id of the example that is open. */
  readonly current: string
  /** Its place on its route. */
  readonly place: Place | undefined
  onOpen(example: string): void
}

/** What constrained impersonation is, and one example for each of its modes, for legacy, and for a refusal. */
export function Learn({ current, place, onOpen }: LearnProps) {
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
        <RouteWalk place={place} onOpen={onOpen} />
      </div>
    </section>
  )
}
