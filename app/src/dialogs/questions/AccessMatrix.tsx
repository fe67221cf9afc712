import type { SubjectName } from '@authz-playground/engine'
import {
  type AccessMatrixAnswer,
  type Extent,
  extentAt,
  type MatrixColumn,
  type MatrixSection,
  requestOfCell,
} from '@authz-playground/engine/internal/answers'
import { shortened } from '@authz-playground/pictures'
import { type KeyboardEvent, useRef, useState } from 'react'
import { subjectWord, usePlayground, workerApi } from '../../session/index.ts'
import { Button, classes, LinkButton, Select, useRetriedEffect } from '../../ui/index.ts'
import styles from './AccessMatrix.module.css'
import { isAskable, putOnChart } from './put-on-chart.ts'
import questions from './Questions.module.css'
import { Remarks } from './Remarks.tsx'

interface AccessMatrixProps {
  /** Empty: everywhere. */
  readonly namespace: string
}

/** What all subjects may do with many resources. The worker computes it part by part, until it is stopped. */
export function AccessMatrix({ namespace }: AccessMatrixProps) {
  const view = usePlayground((now) => now.answer)
  const [whole, setWhole] = useState<AccessMatrixAnswer>()
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const [beyond, setBeyond] = useState<string>()
  const [stopped, setStopped] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is asked about anew
  useRetriedEffect(
    (isCurrent) => {
      if (stopped) return
      const goOn = async (begin: boolean): Promise<void> => {
        const part = await workerApi().matrix(namespace, begin)
        if (!isCurrent() || part === undefined) return
        if ('beyond' in part) setBeyond(part.beyond.message)
        else if ('sections' in part.answer) setWhole(part.answer)
        else {
          setProgress(part.answer)
          await goOn(false)
        }
      }
      // When the worker has ended, the page says so.
      goOn(true).catch(() => undefined)
    },
    [namespace, view, stopped],
  )
  if (beyond !== undefined)
    return (
      <p role="alert">
        <strong>Not answered.</strong> {beyond}
      </p>
    )
  const { done, total } = progress
  const far = total === 0 ? '' : `${done.toLocaleString('en')} of ${total.toLocaleString('en')} subjects`
  return (
    <>
      {/* It is there before its words are, so that screen readers say them. */}
      <p role="status" className={questions.lead}>
        {stopped && `Stopped${far && ` after ${far}`}.`}
        {whole?.lead}
      </p>
      {whole === undefined && (
        <div className={questions.bar}>
          {!stopped && (
            <>
              <progress aria-label="Subjects done" value={done} max={Math.max(total, 1)} />
              {far}
            </>
          )}
          <Button key="switch" onClick={() => setStopped(!stopped)}>
            {stopped ? 'Begin again' : 'Stop'}
          </Button>
        </div>
      )}
      {whole !== undefined && whole.subjects.length > 0 && <MatrixTable whole={whole} namespace={namespace} />}
    </>
  )
}

const MARKS: Readonly<Record<Extent, string>> = { all: '●', namespaces: '◐', names: '○', none: '·' }

function extentInWords(extent: Extent, namespace: string): string {
  switch (extent) {
    case 'all':
      return 'everywhere'
    case 'namespaces':
      return namespace === '' ? 'in some namespaces' : `in ${namespace}`
    case 'names':
      return 'for some names'
    case 'none':
      return 'no'
  }
}

const EXTENTS = ['all', 'namespaces', 'names', 'none'] as const

/** So many subjects are shown at first. */
const FEW = 50
/** And so many more by each click. */
const MORE = 200

/** One verb at a time: a row for each subject, a column for each resource. */
function MatrixTable({ whole, namespace }: AccessMatrixProps & { readonly whole: AccessMatrixAnswer }) {
  const { sections, subjects, remarks } = whole
  const [chosen, setChosen] = useState<string>()
  const [shown, setShown] = useState(FEW)
  const section =
    sections.find(({ verb, columns }) => (chosen === undefined ? columns.length > 0 : verb === chosen)) ?? sections[0]
  if (section === undefined) return null
  const { verb, columns, note } = section
  return (
    <>
      <div className={styles.bar}>
        <Select
          label="Verb"
          mono
          value={verb}
          options={sections.map(({ verb }) => ({ value: verb, title: verb }))}
          onChange={setChosen}
        />
        <ul className={styles.legend} aria-label="Marks">
          {EXTENTS.map((extent) => (
            <li key={extent}>
              <span aria-hidden="true">{MARKS[extent]}</span> {extentInWords(extent, namespace)}
            </li>
          ))}
        </ul>
      </div>
      <Remarks of={remarks} />
      {note !== undefined && <p className={questions.soft}>{note}</p>}
      {columns.length > 0 && <Grid section={section} rows={subjects.slice(0, shown)} namespace={namespace} />}
      {shown < subjects.length && (
        <p>
          <LinkButton onClick={() => setShown(shown + MORE)}>
            {(subjects.length - shown).toLocaleString('en')} more subjects
          </LinkButton>
        </p>
      )}
    </>
  )
}

interface GridProps {
  readonly section: MatrixSection
  readonly rows: readonly SubjectName[]
  readonly namespace: string
}

/** Tab reaches one cell, and arrow keys the others. Enter puts the request of a cell on the flowchart. */
function Grid({ section: { verb, columns }, rows, namespace }: GridProps) {
  const [at, setAt] = useState({ row: 0, column: 0 })
  const table = useRef<HTMLTableElement>(null)
  const reached = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, columns.length - 1) }

  function moved({ key, ctrlKey }: KeyboardEvent): { readonly row: number; readonly column: number } | undefined {
    const { row, column } = reached
    const last = { row: rows.length - 1, column: columns.length - 1 }
    switch (key) {
      case 'ArrowRight':
        return { row, column: Math.min(column + 1, last.column) }
      case 'ArrowLeft':
        return { row, column: Math.max(column - 1, 0) }
      case 'ArrowDown':
        return { row: Math.min(row + 1, last.row), column }
      case 'ArrowUp':
        return { row: Math.max(row - 1, 0), column }
      case 'Home':
        return { row: ctrlKey ? 0 : row, column: 0 }
      case 'End':
        return { row: ctrlKey ? last.row : row, column: last.column }
      default:
        return undefined
    }
  }

  function press(event: KeyboardEvent): void {
    const next = moved(event)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus()
  }

  return (
    <div className={styles.scroll}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid, as in the ARIA Authoring Practices */}
      <table ref={table} role="grid" className={styles.matrix} aria-label={`Who may ${verb}`} onKeyDown={press}>
        <thead>
          <tr>
            <th scope="col">Subject</th>
            {columns.map(({ whole, short }) => (
              <th key={whole} scope="col" className={styles.resource} title={whole}>
                <code>{shortened(short)}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((subject, row) => (
            <tr key={subjectWord(subject)}>
              <th scope="row">
                <code>{shortened(subjectWord(subject))}</code>
              </th>
              {columns.map((column, index) => {
                const extent = extentAt(column, row)
                const label = shortened(
                  `${subjectWord(subject)}, ${verb} ${column.whole}: ${extentInWords(extent, namespace)}`,
                )
                return (
                  <td key={column.whole} className={classes(extent === 'none' && styles.none)}>
                    <button
                      type="button"
                      data-cell={`${row} ${index}`}
                      className={styles.cell}
                      tabIndex={row === reached.row && index === reached.column ? 0 : -1}
                      aria-label={label}
                      title={label}
                      onFocus={() => setAt({ row, column: index })}
                      onClick={() => void askAt(subject, verb, column, namespace)}
                    >
                      {MARKS[extent]}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Puts the request of a cell on the flowchart: at a place where it is allowed, if there is one. */
async function askAt(subject: SubjectName, verb: string, { resource }: MatrixColumn, namespace: string): Promise<void> {
  const can = await workerApi()
    .whatCan({ word: subjectWord(subject), groups: [] }, namespace)
    .catch(() => undefined)
  const view = can !== undefined && 'answer' in can && can.answer !== 'nobody' ? can.answer.can : { resources: [] }
  const request = requestOfCell(view, verb, resource, namespace)
  const plain = requestOfCell({ resources: [] }, verb, resource, namespace)
  await putOnChart(subject, isAskable(request) ? request : plain)
}
