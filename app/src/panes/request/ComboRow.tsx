import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import fields from '../../ui/fields.module.css'
import { classes, Icon, nextProposal, ProposalList } from '../../ui/index.ts'
import styles from './ComboRow.module.css'
import { type FieldChoice, fitting } from './choices.ts'
import { Below, characterNote, FormRow, type RowPointing } from './FormRow.tsx'
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
    onChoose: _,
    choices: __,
    empty,
    note,
    problem,
    readOnly = false,
    onWanted,
    ...pointing
  } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { shown, active, expanded, close, openAll, openFitting, choose, onKeyDown } = useProposals(props)
  const said = characterNote(value) ?? note
  const below = problem !== undefined || said !== undefined

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
            openFitting()
            onChange(event.target.value)
          }}
          onFocus={onWanted}
          onBlur={close}
          onKeyDown={onKeyDown}
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
      <Below id={`${id}-below`} problem={problem} note={said} />
    </FormRow>
  )
}

/** The list of proposals below the field: which it shows, which of them is selected, and what opens and closes it. */
function useProposals<C extends FieldChoice>({
  value,
  onChoose,
  choices,
  readOnly = false,
  onWanted,
}: Pick<ComboRowProps<C>, 'value' | 'onChoose' | 'choices' | 'readOnly' | 'onWanted'>) {
  /** Undefined: closed. `fitting`: the choices that match the typed text. `all`: all choices. */
  const [open, setOpen] = useState<'fitting' | 'all'>()
  const [moved, setMoved] = useState<number>()
  const shown = open === undefined || readOnly ? [] : open === 'all' ? choices : fitting(choices, value)
  const expanded = shown.length > 0
  // In the list of all choices the value of the field is selected first.
  const present = open === 'all' ? shown.findIndex((choice) => choice.value === value) : -1
  const active = moved ?? (present === -1 ? undefined : present)

  function show(next: typeof open): void {
    if (next !== undefined) onWanted?.()
    setOpen(next)
    setMoved(undefined)
  }

  function choose(choice: C | undefined): void {
    show(undefined)
    if (choice !== undefined) onChoose(choice)
  }

  /** Returns whether the key was for the list. */
  function handle(key: string): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (expanded) setMoved(nextProposal(active, key, shown.length))
        else show('all')
        return true
      case 'Enter':
        if (!expanded || active === undefined) return false
        choose(shown[active])
        return true
      case 'Escape':
        if (!expanded) return false
        show(undefined)
        return true
      default:
        return false
    }
  }

  return {
    shown,
    active,
    expanded,
    close: () => show(undefined),
    openAll: () => show('all'),
    openFitting: () => show('fitting'),
    choose,
    onKeyDown(event: KeyboardEvent): void {
      if (event.nativeEvent.isComposing || readOnly || !handle(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
