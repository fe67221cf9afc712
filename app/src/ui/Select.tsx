import { type CSSProperties, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './fields.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface SelectProps<Value extends string> {
  readonly label: ReactNode
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly title: string }[]
  onChange(value: Value): void
  /** The label is before the control instead of above it. */
  readonly inline?: boolean
  /** The options are Kubernetes nouns. */
  readonly mono?: boolean
  /** Why there is nothing to choose now. The control is disabled then, and shows this when it is pointed at. */
  readonly unavailable?: string | undefined
}

/** A choice of one with its label. It is the control of the browser, which every device and screen reader knows. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, inline = false, mono = false, unavailable } = props
  const id = useId()
  const chosen = options.find((option) => option.value === value)?.title ?? value
  const reason = unavailable === undefined ? undefined : `${id}-reason`
  return (
    <div className={inline ? styles.inline : styles.field} title={unavailable}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {/* aria-disabled instead of disabled, so that the Tab key reaches it and a screen reader reads the reason. */}
      <select
        id={id}
        className={classes(styles.control, mono && styles.mono)}
        value={value}
        style={inline ? ({ '--characters': chosen.length } as CSSProperties) : undefined}
        aria-disabled={unavailable !== undefined}
        aria-describedby={reason}
        onChange={(event) => {
          if (unavailable === undefined) onChange(event.target.value as Value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
      {reason !== undefined && (
        <VisuallyHidden>
          <span id={reason}>{unavailable}</span>
        </VisuallyHidden>
      )}
    </div>
  )
}
