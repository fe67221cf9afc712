import { cellAgreement, type ExpectedCell, reviewsOf } from '@authz-playground/examples/versions'
import type { DesignRow } from '@authz-playground/pictures'
import { OUTCOME_MARKS } from '@authz-playground/pictures'
import type { WalkStop } from '../../../session/index.ts'
import { DecisionMark, VisuallyHidden, Words, withCode } from '../../../ui/index.ts'
import { cellOutcome } from './stops.ts'
import styles from './VersionCell.module.css'

interface CellProps {
  readonly stop: WalkStop
  /** Undefined while it is being decided. */
  readonly row: DesignRow | undefined
  readonly current: boolean
  /** Whether the KEP’s words are in the cell. They are not where they are above already. */
  readonly quoted?: boolean
  onOpen(): void
}

/** The outcome of one cell, and the KEP's expectation. A click opens it on the page. */
export function VersionCell({ stop: { title, expected }, row, current, quoted = true, onOpen }: CellProps) {
  return (
    <>
      <button type="button" className={styles.open} aria-current={current} onClick={onOpen}>
        <VisuallyHidden>{title}: </VisuallyHidden>
        {row === undefined ? (
          '…'
        ) : (
          <DecisionMark decision={row.outcome ? OUTCOME_MARKS[row.outcome.kind] : 'NotDecided'} />
        )}
        {row?.outcome && <span className={styles.code}>{row.outcome.code}</span>}
        {row?.outcome && <span className={styles.checks}>{row.checks === 1 ? '1 check' : `${row.checks} checks`}</span>}
        {row?.constraint && <code className={styles.constraint}>{row.constraint}</code>}
      </button>
      {row?.problem && <p className={styles.quote}>{row.problem.message}</p>}
      {expected && <Expectation expected={expected} quoted={quoted} row={row} />}
    </>
  )
}

interface ExpectationProps extends Pick<CellProps, 'row'> {
  readonly expected: ExpectedCell
  readonly quoted: boolean
}

/** The KEP's expectation, in its words, and whether the outcome agrees. */
function Expectation({ expected, quoted, row }: ExpectationProps) {
  const { code, quote, reviews } = expected
  const outcome = row && cellOutcome(row)
  const verdict = outcome && cellAgreement(outcome, expected)
  const made = outcome && reviewsOf(outcome)
  return (
    <div className={styles.expected}>
      <p title={`KEP-5284, ${quote.section}`}>
        KEP: {code}, <span className={verdict === 'differs' ? styles.differs : undefined}>{verdict ?? '…'}</span>
      </p>
      {quoted && (
        <p className={styles.quote}>
          <q>
            <Words of={withCode(quote.words)} />
          </q>
        </p>
      )}
      {reviews && verdict === 'agrees' && made !== reviews.count && (
        <p className={styles.quote} title={`KEP-5284, ${reviews.quote.section}`}>
          <q>{reviews.quote.words}</q> <span className={styles.differs}>Computed: {made}.</span>
        </p>
      )}
    </div>
  )
}
