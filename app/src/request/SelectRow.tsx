import { type ReactNode, useId } from 'react'
import { classes } from '../ui/classes.ts'
import fields from '../ui/fields.module.css'
import { type Pointing, Row } from './Row.tsx'

interface SelectRowProps<Value extends string> extends Pointing {
  readonly label: ReactNode
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly title: string }[]
  onChange(value: Value): void
  /** The options are Kubernetes nouns. */
  readonly mono?: boolean
  readonly readOnly?: boolean
}

/** A choice of one with its label: the browser’s own control. */
export function SelectRow<Value extends string>(props: SelectRowProps<Value>) {
  const { label, value, options, onChange, mono = false, readOnly = false, ...pointing } = props
  const id = useId()
  return (
    <Row id={id} label={label} {...pointing}>
      <select
        id={id}
        className={classes(fields.control, mono && fields.mono)}
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
    </Row>
  )
}
