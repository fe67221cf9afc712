import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './fields.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'className'> {
  readonly label: ReactNode
  /** See Dialog. */
  readonly 'data-first-focus'?: true | undefined
  readonly value: string
  onChange(value: string): void
  /** The field holds prose. Otherwise it holds Kubernetes nouns and is set in mono. */
  readonly prose?: boolean
  /** What to type, shown under the field. */
  readonly note?: ReactNode
  /** The problem of the value, and what to type. */
  readonly problem?: ReactNode
}

/** One line of text with its label. The typed text is passed on unchanged: not trimmed, corrected or completed. */
export function TextField({ label, value, onChange, prose = false, note, problem, ...rest }: TextFieldProps) {
  const id = useId()
  const below = problem ?? note
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        type="text"
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={prose}
        {...rest}
        id={id}
        className={classes(styles.control, !prose && styles.mono)}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={below === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      {below !== undefined && (
        <p id={`${id}-note`} className={classes(styles.note, problem !== undefined && styles.problem)}>
          {below}
        </p>
      )}
    </div>
  )
}
