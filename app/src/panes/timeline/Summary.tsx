import { DecisionMark, Term } from '../../ui/index.ts'
import type { CheckTally } from './entries.ts'
import styles from './Timeline.module.css'

/** From so many steps on the summary explains the keys. */
const LONG = 100

/** The number of checks and their decisions: "5 checks: 3 Allow, 2 NoOpinion". */
export function Summary({
  tally,
  steps,
  caveat,
  soFar,
}: {
  readonly tally: CheckTally
  readonly steps: number
  readonly caveat: string | undefined
  /** The request is in progress, and later checks are held back. */
  readonly soFar: boolean
}) {
  const { total, decisions, conditional, conditionsReviews } = tally
  return (
    <>
      {caveat !== undefined && <p className={styles.caveat}>{caveat}</p>}
      <p>
        {total === 0 ? 'No ' : `${total.toLocaleString('en')} `}
        <Term name="check">{total > 1 ? 'checks' : 'check'}</Term>
        {soFar && ' so far'}
        {total === 0 ? (soFar ? '.' : ' was made.') : ': '}
        {decisions.map(({ decision, count }, at) => (
          <span key={decision} className={styles.count}>
            {count.toLocaleString('en')} <DecisionMark decision={decision} withWord />
            {at < decisions.length - 1 && ','}{' '}
          </span>
        ))}
        {conditional > 0 && (
          <span>
            ({total > 1 && `${conditional.toLocaleString('en')} of them `}
            <DecisionMark decision="Conditional" withWord /> first)
          </span>
        )}
        {conditionsReviews > 0 && (
          <span>
            {' '}
            and {conditionsReviews.toLocaleString('en')} <code>AuthorizationConditionsReview</code>
          </span>
        )}
      </p>
      {steps > LONG && (
        <p className={styles.note}>
          {steps.toLocaleString('en')} steps in all. Home and End go to the first and the last.
        </p>
      )}
    </>
  )
}
