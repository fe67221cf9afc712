import { type ReactNode, useId } from 'react'
import fields from '../../ui/fields.module.css'
import { classes, Icon } from '../../ui/index.ts'
import { FormRow, type RowPointing } from './FormRow.tsx'
import styles from './SelectRow.module.css'

interface SelectRowProps<Value extends string> extends RowPointing {
  readonly label: ReactNode
  /** The name of the control, where its label is not plain words. */
  readonly name?: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly title: string }[]
  onChange(value: Value): void
  /** The options are Kubernetes nouns. */
  readonly mono?: boolean
  readonly readOnly?: boolean
}

/** A choice of one with its label: the control of the browser. */
export function SelectRow<Value extends string>(props: SelectRowProps<Value>) {
  const { label, name, value, options, onChange, mono = false, readOnly = false, ...pointing } = props
  const id = useId()
  return (
    <FormRow {...(name === undefined && { id })} label={label} {...pointing}>
      <div className={styles.choice}>
        <select
          id={id}
          aria-label={name}
          className={classes(fields.control, styles.select, mono && fields.mono)}
          value={value}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
    </FormRow>
  )
}
