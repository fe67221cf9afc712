import type { Scenario } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { decidedByWords, MARKS, markOf, withCodeApart } from '@authz-playground/pictures'
import { CheckMark, DecisionMark, Words } from '../ui/index.ts'
import { type AnswerView, caveatOf } from '../worker/index.ts'
import { DecidingRule, NearestRule } from './DecidingRule.tsx'
import styles from './MomentView.module.css'
import type { Moment } from './moment.ts'

interface MomentViewProps {
  readonly of: Exclude<Moment, { readonly is: 'question' }>
  /** The scenario that the answer is of: rules are quoted from it. */
  readonly scenario: Scenario
}

/** What happens to the request at a moment: a step in words, a check with the rule that decided it, or the answer. */
export function MomentView({ of, scenario }: MomentViewProps) {
  switch (of.is) {
    case 'step':
      return (
        <p className={styles.words}>
          <Words of={of.sentence} />
        </p>
      )
    case 'check':
      return (
        <>
          <p className={styles.number}>Check {of.number}</p>
          <p className={styles.words}>
            <Words of={of.question} />
          </p>
          {of.decided && (
            <>
              <p className={styles.words}>
                <CheckMark of={of.decided} withWord />{' '}
                <span className={styles.because}>
                  <Words of={decidedByWords(of.decided)} />
                </span>
              </p>
              <DecidingRule check={of.decided} scenario={scenario} />
            </>
          )}
        </>
      )
    case 'end':
      return (
        <>
          <Answer answer={of.answer} />
          {of.decided && <DecidingRule check={of.decided} scenario={scenario} />}
          {isRefused(of.answer.trace) && <NearestRule answer={of.answer} scenario={scenario} />}
          <Because answer={of.answer} />
        </>
      )
  }
}

function Answer({ answer }: { readonly answer: AnswerView }) {
  const mark = markOf(answer)
  const { code, rest } = withCodeApart(answer.sentence)
  const caveat = caveatOf(answer)
  return (
    <>
      <p className={styles.answer}>
        <DecisionMark decision={mark} />{' '}
        {code !== undefined && (
          <span className={styles.code} style={{ color: `var(${MARKS[mark].token})` }}>
            {code}
          </span>
        )}
        <Words of={rest} />
      </p>
      {caveat !== undefined && <p className={styles.because}>{caveat}</p>}
    </>
  )
}

function Because({ answer: { state, because } }: { readonly answer: AnswerView }) {
  if (state === 'not-decided' || because.length === 0) return null
  return (
    <p className={styles.because}>
      <Words of={because} />
    </p>
  )
}
