import { useId } from 'react'
import { GoalMark } from '../../goals/index.ts'
import { LinkButton, LinkedWords, Words } from '../../ui/index.ts'
import type { GoalPreview, VerdictPreview } from '../../worker/index.ts'
import styles from './GoalsCompared.module.css'
import { useGoing } from './places.tsx'

/** The goals of a lesson at its start and with its solution, side by side, each with the reason. */
export function GoalsCompared({ goals }: { readonly goals: readonly GoalPreview[] }) {
  const goTo = useGoing()
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles.goals}>
      <h4 id={heading} className={styles.heading}>
        Goals
      </h4>
      <ol>
        {goals.map(({ sentence, range, start, solution }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is known by its place, and may be there twice
          <li key={at} className={styles.goal}>
            <p className={styles.sentence}>
              <Words of={sentence} />{' '}
              <LinkButton
                className={styles.line}
                aria-label={`Goal ${at + 1}: line ${range.line}`}
                onClick={() => goTo({ text: 'course', start: range.start, end: range.end })}
              >
                line {range.line}
              </LinkButton>
            </p>
            <dl className={styles.verdicts}>
              <div>
                <dt>At the start</dt>
                <dd>
                  <Verdict of={start} />
                </dd>
              </div>
              <div>
                <dt>With the solution</dt>
                <dd>
                  <Verdict of={solution} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
    </section>
  )
}

const STATES = {
  holds: 'Holds',
  fails: 'Does not hold',
  'not-decided': 'Not decided',
} as const satisfies Readonly<Record<VerdictPreview['state'], string>>

function Verdict({ of: { state, words, near, places } }: { readonly of: VerdictPreview }) {
  const goTo = useGoing()
  const targets = new Map(places.map(({ line, range }) => [line, range]))
  const go = ({ start, end }: { readonly start: number; readonly end: number }) => goTo({ text: 'course', start, end })
  return (
    <div className={styles.verdict}>
      <GoalMark state={state} />
      <div className={styles.why}>
        <p>
          <strong aria-hidden="true">{STATES[state]}</strong>
          {words.length > 0 && (
            <>
              {': '}
              <LinkedWords of={words} targets={targets} onGo={go} />
            </>
          )}
        </p>
        {near && (
          <p>
            <LinkedWords of={near} targets={targets} onGo={go} />
          </p>
        )}
      </div>
    </div>
  )
}
