import { fixInWords } from '@authz-playground/engine/internal/answers'
import type { Remark } from '@authz-playground/engine/questions'
import { classes, drawnOf, useLongList } from '../../ui/index.ts'
import styles from './Questions.module.css'

interface RemarksProps {
  readonly of: readonly Remark[]
  /** In the API server’s words. */
  readonly errors?: readonly string[]
}

/** What an answer leaves out, and how its question was read. */
export function Remarks({ of, errors = [] }: RemarksProps) {
  const all = [...of, ...new Set(errors)]
  const { places, rest } = useLongList(all.length)
  if (all.length === 0) return null
  return (
    <>
      <ul className={styles.remarks}>
        {drawnOf(all, places).map(([one]) =>
          typeof one === 'string' ? (
            <li key={`error ${one}`}>
              <code>{one}</code>
            </li>
          ) : (
            <li key={one.message} className={classes(one.severity === 'error' && styles.open)}>
              {one.fix === undefined ? one.message : `${one.message} ${fixInWords(one.fix)}`}
            </li>
          ),
        )}
      </ul>
      {rest}
    </>
  )
}
