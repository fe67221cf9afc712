import type { ReviewLoad } from '@authz-playground/engine/internal/answers'
import { useLastAnswer, workerApi } from '../../session/index.ts'
import type { AnswerView } from '../../worker/index.ts'
import styles from './Cost.module.css'

/** The most reviews that the request costs, with the caches of the API server cold and warm. */
export function Cost({ answer }: { readonly answer: AnswerView }) {
  const most = useLastAnswer(() => workerApi().mostOfReviews(), [answer])
  if (most === undefined) return null
  if (most === null)
    return (
      <p>
        The most reviews are not counted here: the request has too many ways, it is one of several, it asks a question,
        or its design decides by changed fields.
      </p>
    )
  const rows: readonly (readonly [string, ReviewLoad])[] = [
    ['The server has just started', most.cold],
    ['Again at once, after it was allowed', most.afterAllowed],
    ['Again at once, after it was refused', most.afterRefused],
  ]
  const hasWebhooks = most.cold.calls !== undefined
  return (
    <>
      <p>The most that this request costs under this design, whatever the policy is.</p>
      <table className={styles.most}>
        <thead>
          <tr>
            <td />
            <th scope="col">Reviews</th>
            {hasWebhooks && <th scope="col">Calls of webhooks</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(([when, { reviews, calls }]) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              <td>{reviews.toLocaleString('en')}</td>
              {calls !== undefined && <td>{calls.toLocaleString('en')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {hasWebhooks && <p>A call that fails is not kept, so it is made again.</p>}
    </>
  )
}
