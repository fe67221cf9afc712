import { type ReactNode, useId } from 'react'
import fields from '../../ui/fields.module.css'
import { classes } from '../../ui/index.ts'
import { Below, characterNote, FormRow, type RowPointing } from './FormRow.tsx'
import { LongValue } from './LongValue.tsx'
import { LONGEST_FIELD } from './limits.ts'

interface TextRowProps extends RowPointing {
  readonly label: ReactNode
  readonly value: string
  onChange(value: string): void
  /** What an empty field means. */
  readonly empty?: string
  readonly note?: ReactNode
  readonly problem?: ReactNode
  readonly readOnly?: boolean
}

/** One line of Kubernetes nouns with its label. The typed text is passed on unchanged. */
export function TextRow({ label, value, onChange, empty, note, problem, readOnly = false, ...pointing }: TextRowProps) {
  const id = useId()
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
      <input
        {...PLAIN_INPUT}
        id={id}
        className={classes(fields.control, fields.mono)}
        value={value}
        placeholder={empty}
        readOnly={readOnly}
        aria-invalid={problem !== undefined}
        aria-describedby={below ? `${id}-below` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <Below id={`${id}-below`} problem={problem} note={said} />
    </FormRow>
  )
}

/** Turns off spelling and completion of the browser: names are typed as they are. */
export const PLAIN_INPUT = {
  type: 'text',
  autoCapitalize: 'off',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const
