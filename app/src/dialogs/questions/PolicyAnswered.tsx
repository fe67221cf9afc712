import { lineInWords } from '@authz-playground/engine/internal/words'
import type { ReactNode } from 'react'
import { placeIn, showInEditor } from '../../session/index.ts'
import { Button, classes, LinkButton } from '../../ui/index.ts'
import styles from './Questions.module.css'
import type { AskedPolicy } from './usePolicyQuestion.ts'

interface PolicyAnsweredProps<Answer> {
  readonly asked: AskedPolicy<Answer>
  /** The answer in a sentence. */
  lead(answer: Answer): ReactNode
  children(answer: Answer): ReactNode
}

/** The answer to a question; while it is on its way, the one before, and what stops it. */
export function PolicyAnswered<Answer>({ asked, lead, children }: PolicyAnsweredProps<Answer>) {
  const { last, current, slow, stopped, stop, again } = asked
  return (
    <div className={styles.answer} aria-busy={!current && !stopped}>
      {/* It is there before its words are, so that screen readers say them. */}
      <div role="status">
        {stopped && (
          <p className={styles.bar}>
            Stopped. <Button onClick={again}>Ask again</Button>
          </p>
        )}
        {slow && !stopped && (
          <p className={styles.bar}>
            This question takes long. <Button onClick={stop}>Stop</Button>
          </p>
        )}
        {last !== undefined && 'answer' in last && (
          <p className={classes(styles.lead, !current && styles.outdated)}>{lead(last.answer)}</p>
        )}
      </div>
      {last !== undefined && (
        <div className={classes(styles.result, !current && styles.outdated)} inert={!current}>
          {'answer' in last ? children(last.answer) : <Beyond of={last.beyond} />}
        </div>
      )}
    </div>
  )
}

function Beyond({ of: { message, fix, range } }: { readonly of: Beyond }) {
  return (
    <div role="alert">
      <p>
        <strong>Not answered.</strong> {message}
      </p>
      {fix !== undefined && <p>{fix}</p>}
      {range !== undefined && (
        <p>
          <LinkButton onClick={() => showInEditor(placeIn(range))}>{lineInWords(range)}</LinkButton>
        </p>
      )}
    </div>
  )
}

type Beyond = Extract<NonNullable<AskedPolicy<unknown>['last']>, { readonly beyond: unknown }>['beyond']
