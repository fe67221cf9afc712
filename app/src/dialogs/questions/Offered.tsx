import { useId } from 'react'
import { TextField } from '../../ui/index.ts'

/** So many values are offered: a browser is slow with more. */
const OFFERED = 300

interface OfferedFieldProps {
  readonly label: string
  readonly value: string
  readonly offered: readonly string[]
  readonly placeholder?: string
  onChange(value: string): void
}

/** A field that offers values and accepts any other. */
export function OfferedField({ offered, ...field }: OfferedFieldProps) {
  const id = useId()
  const typed = field.value.toLowerCase()
  const fitting = offered.filter((value) => value.toLowerCase().includes(typed)).slice(0, OFFERED)
  return (
    <div>
      <TextField {...field} list={id} />
      <datalist id={id}>
        {fitting.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </div>
  )
}
