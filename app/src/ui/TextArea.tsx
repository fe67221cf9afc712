import { useId } from 'react'
import { classes } from './classes.ts'
import styles from './fields.module.css'

interface TextAreaProps {
  readonly label: string
  readonly value: string
  readonly rows: number
  onChange(value: string): void
  /** What to write, shown under the field. */
  readonly note: string
}

/** Prose of several lines with its label. */
export function TextArea({ label, value, rows, onChange, note }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={classes(styles.control, styles.area)}
        rows={rows}
        value={value}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={styles.note}>
        {note}
      </p>
    </div>
  )
}
