import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import fields from '../../ui/fields.module.css'
import { classes, Icon, nextProposal, ProposalList } from '../../ui/index.ts'
import styles from './ComboRow.module.css'
import { type FieldChoice, fitting } from './choices.ts'
import { Below, FormRow, type RowPointing } from './FormRow.tsx'
import { LongValue } from './LongValue.tsx'
import { LONGEST_FIELD } from './limits.ts'
import { PLAIN_INPUT } from './TextRow.tsx'

interface ComboRowProps<C extends FieldChoice> extends RowPointing {
  readonly label: ReactNode
  readonly value: string
  onChange(value: string): void
  /** Called when one of the choices is selected. A choice may set more than this field. */
  onChoose(choice: C): void
  readonly choices: readonly C[]
  /** What an empty field means. */
  readonly empty?: string
  readonly note?: ReactNode
  readonly problem?: ReactNode
  readonly readOnly?: boolean
  /** Called before the choices are needed, to load them. */
  onWanted?(): void
}

/** A field that proposes values and accepts any other: an editable combobox as in the ARIA Authoring Practices. */
export function ComboRow<C extends FieldChoice>(props: ComboRowProps<C>) {
  const {
    label,
    value,
    onChange,
    onChoose,
    choices,
    empty,
    note,
    problem,
    readOnly = false,
    onWanted,
    ...pointing
  } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** Undefined: closed. `fitting`: the choices that match the typed text. `all`: all choices. */
  const [open, setOpen] = useState<'fitting' | 'all'>()
  const [moved, setMoved] = useState<number>()
  const shown = open === undefined || readOnly ? [] : open === 'all' ? choices : fitting(choices, value)
  const expanded = shown.length > 0
  // In the list of all choices the value of the field is selected first.
  const present = open === 'all' ? shown.findIndex((choice) => choice.value === value) : -1
  const active = moved ?? (present === -1 ? undefined : present)
  const below = problem !== undefined || note !== undefined

  function close(): void {
    setOpen(undefined)
    setMoved(undefined)
  }

  function openAll(): void {
    onWanted?.()
    setOpen('all')
    setMoved(undefined)
  }

  function choose(choice: C | undefined): void {
    close()
    if (choice !== undefined) onChoose(choice)
  }

  function key(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || readOnly) return
    const done = ((): boolean => {
      switch (event.key) {
        case 'ArrowDown':
        case 'ArrowUp': {
          if (expanded) setMoved(nextProposal(active, event.key, shown.length))
          else openAll()
          return true
        }
        case 'Enter':
          if (!expanded || active === undefined) return false
          choose(shown[active])
          return true
        case 'Escape':
          if (!expanded) return false
          close()
          return true
        default:
          return false
      }
    })()
    if (!done) return
    event.preventDefault()
    event.stopPropagation()
  }

  if (value.length > LONGEST_FIELD) {
    return (
      <FormRow label={label} {...pointing}>
        <LongValue value={value} />
      </FormRow>
    )
  }
  return (
    <FormRow id={id} label={label} {...pointing}>
      <div className={styles.combo}>
        <input
          ref={input}
          {...PLAIN_INPUT}
          id={id}
          role="combobox"
          aria-expanded={expanded}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={expanded && active !== undefined ? `${id}-${active}` : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          className={classes(fields.control, fields.mono, styles.input)}
          value={value}
          placeholder={empty}
          readOnly={readOnly}
          onChange={(event) => {
            onWanted?.()
            setOpen('fitting')
            setMoved(undefined)
            onChange(event.target.value)
          }}
          onFocus={onWanted}
          onBlur={close}
          onKeyDown={key}
        />
        {!readOnly && (
          // Not a stop of the Tab key, because the arrow keys do the same.
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.toggle}
            onPointerDown={(event) => {
              event.preventDefault()
              input.current?.focus()
              if (expanded) close()
              else openAll()
            }}
          >
            <Icon name="down" />
          </button>
        )}
        <ProposalList
          id={id}
          field={input}
          proposals={shown.map(({ value, detail }) => ({
            key: `${value} ${detail ?? ''}`,
            value,
            ...(detail !== undefined && { detail: <code>{detail}</code> }),
          }))}
          active={active}
          onChoose={(at) => choose(shown[at])}
        />
      </div>
      <Below id={`${id}-below`} problem={problem} note={note} />
    </FormRow>
  )
}
