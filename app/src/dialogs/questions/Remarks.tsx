import { fixInWords } from '@authz-playground/engine/internal/answers'
import type { Remark } from '@authz-playground/engine/questions'
import { classes } from '../../ui/index.ts'
import styles from './Questions.module.css'

interface RemarksProps {
  readonly of: readonly Remark[]
  /** In the API server’s words. */
  readonly errors?: readonly string[]
}

/** What an answer leaves out, and how its question was read. */
export function Remarks({ of, errors = [] }: RemarksProps) {
  if (of.length === 0 && errors.length === 0) return null
  return (
    <ul className={styles.remarks}>
      {of.map(({ severity, message, fix }) => (
        <li key={message} className={classes(severity === 'error' && styles.open)}>
          {fix === undefined ? message : `${message} ${fixInWords(fix)}`}
        </li>
      ))}
      {[...new Set(errors)].map((error) => (
        <li key={error}>
          <code>{error}</code>
        </li>
      ))}
    </ul>
  )
}
