import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import fields from '../../ui/fields.module.css'
import { Button, classes, Icon, IconButton } from '../../ui/index.ts'
import { characterNote } from './FormRow.tsx'
import { LongValue } from './LongValue.tsx'
import { LONGEST_FIELD, ROWS_SHOWN } from './limits.ts'
import styles from './Rows.module.css'
import { linesOfPaste } from './rows-paste.ts'
import { PLAIN_INPUT } from './TextRow.tsx'

/** A browser is slow with more offered values. */
const MOST_OFFERED = 300

/** One entry of a list: a group has one cell, an extra has two. */
export type Cells = readonly string[]

interface RowsProps {
  /** The noun for one entry: "group". */
  readonly noun: string
  /** The name of each cell, after the noun and its number; empty where there is only one. */
  readonly cells: readonly string[]
  readonly rows: readonly Cells[]
  onChange(rows: readonly Cells[]): void
  readonly readOnly?: boolean
  isHighlighted?(index: number): boolean
  onPoint?(index: number | undefined): void
  /** Values that the first cell offers; it takes any other. */
  readonly offered?: readonly string[]
  /** Called before the offered values are needed, to load them. */
  onWanted?(): void
  /** The problem of an entry, and what to type. */
  problemOf?(row: Cells): string | undefined
  /** Says where to edit the entries that are not shown. */
  readonly elsewhere?: ReactNode
}

/**
 * An ordered list that can be edited. Entries stay as typed, also duplicate and empty ones. Enter adds an entry,
 * Backspace in an empty one removes it, and each pasted line becomes an entry. A long list shows its first entries.
 */
export function Rows(props: RowsProps) {
  const { noun, cells, rows, onChange, readOnly = false, offered, problemOf, elsewhere } = props
  const base = useId()
  const list = useRef<HTMLUListElement>(null)
  const [limit, setLimit] = useState(ROWS_SHOWN)
  /** There is a blank entry at the end, which becomes an entry when something is typed. */
  const [blank, setBlank] = useState(false)
  const [focusOn, setFocusOn] = useState<number>()
  const hidden = Math.max(0, rows.length - limit)
  const shown: readonly Cells[] = [...rows.slice(0, limit), ...(blank && hidden === 0 ? [cells.map(() => '')] : [])]

  useLayoutEffect(() => {
    if (focusOn === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-entry="${focusOn}"] input`)?.focus()
    setFocusOn(undefined)
  }, [focusOn])

  function write(at: number, row: Cells): void {
    if (at >= rows.length) setBlank(false)
    onChange([...rows.slice(0, at), row, ...rows.slice(at + 1)])
  }

  function add(): void {
    setBlank(true)
    setFocusOn(rows.length)
  }

  function remove(at: number): void {
    if (at >= rows.length) setBlank(false)
    else onChange(rows.toSpliced(at, 1))
    setFocusOn(Math.min(at, Math.max(0, shown.length - 2)))
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, at: number): void {
    const lines = linesOfPaste(event.clipboardData.getData('text/plain'))
    if (cells.length > 1 || lines.length < 2) return
    event.preventDefault()
    setBlank(false)
    const keep = rows[at]?.[0] === '' || at >= rows.length ? 0 : 1
    onChange(rows.toSpliced(at + keep, 1 - keep, ...lines.map((line) => [line])))
  }

  function key(event: KeyboardEvent<HTMLInputElement>, at: number): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && hidden === 0) {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && (shown[at] ?? []).every((cell) => cell === '')) {
      event.preventDefault()
      remove(at)
      setFocusOn(Math.max(0, at - 1))
    }
  }

  return (
    <>
      {shown.length > 0 && (
        <ul ref={list} className={styles.rows}>
          {shown.map((row, at) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same, so their place is all there is
              key={at}
              {...props}
              base={base}
              at={at}
              row={row}
              problem={at < rows.length ? problemOf?.(row) : undefined}
              onWrite={(changed) => write(at, changed)}
              onRemove={() => remove(at)}
              onKeyDown={(event) => key(event, at)}
              onPaste={(event) => paste(event, at)}
            />
          ))}
        </ul>
      )}
      {offered && <Offered id={`${base}-offered`} values={offered} />}
      {hidden > 0 ? (
        <p className={fields.note}>
          {hidden.toLocaleString('en')} more.{' '}
          <Button look="quiet" onClick={() => setLimit(limit + ROWS_SHOWN)}>
            Show {Math.min(hidden, ROWS_SHOWN)} more
          </Button>{' '}
          {elsewhere}
        </p>
      ) : (
        !readOnly && (
          <Button look="quiet" className={styles.add} onClick={add}>
            <Icon name="plus" />
            Add {noun.startsWith('e') ? 'an' : 'a'} {noun}
          </Button>
        )
      )}
    </>
  )
}

function Offered({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.slice(0, MOST_OFFERED).map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

interface RowProps
  extends Pick<RowsProps, 'noun' | 'cells' | 'readOnly' | 'isHighlighted' | 'onPoint' | 'offered' | 'onWanted'> {
  /** The id of the list. */
  readonly base: string
  readonly at: number
  readonly row: Cells
  readonly problem: string | undefined
  onWrite(row: Cells): void
  onRemove(): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
  onPaste(event: ClipboardEvent<HTMLInputElement>): void
}

/** One entry, with a field for each of its cells. */
function Row(props: RowProps) {
  const { noun, cells, readOnly = false, isHighlighted, onPoint, offered, onWanted, base, at, row, problem } = props
  const below = problem ?? row.map(characterNote).find((note) => note !== undefined)
  return (
    <li
      data-entry={at}
      className={classes(styles.row, isHighlighted?.(at) && styles.highlighted)}
      onPointerEnter={() => onPoint?.(at)}
      onPointerLeave={() => onPoint?.(undefined)}
      onFocus={() => onPoint?.(at)}
    >
      <div className={styles.cells}>
        {cells.map((cell, column) => {
          const value = row[column] ?? ''
          if (value.length > LONGEST_FIELD) return <LongValue key={cell} value={value} />
          return (
            <input
              key={cell}
              {...PLAIN_INPUT}
              aria-label={cellName(noun, at + 1, cell)}
              className={classes(fields.control, fields.mono)}
              value={value}
              readOnly={readOnly}
              aria-invalid={problem !== undefined}
              aria-describedby={below === undefined ? undefined : `${base}-${at}`}
              {...(offered && column === 0 && { list: `${base}-offered`, onFocus: onWanted })}
              onChange={(event) => props.onWrite(row.with(column, event.target.value))}
              onKeyDown={props.onKeyDown}
              onPaste={props.onPaste}
            />
          )
        })}
      </div>
      {!readOnly && <IconButton icon="close" label={`Remove ${noun} ${at + 1}`} onClick={props.onRemove} />}
      {below !== undefined && (
        <p
          id={`${base}-${at}`}
          className={classes(fields.note, problem !== undefined && fields.problem, styles.problem)}
        >
          {below}
        </p>
      )}
    </li>
  )
}

function cellName(noun: string, number: number, cell: string): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${number} ${cell}`.trim()
}
