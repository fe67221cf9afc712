import { shortened } from '@authz-playground/pictures'
import { useMemo } from 'react'
import { goTo, mend, present, sequenceOf, useMistakes, usePlayground } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import { type AnswerView, errorCount } from '../../worker/index.ts'
import styles from './Caveats.module.css'
import { type ListedProblem, problemsOf } from './problems.ts'

/** The first problems of all texts: what was found, where, and how to correct it. */
export function ProblemList({ answer }: { readonly answer: AnswerView }) {
  const here = usePlayground(({ scenario }) => sequenceOf(scenario).here)
  const { shown, total } = useMemo(() => problemsOf(answer, here), [answer, here])
  if (total === 0) return null
  return (
    <>
      <ul className={styles.problems} aria-label="Errors">
        {shown.map((problem) => (
          <OneProblem
            key={`${problem.text} ${problem.diagnostic.range.start} ${problem.diagnostic.code}`}
            problem={problem}
          />
        ))}
      </ul>
      {total > shown.length && (
        <p className={styles.more}>
          {errorCount(total)} in all; these are the first {shown.length}.
        </p>
      )}
    </>
  )
}

function OneProblem({ problem: { diagnostic, text, place, sent } }: { readonly problem: ListedProblem }) {
  const { code, message, fix, detail, range } = diagnostic
  const { last, current } = useMistakes()
  const mistake =
    last?.mistakes.findIndex(
      (one) =>
        one.mendable && one.code === code && one.range.source === range.source && one.range.start === range.start,
    ) ?? -1
  return (
    <li className={styles.problem}>
      <LinkButton
        onClick={() => {
          if (sent !== undefined) present(sent)
          goTo(place)
        }}
      >
        {text}, line {range.line}, column {range.column}
      </LinkButton>
      {mistake !== -1 && (
        <>
          {' · '}
          <LinkButton disabled={!current} onClick={() => void mend({ mend: 'one', mistake })}>
            Mend
          </LinkButton>
        </>
      )}
      <p>{shortened(message)}</p>
      {fix !== undefined && <p className={styles.fix}>{shortened(fix)}</p>}
      {detail !== undefined && <p className={styles.detail}>{shortened(detail)}</p>}
    </li>
  )
}
