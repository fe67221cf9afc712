import type { AnswerTable } from '@authz-playground/examples/arguments'
import { Words, withCode } from '../../../ui/index.ts'
import styles from './ClaimEntry.module.css'

/** The numbers of a claim: a column for each request, and a row for each design or counter. */
export function AnswersTable({ table: { head, requests, rows } }: { readonly table: AnswerTable }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {requests.map((request) => (
            <th key={request} scope="col">
              <Words of={withCode(request)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ of, values }) => (
          <tr key={of}>
            <th scope="row">
              <Words of={withCode(of)} />
            </th>
            {values.map((value, column) => (
              <td key={requests[column]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
