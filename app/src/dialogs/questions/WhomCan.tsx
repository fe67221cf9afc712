import type { RichText } from '@authz-playground/engine'
import type { AnswerRow, WhomCanAnswer } from '@authz-playground/engine/questions'
import { useId } from 'react'
import { choose, subjectWord, useChoices, usePlayground, workerApi } from '../../session/index.ts'
import { Select, Words } from '../../ui/index.ts'
import type { AskedWhomCan, Nobody } from '../../worker/index.ts'
import { AskButton } from './AskButton.tsx'
import { PolicyAnswered } from './PolicyAnswered.tsx'
import styles from './Questions.module.css'
import { Remarks } from './Remarks.tsx'
import { SubjectFields } from './SubjectFields.tsx'
import { chosenSubject, typedGroups } from './subject-choices.ts'
import { usePolicyQuestion } from './usePolicyQuestion.ts'
import { Ways } from './Ways.tsx'
import { NoSubject } from './WhatCan.tsx'

const CLUSTER_ADMIN = 'cluster-admin'

const DIRECTIONS = [
  { value: 'from', title: 'Whom can a subject become?' },
  { value: 'to', title: 'Who can become a subject?' },
  { value: 'admin', title: 'Who can do everything?' },
] as const

/** Whom somebody can become, by which mode and to do what; and who can become somebody, and how. */
export function WhomCan() {
  const choices = useChoices('asks/whom')
  const requestor = usePlayground((now) => now.scenario.requestor)
  const subject = chosenSubject(choices, requestor)
  const wanted = usePlayground((now) => now.answer?.request?.fields.impersonate.username)
  const { to } = choices
  const direction = to === undefined ? 'from' : to === CLUSTER_ADMIN ? 'admin' : 'to'
  const set = (change: Parameters<typeof choose>[1]) => choose('asks/whom', change)
  const question: AskedWhomCan = to === undefined ? { of: subject } : { to }
  const asked = usePolicyQuestion<AskedAnswer | Nobody>(JSON.stringify(question), async () => {
    const result = await workerApi().whomCan(question)
    if (result === undefined || 'beyond' in result) return result
    return { answer: result.answer === 'nobody' ? 'nobody' : { found: result.answer, groups: subject.groups } }
  })
  return (
    <>
      <div className={styles.fields}>
        <div className={styles.wide}>
          <Select
            label="Question"
            value={direction}
            options={DIRECTIONS}
            onChange={(next) =>
              set({ to: next === 'from' ? undefined : next === 'admin' ? CLUSTER_ADMIN : wanted || 'User/admin' })
            }
          />
        </div>
        {direction === 'from' && (
          <SubjectFields
            label="Subject"
            word={subject.word}
            groups={typedGroups(choices.with, subject)}
            onWord={(of) => set({ of, with: choices.of === undefined ? undefined : choices.with })}
            onGroups={(groups) => set({ of: subject.word, with: groups })}
          />
        )}
        {direction === 'to' && <SubjectFields label="Becomes" word={to ?? ''} onWord={(next) => set({ to: next })} />}
      </div>
      <PolicyAnswered
        asked={asked}
        lead={(asked) => (asked === 'nobody' ? <NoSubject /> : <Words of={asked.found.lead} />)}
      >
        {(asked) => asked !== 'nobody' && <Found {...asked} />}
      </PolicyAnswered>
    </>
  )
}

/** An answer, and the groups of the subject whom the question is about. */
interface AskedAnswer {
  readonly found: WhomCanAnswer
  readonly groups: readonly string[]
}

function Found({ found, groups }: AskedAnswer) {
  const isTo = found.kind === 'to'
  const own = found.kind === 'subject' ? groups : []
  return (
    <>
      <Remarks of={found.remarks} />
      {found.kind !== 'cluster-admin' && (
        <>
          <Rows
            title="By impersonation"
            rows={found.impersonations.rows}
            groups={own}
            none={found.impersonations.otherwise}
          />
          <Rows title="In other ways" rows={found.ways.rows} groups={own} none={found.ways.otherwise} />
        </>
      )}
      <Rows
        title={isTo ? 'By several steps' : 'To everything, as cluster-admin'}
        rows={found.paths.rows.map(({ of, ...row }) => ({ ...row, certain: of.certain }))}
        groups={own}
        none={found.paths.otherwise}
      />
    </>
  )
}

/** So many rows are listed. */
const MOST = 200

interface RowsProps {
  readonly title: string
  readonly rows: readonly (AnswerRow & { readonly certain?: boolean })[]
  readonly groups: readonly string[]
  /** What there is to say without rows. */
  readonly none: RichText
}

/** Sentences, each with the rules that it rests on. */
function Rows({ title, rows, groups, none }: RowsProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {rows.length > 0 && ` (${rows.length.toLocaleString('en')})`}
      </h3>
      {rows.length === 0 ? (
        <p className={styles.soft}>
          <Words of={none} />
        </p>
      ) : (
        <table className={styles.table} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Who, and how</th>
              <th scope="col">By</th>
              <th scope="col">Request</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole, and without state
              <tr key={at}>
                <td>
                  <Words of={row.words} />
                  {row.certain === false && (
                    <span className={styles.soft}> It depends on pods or Secrets that no policy describes.</span>
                  )}
                </td>
                <td data-column="By">
                  <Ways of={row.evidence} />
                </td>
                <td data-column="Request">
                  <AskButton
                    subject={row.subject}
                    groups={groups}
                    request={row.request}
                    label={`Ask as ${subjectWord(row.subject)}`}
                  >
                    {row.request ? 'Ask' : '–'}
                  </AskButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > MOST && (
        <p className={styles.soft}>
          These are the first {MOST}; <code>authz-playground whom-can</code> prints all.
        </p>
      )}
    </section>
  )
}
