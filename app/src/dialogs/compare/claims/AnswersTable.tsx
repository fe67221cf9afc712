import type { AnswerTable } from '@authz-playground/examples/arguments'
import { Words, withCode } from '../../../ui/index.ts'
import styles from './AnswersTable.module.css'

/** Answers of designs to the requests of a claim: codes, a row for each design. */
export function AnswersTable({ table: { requests, rows } }: { readonly table: AnswerTable }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Design</th>
          {requests.map((request) => (
            <th key={request} scope="col">
              <Words of={withCode(request)} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ design, codes }) => (
          <tr key={design}>
            <th scope="row">{design}</th>
            {codes.map((code, column) => (
              <td key={requests[column]}>{code}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
