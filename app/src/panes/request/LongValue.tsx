import { shortened } from '@authz-playground/pictures'
import styles from './LongValue.module.css'

/** The most of a long value that is shown. Code units. */
const SHOWN = 160

/** A value that is too long for a field, cut in the middle. */
export function LongValue({ value }: { readonly value: string }) {
  return (
    <p className={styles.value}>
      <code>{shortened(value, SHOWN)}</code> Too long for a field: {value.length.toLocaleString('en')} characters.
    </p>
  )
}
