import { type ReactNode, useId } from 'react'
import styles from './fields.module.css'

interface SelectProps<Value extends string> {
  readonly label: ReactNode
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly title: string }[]
  onChange(value: Value): void
  /** The label stands before the control instead of above it. */
  readonly inline?: boolean
  /** Why there is nothing to choose here now; the control is disabled then. */
  readonly unavailable?: string | undefined
}

/** A choice of one, with its label: the browser’s own control, which every device and reader knows. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, inline = false, unavailable } = props
  const id = useId()
  return (
    <div className={inline ? styles.inline : styles.field} title={unavailable}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.control}
        value={value}
        disabled={unavailable !== undefined}
        aria-describedby={unavailable === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
      {unavailable !== undefined && (
        <p id={`${id}-note`} className={styles.note}>
          {unavailable}
        </p>
      )}
    </div>
  )
}
