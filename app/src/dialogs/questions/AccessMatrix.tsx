import type { SubjectName } from '@authz-playground/engine'
import type { AccessMatrix as Matrix } from '@authz-playground/engine/internal/query'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { subjectWord, usePlayground, workerApi } from '../../session/index.ts'
import { Button, classes, LinkButton, Select, useRetriedEffect } from '../../ui/index.ts'
import type { MatrixView } from '../../worker/index.ts'
import styles from './AccessMatrix.module.css'
import { actionOfCell, columnHeadings, type Extent, extentAt, usedResources } from './matrix.ts'
import { isAskable, putOnChart } from './put-on-chart.ts'
import questions from './Questions.module.css'
import { Remarks } from './Remarks.tsx'

interface AccessMatrixProps {
  /** Empty: everywhere. */
  readonly namespace: string
}

type Whole = Extract<MatrixView, { readonly matrix: unknown }>

/** What all subjects may do with many resources. The worker computes it part by part, until it is stopped. */
export function AccessMatrix({ namespace }: AccessMatrixProps) {
  const view = usePlayground((now) => now.answer)
  const [whole, setWhole] = useState<Whole>()
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
        else if ('matrix' in part.answer) setWhole(part.answer)
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
        {whole && whole.matrix.subjects.length > 0 && sizeInWords(whole.matrix)}
        {whole?.matrix.subjects.length === 0 && 'The bindings of the policy name no subjects.'}
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
      {whole !== undefined && whole.matrix.subjects.length > 0 && <MatrixTable whole={whole} namespace={namespace} />}
    </>
  )
}

function sizeInWords({ subjects, resources }: Matrix): string {
  const who = subjects.length === 1 ? 'one subject' : `${subjects.length.toLocaleString('en')} subjects`
  return `What ${who} may do with ${resources.length.toLocaleString('en')} resources.`
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
function MatrixTable({ whole: { matrix, remarks }, namespace }: { readonly whole: Whole; readonly namespace: string }) {
  const { verbs, resources, subjects } = matrix
  const [verb, setVerb] = useState(() =>
    Math.max(
      verbs.findIndex((_, at) => usedResources(matrix, at).length > 0),
      0,
    ),
  )
  const [shown, setShown] = useState(FEW)
  const columns = useMemo(() => usedResources(matrix, verb), [matrix, verb])
  const name = verbs[verb] ?? ''
  return (
    <>
      <div className={styles.bar}>
        <Select
          label="Verb"
          mono
          value={name}
          options={verbs.map((value) => ({ value, title: value }))}
          onChange={(value) => setVerb(verbs.indexOf(value))}
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
      {columns.length < resources.length && (
        <p className={questions.soft}>
          {`${resources.length - columns.length} of ${resources.length} resources have no column: only a subject that may ${name} all ${resources.length} may ${name} them.`}
        </p>
      )}
      {columns.length > 0 && (
        <Grid
          title={`Who may ${name}`}
          matrix={matrix}
          verb={verb}
          rows={subjects.slice(0, shown)}
          columns={columns}
          namespace={namespace}
        />
      )}
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
  readonly title: string
  readonly matrix: Matrix
  readonly verb: number
  readonly rows: readonly SubjectName[]
  /** Indices of resources. */
  readonly columns: readonly number[]
  readonly namespace: string
}

/** Tab reaches one cell, and arrow keys the others. Enter puts the request of a cell on the flowchart. */
function Grid({ title, matrix, verb, rows, columns, namespace }: GridProps) {
  const [at, setAt] = useState({ row: 0, column: 0 })
  const table = useRef<HTMLTableElement>(null)
  const reached = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, columns.length - 1) }
  const name = matrix.verbs[verb] ?? ''
  const headings = columnHeadings(columns.flatMap((column) => matrix.resources[column] ?? []))

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
      <table ref={table} role="grid" className={styles.matrix} aria-label={title} onKeyDown={press}>
        <thead>
          <tr>
            <th scope="col">Subject</th>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={styles.resource} title={headings[index]?.whole}>
                <code>{headings[index]?.short}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((subject, row) => (
            <tr key={subjectWord(subject)}>
              <th scope="row">
                <code>{subjectWord(subject)}</code>
              </th>
              {columns.map((column, index) => {
                const extent = extentAt(matrix, row, column, verb)
                const resource = matrix.resources[column]
                const label = `${subjectWord(subject)}, ${name} ${headings[index]?.whole}: ${extentInWords(extent, namespace)}`
                return (
                  <td key={column} className={classes(extent === 'none' && styles.none)}>
                    <button
                      type="button"
                      data-cell={`${row} ${index}`}
                      className={styles.cell}
                      tabIndex={row === reached.row && index === reached.column ? 0 : -1}
                      aria-label={label}
                      title={label}
                      onFocus={() => setAt({ row, column: index })}
                      onClick={() => resource && void askAt(subject, name, resource, namespace)}
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
async function askAt(
  subject: SubjectName,
  verb: string,
  resource: Matrix['resources'][number],
  namespace: string,
): Promise<void> {
  const can = await workerApi()
    .whatCan({ word: subjectWord(subject), groups: [] }, namespace)
    .catch(() => undefined)
  const view = can !== undefined && 'answer' in can && can.answer !== 'nobody' ? can.answer.can : { resources: [] }
  const request = { action: actionOfCell(view, verb, resource, namespace), as: { username: '', groups: [] } }
  const plain = { action: { verb, ...resource, namespace }, as: request.as }
  await putOnChart(subject, isAskable(request) ? request : plain)
}
