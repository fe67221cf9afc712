import type { SubjectName } from '@authz-playground/engine'
import type { AnswerRequest, AnswerRow } from '@authz-playground/engine/questions'
import { shortened } from '@authz-playground/pictures'
import { useState } from 'react'
import { openQuestion } from '../../session/index.ts'
import { Icon, LinkButton } from '../../ui/index.ts'
import { AskButton } from './AskButton.tsx'
import styles from './Questions.module.css'
import { Ways } from './Ways.tsx'

const KINDS = [
  { kind: 'User', title: 'Users' },
  { kind: 'Group', title: 'Groups' },
  { kind: 'ServiceAccount', title: 'Service accounts' },
] as const

/** So many subjects of a kind are listed at first. */
const FEW = 50
/** And so many more by each click. */
const MORE = 500

interface SubjectTableProps {
  readonly rows: readonly AnswerRow[]
  /** The request that each of them may make; absent where it is that of its row. */
  readonly request: AnswerRequest | undefined
}

/** Subjects by kind, each with the rules and bindings that allow it. */
export function SubjectTable({ rows, request }: SubjectTableProps) {
  return (
    <table className={styles.table} aria-label="Who can">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">By</th>
          <th scope="col">Its rights</th>
        </tr>
      </thead>
      {KINDS.map(({ kind, title }) => {
        const of = rows.filter(({ subject }) => subject.kind === kind)
        return of.length === 0 ? null : <OfKind key={kind} title={title} rows={of} request={request} />
      })}
    </table>
  )
}

function OfKind({ title, rows, request }: SubjectTableProps & { readonly title: string }) {
  const [open, setOpen] = useState(true)
  const [count, setCount] = useState(FEW)
  const shown = open ? rows.slice(0, count) : []
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={3}>
          <LinkButton className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'next'} />
            {title} ({rows.length.toLocaleString('en')})
          </LinkButton>
        </th>
      </tr>
      {shown.map(({ subject, evidence, request: own }) => (
        <tr key={`${subject.namespace}/${subject.name}`}>
          <th scope="row">
            <AskButton subject={subject} request={request ?? own} label={shownName(subject)}>
              <code>{shownName(subject)}</code>
            </AskButton>
          </th>
          <td data-column="By">
            <Ways of={evidence} />
          </td>
          <td data-column="Rights">
            <LinkButton
              aria-label={`What can ${shownName(subject)}`}
              onClick={() => openQuestion({ tab: 'what', subject })}
            >
              What can
            </LinkButton>
          </td>
        </tr>
      ))}
      {open && shown.length < rows.length && (
        <tr>
          <td colSpan={3}>
            <LinkButton onClick={() => setCount(count + MORE)}>
              {(rows.length - shown.length).toLocaleString('en')} more
            </LinkButton>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** `prod/ci`, `jane`. */
function shownName({ kind, namespace, name }: SubjectName): string {
  return shortened(kind === 'ServiceAccount' ? `${namespace}/${name}` : name)
}
