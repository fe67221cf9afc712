import { plainText, type RichText } from '@authz-playground/engine'
import { Words } from '../../ui/index.ts'
import styles from './Questions.module.css'

interface RemarksProps {
  readonly of: readonly RichText[]
  /** In the API server’s words. */
  readonly errors?: readonly string[]
}

/** What an answer leaves out. */
export function Remarks({ of, errors = [] }: RemarksProps) {
  if (of.length === 0 && errors.length === 0) return null
  return (
    <ul className={styles.remarks}>
      {of.map((words) => (
        <li key={plainText(words)}>
          <Words of={words} />
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
