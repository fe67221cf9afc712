import { finalAnswer } from '@authz-playground/engine/internal/trace'
import type { Sided } from '../../../chart/index.ts'
import { DecisionMark, Words } from '../../../ui/index.ts'
import type { AnswerView } from '../../../worker/index.ts'
import styles from './Sequences.module.css'

/** The reviews of two designs for one request, in the order in which they are made: a row for the first of each, and so on. */
export function Sequences({ answers }: { readonly answers: Sided<AnswerView> }) {
  const [left, right] = answers
  const rows = Math.max(left.checks.length, right.checks.length)
  if (rows === 0) return null
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Reviews, in their order</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{left.design.title}</th>
          <th scope="col">{right.design.title}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a review has no other name than its place
          <tr key={at}>
            <th scope="row">{at + 1}</th>
            <Review answer={left} at={at} />
            <Review answer={right} at={at} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Review({ answer: { checks, trace }, at }: { readonly answer: AnswerView; readonly at: number }) {
  const view = checks[at]
  const check = view && trace?.steps[view.step]?.check
  return (
    <td>
      {check === undefined ? (
        '–'
      ) : (
        <>
          <Words of={view?.question ?? []} /> <DecisionMark decision={finalAnswer(check).decision} withWord />
        </>
      )}
    </td>
  )
}
