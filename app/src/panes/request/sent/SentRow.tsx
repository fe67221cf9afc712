import { OUTCOME_MARKS } from '@authz-playground/pictures'
import { DecisionMark, VisuallyHidden, Words } from '../../../ui/index.ts'
import type { SentView } from '../../../worker/index.ts'
import styles from './SentHistory.module.css'

interface SentRowProps {
  readonly index: number
  readonly chosen: boolean
  /** Undefined while its answer is on its way. */
  readonly view: SentView | undefined
  /** Its outcome is held back. */
  readonly held: boolean
  onChoose(): void
}

/** One request: its number, time, summary and outcome. */
export function SentRow({ index, chosen, view, held, onChoose }: SentRowProps) {
  return (
    <label className={styles.row} data-chosen={chosen} data-request={index}>
      <input type="radio" name="sent request" checked={chosen} onChange={onChoose} />
      <span className={styles.number}>
        <VisuallyHidden>Request </VisuallyHidden>
        {index + 1}
      </span>
      <span className={styles.time}>
        {view && (
          <>
            <VisuallyHidden>, at </VisuallyHidden>
            {index === 0 ? '0 s' : `+${view.at} s`}
          </>
        )}
      </span>
      <span className={styles.summary}>{view ? <What view={view} /> : '…'}</span>
      {view && !held && <Came view={view} />}
    </label>
  )
}

function What({ view: { summary, problem } }: { readonly view: SentView }) {
  return (
    <>
      <VisuallyHidden>: </VisuallyHidden>
      {summary && <Words of={summary} />}
      {problem && <em className={styles.problem}>{summary ? ' (not fully understood)' : 'not understood'}</em>}
      <VisuallyHidden>, </VisuallyHidden>
    </>
  )
}

function Came({ view: { outcome } }: { readonly view: SentView }) {
  return (
    <span className={styles.outcome}>
      <DecisionMark decision={outcome ? OUTCOME_MARKS[outcome.kind] : 'NotDecided'} /> {outcome?.code}
    </span>
  )
}
